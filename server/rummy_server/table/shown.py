"""What a table shows, packed: each part of it once, and only when it has changed.

The views themselves are made by `game.view`; nothing here adds to what a viewer may see.
"""

from __future__ import annotations

import msgspec

from rummy_protocol.codec import UpdateFrames, encode_part
from rummy_protocol.messages import Update
from rummy_protocol.update_size import LEAST, base_size, private_room, size_for
from rummy_protocol.views import DealView, TableView, You

from ..game.match import Match
from ..game.rules import Rules
from ..game.view import Views, views_of
from ..room.orders import Orders, order_of

__all__ = ["Shown"]


class Shown:
    """The newest view of a table, for every viewer."""

    def __init__(self) -> None:
        self._seq = 0
        self._table_view: TableView | None = None
        self._table = msgspec.Raw()
        self._views: Views | None = None
        self._deal: msgspec.Raw | None = None
        self._yous: list[msgspec.Raw] = []
        self._orders: Orders = ()
        """How the hands lie that are packed in them."""
        self._frames: UpdateFrames | None = None
        """Those of this moment, as soon as one is asked for."""
        self._size = LEAST
        """Of every frame: the same for all who look, whatever they hold."""

    def set_table(self, view: TableView) -> None:
        if view != self._table_view:
            self._table_view = view
            self._table = encode_part(view)
            self._measure()

    def _measure(self) -> None:
        """Find out how long the frames are now."""
        table, self._frames = self._table_view, None
        if table is not None:
            public = len(self._table) + (0 if self._deal is None else len(self._deal))
            base = base_size(table.rules, len(table.seats))
            self._size = size_for(base, public, private_room(table.rules, self.deal))

    def set_match(
        self, seq: int, rules: Rules | None, match: Match | None, orders: Orders = ()
    ) -> None:
        """Show *match*, and to each owner of a hand how he has laid it."""
        self._seq = seq
        self._set_views(rules, match, orders)
        self._measure()

    def _set_views(self, rules: Rules | None, match: Match | None, orders: Orders) -> None:
        laid, self._orders = self._orders, orders
        if rules is None or match is None or match.deal is None:
            self._views, self._deal, self._yous = None, None, []
            return
        before, views = self._views, views_of(rules, match, self._views)
        if before is None or len(before.yous) != len(views.yous):
            self._yous = [_packed(you, orders) for you in views.yous]
        else:
            for seat, you in enumerate(views.yous):
                same = laid is orders or order_of(laid, seat) == order_of(orders, seat)
                if you is not before.yous[seat] or not same:
                    self._yous[seat] = _packed(you, orders)
        if before is None or views.deal is not before.deal:
            self._deal = encode_part(views.deal)
        self._views = views

    def frame(self, seat: int | None) -> bytes:
        """The `Update` for a seat, or (``None``) for those who look on."""
        frames = self._frames
        if frames is None:
            frames = UpdateFrames(self._seq, self._table, self._deal, size=self._size)
            self._frames = frames
        if seat is None or seat >= len(self._yous):
            return frames.for_all()
        return frames.for_seat(self._yous[seat])

    def update(self, seat: int) -> Update:
        """The same for a bot in this process, which reads no frames."""
        return Update(self._seq, self.table, self.deal, self._you(seat))

    @property
    def table(self) -> TableView:
        assert self._table_view is not None, "the table was shown"
        return self._table_view

    @property
    def deal(self) -> DealView | None:
        return None if self._views is None else self._views.deal

    @property
    def entries(self) -> int:
        """How many entries the log of the deal has."""
        return 0 if self._views is None else self._views.deal.log[-1].n

    def _you(self, seat: int) -> You | None:
        if self._views is None or seat >= len(self._views.yous):
            return None
        return self._views.yous[seat]


def _packed(you: You, orders: Orders) -> msgspec.Raw:
    """*you*, with the order in which its hand lies: from here on it is its owner's alone."""
    order = order_of(orders, you.seat)
    return encode_part(msgspec.structs.replace(you, order=order) if order else you)
