"""Whatever a server sends, the client refuses it or draws it; it never fails (P33).

What passes the border is made wild here; what does not pass is the business of `test_sound`.
"""

from __future__ import annotations

import os
from contextlib import suppress

import pyte
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rummy_client.commands.obey import COMMANDS, obey
from rummy_client.desk import Desk, Over, settled
from rummy_client.linkstate import Online
from rummy_client.model import Model, asked, hear
from rummy_client.screen import Look, Scene, Size, draw, text_of
from rummy_client.screen.cells import width
from rummy_protocol.actions import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeDiscard,
)
from rummy_protocol.choices import (
    DealScoring,
    DiscardDraw,
    LayOffGate,
    MeldsPerTurn,
    Seen,
)
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advice,
    Chat,
    GameList,
    Goodbye,
    Page,
    Refused,
    Seated,
    TableLine,
    Tables,
    Update,
    Watching,
    Welcome,
)
from rummy_protocol.news import (
    Blocked,
    Dealt,
    Discarded,
    Drew,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscard,
    WentOut,
)
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import (
    Absence,
    DealResult,
    DealView,
    Fit,
    Lay,
    MatchResult,
    MeldView,
    OpeningView,
    Options,
    Presence,
    SeatKind,
    SeatResult,
    SeatView,
    Stage,
    TableView,
    Take,
    Waiting,
    You,
)

text = st.text(max_size=12) | st.sampled_from(["\x1b[2J", "out", "draw", "K7QX", "김철수", ""])
number = st.integers(-2, 60) | st.sampled_from([-(2**63), 2**31, 10**9])
face = st.integers(0, 52)
faces = st.lists(face, max_size=12).map(tuple)
seat = st.integers(0, 1)
some = st.none() | seat
points = st.tuples(number, st.integers(1, 6))
rules = st.builds(
    RuleSet, preset=st.sampled_from(["", "basic", "a_rather_long_name"])
) | st.sampled_from(
    [
        RuleSet(
            jokers=3,
            opening_points=40,
            melds_per_turn=MeldsPerTurn.ANY,
            lay_off_gate=LayOffGate.AFTER_OPEN,
        ),
        RuleSet(target=None, eliminate_at=101, deal_scoring=DealScoring.PENALTIES, buy_ins=1),
        RuleSet(
            discard_visible=Seen.ALL,
            discard_draw=DiscardDraw.DEEP,
            deal_scoring=DealScoring.MELDS_MINUS_HAND,
        ),
    ]
)


def listed(strategy, size=4):
    return st.lists(strategy, max_size=size).map(tuple)


