"""The plain client: each thing once and in words, and nothing done by what is typed wrong."""

from __future__ import annotations

import pytest
import trio

from rummy_client.link import Link
from rummy_client.linkstate import Ended
from rummy_client.plain.client import printer, typed_lines
from rummy_client.plain.words import VERBS
from rummy_client.seatfile import free_seats, hold_seat
from rummy_protocol import cards
from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advice,
    Advise,
    Announcement,
    Bot,
    Chat,
    Create,
    Goodbye,
    History,
    Join,
    Leave,
    ListTables,
    Page,
    Ready,
    Refused,
    Rematch,
    Say,
    Seated,
    Start,
    Tables,
    Vote,
    Watch,
    Watching,
)
from rummy_protocol.news import Dealt, Discarded, Drew, WentOut
from rummy_protocol.views import (
    Absence,
    DealResult,
    Fit,
    MatchResult,
    Presence,
    SeatKind,
    SeatResult,
    SeatView,
    Stage,
)

from .conftest import Plain, update

PLAY = ("meld", "lay-off", "discard", "take-back")


def faces(text):
    return cards.faces(text)


async def sit(house, plain, *views):
    """A plain client in seat 1, which was shown *views*; the visit and the client."""
    ann = plain(opening=(Join(0, "friday", b"", b""),))
    visit = await house.visit()
    await visit.greet()
    join = await visit.next()
    await visit.say(Seated(join.id, "K7QX", 0), *views)
    await ann.says("You have seat 1 at the table K7QX.")
    await shown(visit, ann)
    return visit, ann


async def shown(visit, ann):
    """Wait until all that was said so far has been told."""
    shown.count += 1
    await visit.say(Chat(1, "Bob", f"word {shown.count}"))
    await ann.says(f"Bob says: word {shown.count}")
    ann.lines.pop()


shown.count = 0


async def typed(visit, ann, line):
    """What is put out for *line*, and nothing may be sent for it."""
    ann.lines.clear()
    ann.type(line, "say marker")
    message = await visit.next()
    assert message == Say(message.id, "marker"), f"{line!r} sent something"
    await visit.say(Accepted(message.id))
    return list(ann.lines)


async def test_at_first_it_says_where_one_is_and_how_to_find_out_more(house, plain):
    _, ann = await sit(house, plain)

    assert [line for line in ann.lines if "words" in line or "You are at" in line] == [
        "You are at den, as Ann.",
        "Say help for the words that there are, quit to stop.",
    ]


async def test_a_host_is_told_of_bots_while_there_is_a_seat_for_one(house, plain):
    free = update(host=0)
    full = update(
        host=0, seats=(SeatView("Ann", SeatKind.HUMAN), SeatView("Bob", SeatKind.HUMAN))
    )
    _, one = await sit(house, plain, free)
    _, other = await sit(house, plain, full)

    assert one.lines[-1] == "You are the host: bot easy seats a bot, start begins."
    assert other.lines[-1] == "You are the host: start begins."


async def test_nothing_is_said_of_the_start_where_the_match_begins_by_itself(house, plain):
    ann = plain(opening=(Create(0, "friday", b"", b""), Start(0)))
    visit = await house.visit()
    await visit.greet()
    create = await visit.next()
    await visit.say(Seated(create.id, "K7QX", 0), update())
    await visit.next()
    await shown(visit, ann)

    assert not [line for line in ann.lines if "begins" in line]
    assert "The table friday (K7QX): waiting for players, 1 of 2 seats taken." in ann.lines


@pytest.mark.parametrize(
    ("may", "told"),
    [
        (("draw", "take"), "It is your turn: draw or take the 7H."),
        (("take", "end-deal"), "It is your turn: end the deal or take the 7H."),
        (("meld", "lay-off", "discard"), "You may meld, lay off or discard."),
        (("discard",), "You may discard."),
    ],
)
async def test_it_says_when_it_is_your_turn_and_what_you_may_do(
    house, plain, deal_view, may, told
):
    _, ann = await sit(house, plain, deal_view(may=may))

    assert ann.lines[-1] == told


