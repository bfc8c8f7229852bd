"""What a journal says of the actions of each seat, beside what their clients were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bots import Bot
from rummy_protocol.messages import Accepted, Refused
from rummy_server.game.events import MatchBegan, MatchEnded
from rummy_server.journal import Batch
from rummy_server.room.fold import follow
from rummy_server.room.imprint import imprint
from rummy_server.room.records import Acted, Happened, Room

__all__ = ["Account", "account_of", "disagreements"]


class Account:
    """What the journal of one table says."""

    def __init__(self) -> None:
        self.answers: dict[tuple[bytes, int], Accepted | Refused] = {}
        self.twice: list[tuple[bytes, int]] = []
        self.began = 0
        self.ended = 0
        self.strange: list[str] = []
        self.room: Room | None = None

    @property
    def keys(self) -> set[bytes]:
        """The keys of all who have a seat."""
        return {place.key for place in self.room.seats if place.key} if self.room else set()


def account_of(batches: Iterable[Batch]) -> Account:
    """Read *batches* from the first to the last."""
    account = Account()
    for number, batch in enumerate(batches, start=1):
        for record in batch.records:
            if isinstance(record, Acted):
                _note(account, record)
            if isinstance(record, Acted | Happened):
                kinds = Counter(map(type, record.events))
                account.began += kinds[MatchBegan]
                account.ended += kinds[MatchEnded]
            account.room = follow(account.room, record)
        if account.room is not None and imprint(account.room) != batch.imprint:
            account.strange.append(f"batch {number} leads to another room than it says")
    return account


def _note(account: Account, acted: Acted) -> None:
    assert account.room is not None, "the table was opened"
    number = account.room.seats[acted.seat].key, acted.answer.id
    if number in account.answers:
        account.twice.append(number)
    account.answers[number] = acted.answer


def disagreements(bot: Bot, account: Account) -> Iterator[str]:
    """Where *bot* was told what the journal does not have: what was lost."""
    yield from (f"{bot.name} was told two things: {what}" for what in bot.answers.strange)
    if bot.answers.seatings and bot.key not in account.keys:
        yield f"{bot.name} was seated, and the journal knows nothing of it"
    for number, answer in bot.answers.given.items():
        kept = account.answers.get((bot.key, number))
        if kept != answer:
            yield f"{bot.name}, action {number}: told {answer}, kept {kept}"
