"""Stock and discard pile, in a line or drawn; and all that is seen of the pile, spread out."""

from __future__ import annotations

from typing import Final

from rummy_protocol.cards import Face
from rummy_protocol.text import _, plural, term

from ..ways import take_of
from ..words import watching_word
from .cards import CARD, Drawn, back_lines, card_lines
from .cells import Line, at, beside, between, clip, flow, padded, width, width_of
from .frame import keys_text
from .look import card_part, card_text, cards_line
from .scene import Scene

__all__ = ["pile_end", "pile_lines", "pile_prompt", "pile_row", "piles_drawn"]

AT_A_GLANCE = 3
"""Cards of the pile that are shown beside the stock where there is no room for more."""
STOCK: Final = at("stock", 0)
DISCARD: Final = at("discard", 0)


def pile_row(scene: Scene, cells: int) -> Line:
    """Stock and pile in one line, with whatever else tells how far the deal has got."""
    deal, table = scene.model.deal, scene.model.table
    if deal is None or table is None:
        return [("class:label", f" {_('The cards are being shuffled.')}")]
    empty = _("empty")
    stock = padded(f"{deal.stock}" if deal.stock else empty, max(4, width(empty)))
    told: Line = [
        (f"class:label {STOCK}", f" {_('stock')} "),
        (f"class:number {STOCK}", stock),
        ("class:label", "   "),
        (f"class:label {DISCARD}", f"{_('discard')} "),
    ]
    rest = _rest(scene, cells - width_of(told) - 20)
    end = pile_end(scene, cells - width_of(told) - width_of(rest) - 1)
    return between([*told, *end], rest, cells - 1)


def _rest(scene: Scene, cells: int) -> Line:
    """What stands at the end of the line, as far as there is room."""
    deal, table = scene.model.deal, scene.model.table
    if deal is None or table is None:
        return []
    told = [_("turn {n}", n=deal.turn), _("table {code}", code=table.id)]
    if deal.recycles:
        told.append(_("pile used again {n}x", n=deal.recycles))
    if table.watching:
        told.append(watching_word(table.watching))
    line: Line = []
    for words in told:
        if width_of(line) + width(words) + 3 <= cells:
            line.append(("class:label", f"   {words}"))
    return line


def piles_drawn(scene: Scene, cells: int, rows: int) -> list[Line]:
    """Stock and pile as cards, their counts beneath, and what lies under the top card."""
    deal, table = scene.model.deal, scene.model.table
    if deal is None or table is None:
        return [[("class:label", f" {_('Shuffling.')}")]]
    left = _beside_the_pile(cells)
    stock = _pile(
        _("stock"), back_lines(4, STOCK) if deal.stock else _no_card(STOCK), STOCK, left
    )
    top = deal.top[-1] if deal.top else None
    card = (
        card_lines(Drawn(top, "card", DISCARD), scene.look, 4, CARD, True)
        if top is not None
        else _no_card(DISCARD)
    )
    pile = _pile(_("discard"), card, DISCARD, cells - left)
    counts: Line = [
        (f"class:number {STOCK}", f" {padded(_count(deal.stock), left - 1)}"),
        (f"class:number {DISCARD}", f" {clip(_count(deal.discards), cells - left - 1)}"),
    ]
    lines = [*beside(stock, pile, left), counts, *_beneath(scene, cells - 2)]
    tail = [[*line[:1]] for line in ([part] for part in _rest(scene, 200))]
    facts: list[Line] = [[(style, f" {words.strip()}")] for ((style, words),) in tail]
    return [*lines[: max(5, rows - len(facts) - 1)], [], *facts]


def _beside_the_pile(cells: int) -> int:
    """What the stock has of *cells*: half, or less where the pile has the longer word."""
    return min(cells // 2, max(CARD + 2, cells - width(_("discard")) - 2))


def _pile(label: str, card: list[Line], aim: str, cells: int) -> list[Line]:
    head: Line = [(f"class:label {aim}", f" {clip(label, cells - 2)}")]
    return [head, *([("", " "), *row] for row in card)]


def _no_card(aim: str) -> list[Line]:
    style = f"class:rule {aim}"
    edge = "─" * (CARD - 2)
    blank: Line = [(style, f"│{' ' * (CARD - 2)}│")]
    return [[(style, f"╭{edge}╮")], blank, blank, [(style, f"╰{edge}╯")]]


def _beneath(scene: Scene, cells: int) -> list[Line]:
    """The discards under the top one, as far as they may be seen: the newest first."""
    deal = scene.model.deal
    if deal is None or len(deal.top) < 2:
        return []
    cards: list[Line] = [
        [("class:card", " "), card_part(face, scene.look, "card"), ("class:card", " ")]
        for face in deal.top[-2::-1]
    ]
    return [[], *([("", " "), *line] for line in flow(cards, cells, " "))]


def pile_end(scene: Scene, cells: int) -> Line:
    """The newest discards, the top one at the right, as many as *cells* hold."""
    deal = scene.model.deal
    if deal is None or not deal.top:
        return [(f"class:label {DISCARD}", term("discard pile", "none"))]
    of = plural("({n} card)", "({n} cards)", deal.discards)
    end: Line = [(f"class:card {DISCARD}", " "), (f"class:label {DISCARD}", f" {of}")]
    for count in range(len(deal.top), 0, -1):
        hidden = "…" if count < len(deal.top) else " "
        cards = cards_line(deal.top[-count:], scene.look, "card")
        aimed = [(f"{style} {DISCARD}", words) for style, words in cards]
        told: Line = [(f"class:card {DISCARD}", hidden), *aimed, *end]
        if width_of(told) <= cells or count == min(AT_A_GLANCE, len(deal.top)):
            return told
    return end


def pile_lines(scene: Scene, cells: int, rows: int) -> list[Line]:
    """All that is seen of the pile, numbered from the top; those that would be taken stand out.

    The part with the cursor is shown where not all of it fits.
    """
    deal = scene.model.deal
    if deal is None:
        return []
    items = [_item(scene, number, face) for number, face in enumerate(deal.top[::-1], 1)]
    lines = flow(items, cells - 2, " ")
    per_line = max(1, (cells - 1) // (width_of(items[0]) + 1)) if items else 1
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
        words = _("The discard pile, the newest card first.")
        return [("class:turn", f" {words} "), *keys_text([("escape", _("back to the table"))])]
    take = take_of(model, depth)
    if take is None:
        words = plural("You cannot take {n} card now.", "You cannot take {n} cards now.", depth)
        keys = [("enter", _("tells why")), ("left right", _("other depths"))]
        lead: Line = [("class:label", f" {words} ")]
        return [*lead, *keys_text([*keys, ("escape", term("answer", "none"))])]
    deepest = card_text(top[-depth], scene.look) if depth <= len(top) else "?"
    keys = [("enter", term("answer", "yes")), ("left right", term("pile", "deeper"))]
    asked: Line = [("class:ask", f" {_asked(depth, deepest, take.must)} ")]
    return [*asked, *keys_text([*keys, ("escape", term("answer", "none"))])]


def _asked(depth: int, card: str, must: bool) -> str:
    if must:
        return plural(
            "Take {n} card, the {card}, to be laid at once?",
            "Take {n} cards down to {card}, to be laid at once?",
            depth,
            card=card,
        )
    return plural(
        "Take {n} card, the {card}?", "Take {n} cards down to {card}?", depth, card=card
    )


def _count(cards: int) -> str:
    return plural("{n} card", "{n} cards", cards)