async def test_nothing_is_said_twice(house, plain, deal_view):
    log = (Dealt(1, 1, 7, faces("7H")[0]), Discarded(2, 1, faces("QD")[0]))
    visit, ann = await sit(house, plain, deal_view(log=log[:1]), deal_view(3, log=log))
    told = list(ann.lines)
    await visit.say(deal_view(3, log=log), deal_view(4, log=log))
    await shown(visit, ann)

    assert ann.lines == told
    assert told.count("Bob discarded the QD.") == 1
    assert told.count("It is your turn: draw or take the 7H.") == 1


async def test_the_drawn_card_is_named_to_its_owner_alone(house, plain, deal_view):
    log = (Dealt(1, 1, 7), Drew(2, 0))
    _, ann = await sit(
        house,
        plain,
        deal_view(log=log[:1]),
        deal_view(3, PLAY, log, fresh=faces("9S")[0]),
    )

    assert "You drew the 9S." in ann.lines
    assert "You drew a card." not in ann.lines


async def test_entries_that_were_missed_are_told_in_their_order(house, plain, deal_view):
    log = tuple(Drew(n, n % 2) for n in range(2, 12))
    first = Dealt(1, 1, 7, faces("7H")[0])
    visit, ann = await sit(house, plain, deal_view(log=(first,)))
    ann.lines.clear()
    await visit.say(deal_view(9, log=log[-3:]))
    ask = await visit.next()

    assert isinstance(ask, History)
    assert not any("drew" in line for line in ann.lines)
    await visit.say(Page(ask.id, 1, log[:-3]))
    await shown(visit, ann)
    told = [line for line in ann.lines if "drew" in line]
    assert told == ["You drew a card.", "Bob drew a card."] * 5


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("draw", DrawStock()),
        ("DRAW", DrawStock()),
        ("take", TakeDiscard()),
        ("meld 8D 8H 8S", LayMeld(faces("8D 8H 8S"))),
        ("meld 8d, 8h, 8s", LayMeld(faces("8D 8H 8S"))),
        ("meld 10H JH QH", LayMeld(faces("TH JH QH"))),
        ("lay off 4C on 2", LayOff(2, faces("4C"))),
        ("lay 4c 8C on meld 2", LayOff(2, faces("4C 8C"))),
        ("lay off 4C", LayOff(2, faces("4C"))),
        ("discard KD", Discard(faces("KD")[0])),
        ("undo", TakeBack()),
        ("take back", TakeBack()),
        ("end deal", EndDeal()),
    ],
)
async def test_words_become_actions(house, plain, deal_view, line, action):
    fits = (Fit(faces("4C")[0], (2,)),)
    visit, ann = await sit(house, plain, deal_view(may=PLAY, fits=fits))

    ann.type(line)

    assert await visit.next() == Act(1, 2, action)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("say good luck", Say(0, "good luck")),
        ("ready", Ready(0)),
        ("start", Start(0)),
        ("rematch", Rematch(0)),
        ("leave", Leave(0)),
        ("hint", Advise(0)),
        ("tables", ListTables(0)),
        ("bot sharp", Bot(0, "sharp")),
        ("bot", Bot(0)),
        ("bot away 3", Bot(0, "", 2)),
        ("vote 2 wait", Vote(0, 1, Absence.WAIT)),
        ("watch K7QX", Watch(0, "K7QX")),
        ("watch K7QX word", Watch(0, "K7QX", "word")),
    ],
)
async def test_words_become_requests(house, plain, deal_view, line, request_):
    visit, ann = await sit(house, plain, deal_view())

    ann.type(line)

    sent = await visit.next()
    assert type(sent) is type(request_)
    assert [getattr(sent, f) for f in sent.__struct_fields__ if f != "id"] == [
        getattr(request_, f) for f in request_.__struct_fields__ if f != "id"
    ]