seats = st.builds(
    SeatView,
    text,
    st.sampled_from(SeatKind),
    points,
    st.sampled_from(Presence),
    st.none() | number,
    st.booleans(),
    text,
    st.booleans(),
    st.booleans(),
)
options = st.builds(
    Options, seats=number, turn_seconds=number, absence=st.sampled_from(Absence)
)
tables = st.builds(
    TableView,
    text,
    text,
    rules,
    options,
    st.sampled_from(Stage),
    st.tuples(seats, seats),
    some,
    listed(text),
    number,
    st.none() | number,
    st.none() | number,
    number,
    st.none() | st.builds(MatchResult, listed(seat), text),
    listed(st.tuples(seat, seat, st.sampled_from(Absence))),
)
entries = st.one_of(
    st.builds(Dealt, number, seat, number, st.none() | face),
    st.builds(Drew, number, seat),
    st.builds(TookDiscard, number, seat, listed(st.none() | face)),
    st.builds(Melded, number, seat, number, faces),
    st.builds(LaidOff, number, seat, number, faces),
    st.builds(TookBack, number, seat, number, faces),
    st.builds(Swapped, number, seat, number, faces, number),
    st.builds(Discarded, number, seat, st.none() | face),
    st.builds(Restocked, number, seat, text, number, st.none() | number),
    st.builds(WentOut, number, seat, st.booleans()),
    st.builds(Blocked, number, seat, text),
)
lines = st.builds(
    SeatResult,
    faces,
    number,
    points,
    points,
    listed(st.tuples(face, number)),
    st.booleans(),
    st.booleans(),
)
results = st.builds(
    DealResult,
    number,
    some,
    st.booleans(),
    text,
    st.tuples(lines, lines),
)
melds = st.builds(MeldView, number, some, faces, listed(seat)) | st.builds(
    MeldView, number, some, st.just((52, 5, 6)), listed(seat), st.tuples(face, face, face)
)
deals = st.builds(
    DealView,
    number,
    seat,
    listed(st.builds(Waiting, seat, text), 2),
    st.tuples(number, number),
    number,
    number,
    faces,
    listed(melds),
    number,
    number,
    listed(entries, 8),
    st.none() | results,
    listed(seat),
)
kinds = st.sampled_from(
    ["draw", "take", "meld", "lay-off", "swap", "discard", "take-back", "end-deal", "nonsense"]
)
lays = st.builds(Lay, faces, faces)
openings = st.builds(
    OpeningView, number, number, number, listed(text | st.just("S3")), st.booleans()
)
yous = st.builds(
    You,
    seat,
    faces,
    listed(kinds),
    st.none() | face,
    st.none() | face,
    listed(faces, 2),
    faces,
    number,
    number,
    listed(st.builds(Fit, face, listed(number, 2))),
    listed(lays, 2),
    listed(st.builds(Fit, face, listed(number, 2))),
    listed(st.builds(Take, number, st.booleans())),
    st.none() | openings,
    text | st.sampled_from(["use", "open", "go-out", "lay-joker"]),
    faces,
)
actions = st.one_of(
    st.just(DrawStock()),
    st.builds(Discard, face),
    st.builds(LayMeld, faces, faces),
    st.builds(LayOff, number, faces, faces),
    st.builds(SwapJoker, number, faces),
    st.builds(TakeDiscard, number),
)
codes = st.sampled_from([code.value for code in Code]) | text
args = st.dictionaries(
    st.sampled_from(["card", "cards", "one", "why", "action", "choices"]),
    text | number | st.sampled_from(["6C|9C", "6C 7C|7C", "|", "6X"]),
)
ids = st.integers(0, 3)
messages = st.one_of(
    st.builds(Update, number, tables, st.none() | deals, st.none() | yous),
    st.builds(Update, number, tables, st.none() | deals, st.none() | yous),
    st.builds(Seated, ids, text, seat | st.integers(0, 63), number, st.none(), number),
    st.builds(Watching, ids, text),
    st.builds(Accepted, ids, number),
    st.builds(Refused, ids, codes, text, args),
    st.builds(Goodbye, codes, args),
    st.builds(Advice, ids, st.none() | actions),
    st.builds(Page, ids, number, listed(entries, 6), st.booleans()),
    st.builds(Chat, seat, text, text),
    st.builds(GameList, ids, listed(rules)),
    st.builds(Welcome, st.tuples(number, number), text, text, text, number, number),
    st.builds(
        Tables,
        ids,
        listed(st.builds(TableLine, text, text, rules, options, text, number, number), 3),
    ),
)
EXAMPLES = 3000 if os.environ.get("PROOF") == "full" else 100
overs = st.none() | st.sampled_from(Over)
SIZE = Size(80, 24)


def looked_at(model, desk):
    """The screen, as bytes that reach a terminal would leave it."""
    lines = [text_of(line) for line in draw(Scene(model, desk, Look(), SIZE, 0.0))]
    assert len(lines) == SIZE.rows
    assert max(map(width, lines)) <= SIZE.columns
    screen = pyte.Screen(SIZE.columns, SIZE.rows)
    stream, told = pyte.Stream(screen), "\r\n".join(line.rstrip() for line in lines)
    # The emulator drops what follows a sign without a width of its own in the same piece.
    odd = any(width(sign) == 0 for sign in told if sign >= " ")
    for piece in told if odd else (told,):
        stream.feed(piece)
    return screen


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    st.lists(messages, max_size=6),
    overs,
    st.lists(st.sampled_from(sorted(COMMANDS)), max_size=4),
    st.integers(0, 30),
)
def test_no_message_makes_the_client_fail(said, over, commands, place) -> None:
    model, desk = hear(Model(), Online()), Desk(over=over, row=place, cursor=place)
    model = asked(model, 1, Act(1, 0, DrawStock()))
    model = asked(model, 2, Act(2, 0, LayMeld((52, 5, 6))))
    for message in said:
        before = model
        with suppress(ProtocolViolation):
            model = hear(model, message)
        desk = settled(desk, before, model)
        looked_at(model, desk)
    for command in commands:
        before = model
        model, desk, _ = obey(model, desk, command, "1")
        desk = settled(desk, before, model)
        looked_at(model, desk)


@settings(max_examples=EXAMPLES, deadline=None)
@example(name="", said="", house="0\U00011038")
@example(name="", said="", house="0\u093e")
@given(text, text, text)
def test_nothing_that_others_wrote_moves_the_cursor_of_the_terminal(name, said, house) -> None:
    from .tables import bot, changed, human, table, update, you

    of = changed(table(human("Ann"), human(name), bot("Cara")), name=house)
    model = hear(Model(), Online())
    for message in (Welcome((1, 0), house, "1", name, 1, 1), Seated(1, "K7QX", 0)):
        model = hear(model, message)
    model = hear(hear(model, update(40, of=of, mine=you())), Chat(1, name, said))
    screen = looked_at(model, Desk())

    for shown, line in zip(
        screen.display, draw(Scene(model, Desk(), Look(), SIZE, 0.0)), strict=True
    ):
        cells = "".join(shown).rstrip()
        assert width(cells) == width(text_of(line).rstrip())
