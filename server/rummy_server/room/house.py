"""The rules of the house: who may sit where, and who has proved to be whom.

Pure judgements about a `Room`: they give back records, or raise `Declined` and nothing has
happened. What is asked in the game itself is judged in there; who is connected, and what
becomes of those who are not, is `attendance`'s business.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from enum import Enum, auto
from typing import Final

from rummy_protocol.clean import clean, skeleton
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import Bot, Create, Join, Refused, Resume, Watch
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import changed
from rummy_protocol.views import DEAL_BEHIND, LONGEST_DELAY, Options, SeatKind, Stage

from ..bots import LEVELS
from ..game.variants import rules_for, ruleset_of
from ..passwords import LONGEST_WORD, TableWords
from ..settings import Settings
from .records import SPENT_KEPT, BotSat, Opened, Place, Record, Room, SeatTaken

__all__ = [
    "BOT_NAMES",
    "NOBODYS",
    "Claim",
    "Numbered",
    "as_join",
    "asks_word",
    "bot_records",
    "check_password",
    "check_watcher",
    "claim",
    "free_seats",
    "hash_secret",
    "host_of",
    "joined",
    "number",
    "opened",
    "seat_of_key",
]

NAME_CELLS: Final = 24
BOT_NAMES: Final = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo")

KEY_BYTES: Final = 16
HASH_BYTES: Final = 32


def hash_secret(secret: bytes) -> bytes:
    """What of a seat's secret is kept. Secrets are long and random, so no salt is needed."""
    return hashlib.sha256(secret).digest()


# --- tables ------------------------------------------------------------------------------


def opened(
    create: Create, who: str, code: str, settings: Settings, words: TableWords
) -> tuple[Record, ...]:
    """The first records of the table that *create* asks for.

    Args:
        create: What was asked.
        who: The name of whoever asked.
        code: What the table is to be found under.
        settings: Those of the house.
        words: What is kept of those that others have to know.

    Raises:
        Declined: a rule, an option or a bot that there is not.
    """
    ruleset = _ruleset(create, settings)
    options = _options(create, ruleset, settings, bool(words.watch_code))
    _check_secret(create.key, create.hash)
    if len(create.bots) > options.seats - 1:
        raise Declined(Code.BAD_OPTION, one="bots", low=0, high=options.seats - 1)
    records: list[Record] = [
        Opened(
            id=code,
            name=clean(create.name, NAME_CELLS).strip() or who,
            ruleset=ruleset,
            options=options,
            salt=words.salt,
            password=words.password,
            watch_code=words.watch_code,
            rules_hash=ruleset.rules_hash(),
        ),
        SeatTaken(seat=0, name=who, key=create.key, hash=create.hash),
    ]
    names = [who]
    for seat, level in enumerate(create.bots, start=1):
        names.append(_bot_name(names))
        records.append(BotSat(seat=seat, name=names[-1], level=_level(level)))
    return tuple(records)


def _ruleset(create: Create, settings: Settings) -> RuleSet:
    own = {game.preset: game for game in settings.games}.get(create.preset)
    if own is None:
        return ruleset_of(create.preset, create.changes)
    return changed(own, create.changes)


def _options(create: Create, ruleset: RuleSet, settings: Settings, coded: bool) -> Options:
    _check_range("seats", create.seats, ruleset.players_min, ruleset.players_max)
    rules_for(ruleset, create.seats)
    if create.turn_seconds:
        _check_range("turn_seconds", create.turn_seconds, 5, 3600)
    _check_range("hold_seconds", create.hold_seconds, 5, 86_400)
    _check_range("delay", create.delay, DEAL_BEHIND, LONGEST_DELAY)
    _check_range("password", len(create.password), 0, LONGEST_WORD)
    _check_range("watch_code", len(create.watch_code), 0, LONGEST_WORD)
    return Options(
        seats=create.seats,
        turn_seconds=create.turn_seconds,
        absence=create.absence,
        hold_seconds=create.hold_seconds,
        spectators=create.spectators,
        password=bool(create.password),
        bot_pause_ms=settings.bot_pause_ms,
        delay=create.delay,
        watch_code=coded,
    )


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Declined(Code.BAD_OPTION, one=name, low=low, high=high)


def _check_secret(key: bytes, hashed: bytes) -> None:
    _check_range("key", len(key), KEY_BYTES, KEY_BYTES)
    _check_range("hash", len(hashed), HASH_BYTES, HASH_BYTES)


def as_join(create: Create, table: str) -> Join:
    """The wish to have the first seat of *table*, which *create* has opened."""
    return Join(create.id, table, create.key, create.hash, create.password, create.secret)


# --- seats -------------------------------------------------------------------------------


def seat_of_key(room: Room, key: bytes) -> int | None:
    """The seat whose owner named it so."""
    for seat, place in enumerate(room.seats):
        if place.owned and hmac.compare_digest(place.key, key):
            return seat
    return None


def free_seats(room: Room) -> tuple[int, ...]:
    """Seats that somebody may take now."""
    gathering = room.stage in (Stage.GATHERING, Stage.OVER)
    return tuple(
        seat
        for seat, place in enumerate(room.seats)
        if place.revoked or (gathering and (place.kind is SeatKind.OPEN or place.left))
    )