async def test_a_table_is_created_with_its_options_and_house_rules(house, plain):
    ann = plain()
    visit = await house.visit()
    await visit.greet()
    ann.type("create friday night seats=3 turn=30 bots=easy,sharp going-rummy=double deals=4")

    create = await visit.next()

    assert isinstance(create, Create)
    assert (create.name, create.seats, create.turn_seconds) == ("friday night", 3, 30)
    assert create.bots == ("easy", "sharp")
    assert create.changes == {"going_rummy": "double", "deals": 4}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("dance", "Unknown word: dance. Say help for the words that there are."),
        ("7H 8H 9H", "Unknown word: 7H. Say help for the words that there are."),
        (
            "meld 8D 8X",
            "No card: 8X. Write cards like 7H, TD, AS; for example: meld 7H 8H 9H",
        ),
        (
            "meld",
            "You hold no meld. Say which cards to lay, for example: meld 7H 8H 9H",
        ),
        ("lay off", "Say which card, and on which meld, for example: lay off 4C on 2"),
        ("lay off KD", "Say on which meld, for example: lay off KD on 2"),
        ("lay off 4C on two", "A number is missing, for example: lay off 4C on 2"),
        ("lay off 8S", "Say which: lay off 8S on 2; lay off 8S on 3"),
        ("discard", "Say which one card, for example: discard KD"),
        ("discard KD 8H", "Say which one card, for example: discard KD"),
        ("end", "To end a deal in which nothing is left to draw, say: end deal"),
        ("say", "Say what, for example: say good luck"),
        ("vote", "Say what shall become of an absent seat, one of wait, bot, end, for example: "
         "vote 2 bot"),
        ("join", "Say which table, and its password if it has one, for example: join K7QX"),
        ("create", "Give the table a name, for example: create friday game=NAME seats=3"),
        ("create x target=lots", "target is a number, such as 50, 100, 150, 500; not 'lots'"),
        ("create x luck=more", None),
        ("cards big", "Say cards words for seven of hearts, or cards short for 7H."),
        ("bot sharp easy", "Say one level, for example bot steady; or a seat to free: "
         "bot away 3"),
        ("help dance", "Unknown word: dance. Say help for the words that there are."),
    ],
)  # fmt: skip
async def test_what_is_typed_wrong_gets_one_line_and_changes_nothing(
    house, plain, deal_view, line, told
):
    fits = (Fit(faces("8S")[0], (2, 3)),)
    visit, ann = await sit(house, plain, deal_view(may=PLAY, fits=fits))

    lines = await typed(visit, ann, line)

    assert len(lines) == 1
    assert told is None or lines == [told]


async def test_out_of_turn_one_line_says_whose_turn_it_is(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view(may=()))

    for line in ("draw", "discard KD", "hint"):
        assert await typed(visit, ann, line) == ["It is Bob's turn."]


async def test_a_spectator_can_ask_and_cannot_act(house, plain, deal_view):
    eve = plain(opening=(Watch(0, "friday"),))
    visit = await house.visit()
    await visit.greet()
    watch = await visit.next()
    view = deal_view(may=())
    await visit.say(Watching(watch.id, "K7QX"), view)
    await eve.says("You are watching the table K7QX.")
    await shown(visit, eve)

    assert await typed(visit, eve, "draw") == ["You are watching; only players can do that."]
    assert (await typed(visit, eve, "score"))[0].startswith("The match: to 100; ")


async def test_the_next_line_is_done_when_the_last_is_answered(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())
    ann.type("draw", "discard KD")

    draw = await visit.next()
    with trio.move_on_after(5) as early:
        await visit.next()
    assert early.cancelled_caught
    await visit.say(Accepted(draw.id, 3))
    with trio.move_on_after(5) as early:
        await visit.next()
    assert early.cancelled_caught
    await visit.say(deal_view(3, PLAY))

    assert await visit.next() == Act(2, 3, Discard(faces("KD")[0]))


async def test_a_refusal_is_told_with_its_rule(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view(may=PLAY))
    ann.type("discard KD")
    act = await visit.next()
    await visit.say(Refused(act.id, "just-taken", "R35", {"card": "KD"}))

    await ann.says("You took the KD this turn, so it may not be discarded now (R35).")


async def test_a_hint_is_what_one_would_type(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view(may=PLAY))
    ann.type("hint")
    ask = await visit.next()
    await visit.say(Advice(ask.id, LayOff(2, faces("4C"))))

    await ann.says("Hint: lay off 4C on 2")


