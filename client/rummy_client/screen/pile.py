"""The discard pile: its end beside the stock, and all that is seen of it, spread out."""

from __future__ import annotations

from rummy_protocol.cards import Face

from ..ways import take_of
from .cells import Line, flow, width_of
from .frame import keys_text
from .look import card_part, card_text, cards_line
from .scene import Scene

__all__ = ["pile_end", "pile_lines", "pile_prompt"]

AT_A_GLANCE = 3
"""Cards of the pile that are shown beside the stock where there is no room for more."""


def pile_end(scene: Scene, cells: int) -> Line:
    """The newest discards, the top one at the right, as many as *cells* hold."""
    deal = scene.model.deal
    if deal is None or not deal.top:
        return [("class:label", "none")]
    end: Line = [("class:card", " "), ("class:label", f" of {deal.discards}")]
    for count in range(len(deal.top), 0, -1):
        hidden = "…" if count < len(deal.top) else " "
        cards = cards_line(deal.top[-count:], scene.look, "card")
        told: Line = [("class:card", hidden), *cards, *end]
        if width_of(told) <= cells or count == min(AT_A_GLANCE, len(deal.top)):
            return told
    return end


def pile_lines(scene: Scene, rows: int) -> list[Line]:
    """All that is seen of the pile, numbered from the top; those that would be taken stand out.

    The part with the cursor is shown where not all of it fits.
    """
    deal = scene.model.deal
    if deal is None:
        return []
    items = [_item(scene, number, face) for number, face in enumerate(deal.top[::-1], 1)]
    lines = flow(items, scene.size.columns - 2, " ")
    per_line = max(1, (scene.size.columns - 1) // (width_of(items[0]) + 1)) if items else 1
    at = (scene.desk.depth - 1) // per_line
    first = max(0, min(at - rows // 2, len(lines) - rows))
    return [[("", " "), *line] for line in lines[first : first + rows]]


def _item(scene: Scene, number: int, face: Face) -> Line:
    depth = scene.desk.depth
    take = take_of(scene.model, number)
    ground = "cursor" if number == depth else "picked" if number < depth else "text"
    sign = "!" if take is not None and take.must else " "
    left, right = "[]" if number <= depth else "  "
    style, card = card_part(face, scene.look, ground)
    return [
        ("class:label" if take is None else "class:key", f"{number:>2}"),
        (f"class:{ground}", left),
        (style, f"{card:>3}"),
        (f"class:{ground}", right),
        ("class:bad", sign),
    ]


def pile_prompt(scene: Scene) -> Line:
    """What Enter would do here."""
    model, depth = scene.model, scene.desk.depth
    top = model.deal.top if model.deal is not None else ()
    if not model.you or not model.you.takes or not model.may:
        words = " The discard pile, the newest card first. "
        return [("class:turn", words), *keys_text([("Esc", "back to the table")])]
    take = take_of(model, depth)
    if take is None:
        words = f" You cannot take {_count(depth)} now. "
        keys = [("Enter", "tells why"), ("← →", "other depths"), ("Esc", "none")]
        return [("class:label", words), *keys_text(keys)]
    deepest = card_text(top[-depth], scene.look) if depth <= len(top) else "?"
    must = ", to be laid at once" if take.must else ""
    keys = [("Enter", "yes"), ("← →", "deeper"), ("Esc", "none")]
    lead = f" Take {_count(depth)} down to {deepest}{must}? "
    return [("class:ask", lead), *keys_text(keys)]


def _count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"