def joined(
    room: Room, join: Join, who: str, word: bytes, brought: bytes = b""
) -> tuple[tuple[Record, ...], int]:
    """What a `Join` leads to, and the seat. No records: the seat is the asker's already.

    Args:
        room: The table.
        join: What was asked.
        who: The name of whoever asked.
        word: The digest of the password that was said.
        brought: The key which that connection was the first to bring, if any.

    Raises:
        Declined: there is no seat for them.
    """
    _check_secret(join.key, join.hash)
    seat = seat_of_key(room, join.key)
    if seat is not None:
        current = room.seats[seat].current
        own = hmac.compare_digest(brought, join.key) & hmac.compare_digest(join.hash, current)
        if own | hmac.compare_digest(hash_secret(join.secret), current):
            return (), seat
        raise Declined(Code.ALREADY_SEATED)
    check_password(room, word)
    if room.stage is Stage.CLOSED:
        raise Declined(Code.TABLE_CLOSED)
    free = free_seats(room)
    if not free:
        over = room.stage in (Stage.GATHERING, Stage.OVER)
        raise Declined(Code.TABLE_FULL if over else Code.ALREADY_STARTED)
    shape = skeleton(who)
    if any(skeleton(place.name) == shape for place in room.seats if place.name):
        raise Declined(Code.NAME_TAKEN, name=who)
    return (SeatTaken(seat=free[0], name=who, key=join.key, hash=join.hash),), free[0]


def check_password(room: Room, word: bytes) -> None:
    """Let only those pass who know the password; *word* is the digest of what they said.

    Raises:
        Declined: this one does not.
    """
    if room.password and not hmac.compare_digest(word, room.password):
        raise Declined(Code.WRONG_PASSWORD)


def asks_word(room: Room, request: Join | Watch) -> bool:
    """Whether *request* needs a word that only some know."""
    return bool(room.password or (room.watch_code and isinstance(request, Watch)))


def check_watcher(room: Room, word: bytes) -> None:
    """Let only those pass who may look on; *word* is the digest of what they said.

    Who knows the password might sit down, so it is good for looking on as well.

    Raises:
        Declined: nobody may, or this one does not know the code.
    """
    if not room.options.spectators:
        raise Declined(Code.NO_SPECTATORS)
    if not room.watch_code:
        check_password(room, word)
        return
    coded = hmac.compare_digest(word, room.watch_code)
    seated = hmac.compare_digest(word, room.password) & bool(room.password)
    if not coded | seated:
        raise Declined(Code.WRONG_PASSWORD, to="watch")


class Claim(Enum):
    """What the secret in a `Resume` proves."""

    PROVEN = auto()
    REPEATED = auto()
    """The same claim as last time: its answer was lost."""
    STOLEN = auto()
    """The secret was spent before: somebody has a copy."""
    WRONG = auto()


NOBODYS: Final = Place()
"""A seat that no secret opens."""
_NO_HASH: Final = bytes(HASH_BYTES)
"""The hash of no secret that anybody knows."""


def claim(place: Place, resume: Resume) -> Claim:
    """Judge a claim to *place*. Whatever is wrong with it, it takes the same work."""
    offered = hash_secret(resume.secret)
    current = place.current or _NO_HASH
    hashes = (*(_NO_HASH,) * SPENT_KEPT, *place.spent)[-SPENT_KEPT:]
    proven = hmac.compare_digest(offered, current)
    again = hmac.compare_digest(resume.next, current)
    spent = [hmac.compare_digest(offered, old) for old in hashes]
    if not place.current or len(resume.next) != HASH_BYTES:
        return Claim.WRONG
    if proven:
        return Claim.PROVEN
    if not any(spent):
        return Claim.WRONG
    return Claim.REPEATED if spent[-1] and again else Claim.STOLEN


def host_of(room: Room, away: Collection[int] = ()) -> int | None:
    """The human who has sat here longest, those *away* only if there is nobody else."""
    humans = [seat for seat, place in enumerate(room.seats) if place.owned]
    ranked = sorted(humans, key=lambda seat: (seat in away, room.seats[seat].since))
    return ranked[0] if ranked else None


# --- bots --------------------------------------------------------------------------------


def bot_records(room: Room, bot: Bot) -> BotSat | int:
    """The bot that takes a seat; or the number of a seat whose bot is to go.

    Raises:
        Declined: there is no such bot or no such seat.
    """
    if not bot.level:
        if bot.seat is None or not 0 <= bot.seat < len(room.seats):
            raise Declined(Code.NO_SUCH_SEAT)
        if room.seats[bot.seat].kind is not SeatKind.BOT:
            raise Declined(Code.NO_SUCH_SEAT)
        return bot.seat
    free = free_seats(room)
    if bot.seat is not None and bot.seat not in free:
        raise Declined(Code.NO_SUCH_SEAT)
    if not free:
        raise Declined(Code.TABLE_FULL)
    seat = free[0] if bot.seat is None else bot.seat
    names = [place.name for place in room.seats]
    return BotSat(seat=seat, name=_bot_name(names), level=_level(bot.level))


def _level(level: str) -> str:
    if level not in LEVELS:
        raise Declined(Code.BAD_OPTION, one="level", value=level[:20])
    return level


def _bot_name(taken: Collection[str]) -> str:
    shapes = {skeleton(name) for name in taken if name}
    return next(name for name in BOT_NAMES if skeleton(name) not in shapes)


# --- numbered actions --------------------------------------------------------------------


class Numbered(Enum):
    """How the number of an action stands to those before it."""

    NEXT = auto()
    REPEAT = auto()
    """It was judged: the same answer again."""


def number(place: Place, id: int) -> Numbered | Refused:
    """Whether an action with the number *id* is due now, or the refusal of it."""
    if id == place.last_id + 1:
        return Numbered.NEXT
    if id == place.last_id and place.last_answer is not None:
        return Numbered.REPEAT
    if id <= place.last_id:
        return Refused(id, Code.FORGOTTEN, args={"last": place.last_id})
    return Refused(id, Code.GAP, args={"last": place.last_id})