async def test_the_hand_is_told_with_what_it_makes(house, plain, deal_view):
    view = deal_view(
        may=PLAY,
        split=(faces("8D 8H 8S"),),
        deadwood=faces("4C 3D KD 9S"),
        dead_points=26,
        fits=(Fit(faces("4C")[0], (2,)),),
        locked=faces("9S")[0],
    )
    visit, ann = await sit(house, plain, view)

    assert await typed(visit, ann, "hand") == [
        "Your hand, 7 cards: 4C 3D 8D KD 8H 8S 9S.",
        "Melds in your hand: 8D 8H 8S.",
        "Deadwood: 4C 3D KD 9S, 26 points.",
        "The 4C fits meld 2.",
        "The 9S may not be discarded this turn.",
    ]


async def test_cards_can_be_heard_in_words(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view(hand=faces("7H TD")))
    await typed(visit, ann, "cards words")

    lines = await typed(visit, ann, "hand")

    assert lines[0] == "Your hand, 2 cards: seven of hearts, ten of diamonds."


async def test_the_table_is_told_as_lines(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())

    assert await typed(visit, ann, "table") == [
        "Deal 1. The stock has 20 cards.",
        "The discard pile has 1 card, the 7H on top.",
        "Meld 2: 5C 6C 7C, laid by Bob.",
        "Cards in hand: Ann 7, Bob 7.",
        "It is your turn: draw or take the 7H.",
    ]


async def test_the_score_sheet_is_told_once(house, plain, deal_view, view):
    lines = (
        SeatResult(faces("KD 8H"), 18, (0, 1), (0, 1)),
        SeatResult((), 0, (18, 1), (18, 1)),
    )
    result = DealResult(1, 1, False, "out", lines)
    log = (WentOut(1, 1, False),)
    over = deal_view(3, (), log, waiting=(), result=result)
    visit, ann = await sit(house, plain, deal_view(may=()))
    ann.lines.clear()
    scoring = view(3, stage=Stage.SCORING, seats=over.table.seats, next_deal=30_000)
    told = type(over)(3, scoring.table, over.deal, over.you)
    await visit.say(told, told)
    await shown(visit, ann)

    assert ann.lines.count("Deal 1 is over.") == 1
    assert "The next deal begins in 30 seconds, or when all are ready." in ann.lines
    assert sum("18" in line for line in ann.lines) >= 2
    assert ann.lines.index("Bob went out.") < ann.lines.index("Deal 1 is over.")


async def test_the_end_of_the_match_is_told(house, plain, deal_view, view):
    visit, ann = await sit(house, plain, deal_view(may=()))
    seats = (SeatView("Ann", SeatKind.HUMAN), SeatView("Bob", SeatKind.HUMAN))
    await visit.say(view(4, stage=Stage.OVER, seats=seats, result=MatchResult((1,), "target")))

    await ann.says("Bob won the match. The target was reached.")


async def test_coming_and_going_is_told_in_different_words(house, plain, view):
    def with_bob(**changes):
        seats = (SeatView("Ann", SeatKind.HUMAN), SeatView("Bob", SeatKind.HUMAN, **changes))
        return view(seats=seats)

    visit, ann = await sit(house, plain, view())
    ann.lines.clear()
    await visit.say(
        with_bob(),
        with_bob(presence=Presence.LOST, hold=120),
        with_bob(presence=Presence.LOST, hold=119),
        with_bob(),
        with_bob(presence=Presence.LEFT),
    )
    await shown(visit, ann)

    assert ann.lines == [
        "Bob took seat 2.",
        "Bob: connection lost, seat held for 120 s.",
        "Bob is back.",
        "Bob: left, a bot plays on.",
    ]


async def test_a_lost_connection_is_told_once_and_so_is_its_return(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())
    ann.lines.clear()
    house.shut = True
    await visit.stream.aclose()
    await trio.sleep(30)
    house.shut = False
    visit = await house.visit()
    await visit.greet()
    resume = await visit.next()
    await visit.say(Seated(resume.id, "K7QX", 0), deal_view())
    await shown(visit, ann)

    assert ann.lines == [
        "The connection is lost: the server closed the connection. Trying again.",
        "You are back in your seat, number 1.",
        "The connection is back.",
    ]


async def test_what_the_house_announces_is_told(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())
    ann.lines.clear()
    await visit.say(
        Announcement("says", {"text": "We close at ten."}),
        Announcement("removed", {"name": "Bob"}),
        Announcement("closes", {"text": "It is late."}),
        Announcement("drains"),
    )
    await shown(visit, ann)

    assert ann.lines == [
        "The house says: We close at ten.",
        "The house has taken Bob from the table.",
        "The house closes this table: It is late.",
        "The house is about to close: it takes nobody new and begins no match. What is being "
        "played goes on.",
    ]


