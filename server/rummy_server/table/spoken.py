"""What is said at a table, and what is told of its log: the same for players and spectators.

Who hears or asks it is decided elsewhere.
"""

from __future__ import annotations

from typing import Final

from rummy_protocol.clean import clean, within
from rummy_protocol.errors import Code, Declined
from rummy_protocol.limits import TO_CLIENT
from rummy_protocol.messages import History, Page, Say

from ..game.log import log_entries
from ..game.match import Match
from ..game.rules import Rules

__all__ = ["CHAT_CELLS", "PAGE", "page_of", "spoken"]

PAGE: Final = 64
CHAT_CELLS: Final = 200


def spoken(ask: Say) -> str:
    """What others may be sent of the words of *ask*.

    Raises:
        Declined: nothing is left of them.
    """
    # What one client may not be sent would end the connections of all who are spoken to.
    text = within(clean(ask.text, CHAT_CELLS, lines=2), TO_CLIENT.string).strip()
    if not text:
        raise Declined(Code.EMPTY_TEXT)
    return text


def page_of(rules: Rules | None, match: Match | None, ask: History) -> Page:
    """A page of the log of the deal of *match*."""
    if match is None or rules is None or match.deal is None:
        return Page(ask.id, 0, ())
    found = log_entries(rules, match, max(0, ask.after), PAGE + 1)
    return Page(ask.id, match.number, found[:PAGE], len(found) > PAGE)
