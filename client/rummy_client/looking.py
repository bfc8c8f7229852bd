"""Looking on: whose place one follows, and the table as it is seen from there.

Pure. What a spectator may see the house has decided; in here it is only chosen which of the
hands that are open anyway lies in front.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rummy_protocol.messages import Consent
from rummy_protocol.text import N_, _, plural

from .commands.outcome import Command, Outcome, sent, told
from .desk import Desk
from .model import Model

__all__ = [
    "LOOKING_COMMANDS",
    "as_seen",
    "behind_sentence",
    "follow",
    "followed",
    "open_sentence",
]

ASK_ALL: Final = N_(
    "You agree that those who watch see all hands. They do from the next deal on, if everybody "
    "agrees."
)
ASK_NO_MORE: Final = N_(
    "You no longer agree that those who watch see all hands. From the next deal on they do not."
)


def followed(model: Model, desk: Desk) -> int | None:
    """The seat whose place a spectator has taken; by its name, for seats move up."""
    if not model.watching or not desk.follow or desk.follow not in model.names:
        return None
    return model.names.index(desk.follow)


def as_seen(model: Model, desk: Desk) -> Model:
    """*model* with the hand of whom a spectator follows, where hands are open."""
    seat = followed(model, desk)
    found = next((hand for hand in model.hands if hand.seat == seat), None)
    return model if found is None else msgspec.structs.replace(model, you=found)


def open_sentence(model: Model) -> str:
    """That those who watch see all hands of this deal; empty where they do not."""
    table = model.table
    return _("All hands are open to those who watch.") if table and table.open_hands else ""


def behind_sentence(model: Model) -> str:
    """How far those who watch are behind the table; empty where they see it live."""
    delay = 0 if model.table is None else model.table.options.delay
    if delay < 0:
        return _("Those who watch are a whole deal behind.")
    late = plural(
        "Those who watch are {n} second behind.",
        "Those who watch are {n} seconds behind.",
        delay,
    )
    return late if delay else ""


def _follow(model: Model, desk: Desk, pressed: str) -> Outcome:
    """The next seat; after the last one nobody's."""
    names = [name for name in model.names if name]
    place = 0 if followed(model, desk) is None else names.index(desk.follow) + 1
    return follow(model, desk, names[place] if place < len(names) else "")


def follow(model: Model, desk: Desk, name: str) -> Outcome:
    """Look from the seat of *name*; or, without one, from none."""
    if name and name not in model.names:
        return told(model, desk, _("Nobody of that name sits here."))
    words = _("You follow {name}.", name=name) if name else _("You follow nobody.")
    return told(model, msgspec.structs.replace(desk, follow=name, cursor=0), words, bad=False)


def _consent(model: Model, desk: Desk, pressed: str) -> Outcome:
    if model.table is None or model.seat is None:
        return Outcome(model, desk)
    given = model.seat not in model.table.consents
    outcome = sent(model, desk, Consent(0, given))
    if not outcome.effects:
        return outcome
    words = _(ASK_ALL) if given else _(ASK_NO_MORE)
    return Outcome(told(outcome.model, desk, words, bad=False).model, desk, outcome.effects)


LOOKING_COMMANDS: Final[Mapping[str, Command]] = {"follow": _follow, "consent": _consent}