async def test_a_planned_break_is_told_with_its_time_and_counted_down(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())
    ann.lines.clear()
    await visit.say(Goodbye("shutdown", {"seconds": 130}))
    visit = await house.visit()
    await visit.greet()
    resume = await visit.next()
    await visit.say(Seated(resume.id, "K7QX", 0), deal_view())
    await shown(visit, ann)

    assert ann.lines == [
        "The house closes for a moment and keeps your seat. It should be open again in 130 s.",
        *(
            f"The house should be open again in {left} s."
            for left in (120, 60, 50, 40, 30, 20, 10)
        ),
        "You are back in your seat, number 1.",
        "The connection is back.",
    ]


async def test_a_house_that_does_not_open_in_time_is_waited_for(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())
    ann.lines.clear()
    house.shut = True
    await visit.say(Goodbye("shutdown", {"seconds": 5}))
    await trio.sleep(100)

    assert ann.lines == [
        "The house closes for a moment and keeps your seat. It should be open again in 5 s.",
        "Still no connection. Trying again every ten seconds.",
    ]


async def test_the_end_of_the_link_is_told_in_one_line(house, plain):
    ann = plain()
    visit = await house.visit()
    await visit.greet()
    await visit.say(Goodbye("replaced"))

    assert (await ann.ends()).code == "replaced"
    assert ann.lines[2:] == [
        "Your seat was taken up from another terminal. This one has let go of it."
    ]


async def test_quit_ends_and_keeps_the_seat(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())

    ann.type("quit")

    assert (await ann.ends()).code == "bye"
    with pytest.raises(EOFError):
        await visit.next()


async def test_the_end_of_the_input_ends_a_player_but_not_who_stays(house, plain):
    ann, eve = plain(), plain(stay=True)
    for _ in range(2):
        visit = await house.visit()
        await visit.greet()
    ann.end_input()
    eve.end_input()

    await ann.ends()
    await trio.sleep(20)
    assert eve.goodbye is None


async def test_wait_reads_on_when_there_is_something_to_do(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view(may=()))
    ann.type("wait", "draw")
    with trio.move_on_after(5) as early:
        await visit.next()
    assert early.cancelled_caught

    await visit.say(deal_view(3))

    assert isinstance(await visit.next(), Act)


async def test_what_is_asked_at_first_stops_at_a_refusal(house, plain):
    ann = plain(opening=(Create(0, "friday", b"", b""), Start(0)))
    visit = await house.visit()
    await visit.greet()
    create = await visit.next()
    await visit.say(Refused(create.id, "too-many-tables"))
    ann.type("tables")

    assert isinstance(await visit.next(), ListTables)


async def test_the_lobby_is_told_as_lines(house, plain):
    ann = plain(opening=(ListTables(0),))
    visit = await house.visit()
    await visit.greet()
    ask = await visit.next()
    await visit.say(Tables(ask.id, ()))

    await ann.says("There are no tables yet. Open one with: create NAME")


async def test_nobody_who_reads_ends_the_client(house, plain):
    def broken(line):
        raise BrokenPipeError

    ann = plain(write=broken)
    visit = await house.visit()
    await visit.greet()

    assert (await ann.ends()).code == "bye"


async def test_help_names_every_word(house, plain):
    ann = plain()
    visit = await house.visit()
    await visit.greet()
    ann.type("help")
    await ann.says("help: these words")

    assert len(ann.lines) == 2 + len(VERBS)
    assert all(any(line.startswith(verb.usage) for line in ann.lines) for verb in VERBS)


async def test_no_byte_of_an_escape_sequence_is_put_out(house, plain, deal_view):
    class Stream:
        written = ""

        def write(self, text):
            self.written += text

        def flush(self):
            pass

    stream = Stream()
    printer(stream)("a\x1b[2J\x9b\x07\r\n\u202eb")

    assert stream.written == "a\ufffd[2J\ufffd\ufffd\ufffd\ufffd\ufffdb\n"


async def test_lines_are_read_from_a_pipe_however_they_come(tmp_path):
    told = tmp_path / "told"
    told.write_bytes(b"draw\nmeld 8D\xff\n" + b"x" * 5000 + b"\nquit")

    with told.open("rb") as file:
        lines = [line async for line in typed_lines(file.fileno())]

    assert lines[:2] == ["draw", "meld 8D\ufffd"]
    assert len(lines[2]) == 1024
    assert lines[3] == "quit"


async def test_who_is_shown_out_is_told_once(house, plain):
    eve = plain(opening=(Watch(0, "K7QX"),), stay=True)
    visit = await house.visit()
    await visit.greet()
    await visit.say(Watching((await visit.next()).id, "K7QX"), update())
    await eve.says("You are watching the table K7QX.")
    await visit.say(Goodbye("shown-out"))
    visit = await house.visit()
    await visit.greet()
    claim = await visit.next()
    await visit.say(Refused(claim.id, "shown-out"))
    await shown(visit, eve)

    told = [line for line in eve.lines if "want you to watch" in line or "again" in line]
    assert told == ["The host of the table does not want you to watch."]


async def test_a_table_that_is_no_more_leads_back_to_the_lobby(house, plain, deal_view):
    visit, ann = await sit(house, plain, deal_view())
    await visit.stream.aclose()
    visit = await house.visit()
    await visit.greet()
    resume = await visit.next()
    await visit.say(Refused(resume.id, "seat-lost"))
    await ann.says("Your seat is no longer held here. Join a table again.")

    assert await typed(visit, ann, "table") == ["You are at no table."]
    assert (await typed(visit, ann, "draw"))[0] == "You are not at a table."


@pytest.mark.parametrize("kept", [True, False])
async def test_who_names_a_table_sits_down_there_only_if_the_kept_seat_is_lost(
    nursery, house, client, folder, entropy, kept
):
    one = client()
    one.ask(Join(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    await visit.say(Seated((await visit.next()).id, "K7QX", 0))
    await one.hears(Seated)
    one.link.close()
    await one.hears(Ended)
    (path,) = free_seats(folder)
    link = Link(house.connect, "Ann", where=("den", 7866), folder=folder, entropy=entropy,
                seat=hold_seat(path), patient=True)  # fmt: skip
    ann = Plain(nursery, link, opening=(Join(0, "friday", b"", b""),))
    visit = await house.visit()
    await visit.greet()
    claim = (await visit.next()).id
    await visit.say(Seated(claim, "K7QX", 0) if kept else Refused(claim, "seat-lost"))
    ann.type("say marker")

    asked = await visit.next()
    assert isinstance(asked, Say if kept else Join)


async def test_the_first_deal_of_a_rematch_is_told_though_it_bears_the_same_number(
    house, plain, deal_view
):
    before = (Dealt(1, 1, 7, faces("7H")[0]), Drew(2, 1), WentOut(3, 1, False))
    lines = (SeatResult(faces("KD"), 10, (0, 1), (0, 1)), SeatResult((), 0, (10, 1), (10, 1)))
    result = DealResult(1, 1, False, "out", lines)
    last = deal_view(5, (), before, waiting=(), result=result)
    after = (Dealt(1, 0, 7, faces("QD")[0]),)
    visit, ann = await sit(house, plain, last)
    ann.lines.clear()

    await visit.say(deal_view(6, ("draw",), after))
    await shown(visit, ann)

    assert ann.lines[0] == "You dealt 7 cards to each player; the QD was turned up."


async def test_another_match_at_the_same_table_is_told_from_its_beginning(
    house, plain, deal_view, view
):
    """Between two matches there is a table without a deal."""
    before = (Dealt(1, 1, 7, faces("7H")[0]), Drew(2, 1))
    after = (Dealt(1, 0, 7, faces("QD")[0]), Drew(2, 1))
    visit, ann = await sit(house, plain, deal_view(5, (), before))
    seats = (SeatView("Ann", SeatKind.HUMAN), SeatView("Bob", SeatKind.HUMAN))
    await visit.say(view(5, stage=Stage.OVER, seats=seats))
    await shown(visit, ann)
    ann.lines.clear()

    await visit.say(deal_view(6, ("draw",), after))
    await shown(visit, ann)

    assert ann.lines[:2] == [
        "You dealt 7 cards to each player; the QD was turned up.",
        "Bob drew a card.",
    ]
