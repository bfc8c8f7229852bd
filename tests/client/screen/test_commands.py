"""What follows from a key: a request, a question or a clear line, and no accident."""

from __future__ import annotations

import pytest

from rummy_client.commands.lobby import entered, line_start, request_of
from rummy_client.commands.obey import COMMANDS, Local, obey
from rummy_client.commands.spelled import SPELLED
from rummy_client.desk import Desk, Over, Writing, hand_of, settled
from rummy_client.form import Form, rows_of, with_row
from rummy_client.linkstate import Lost
from rummy_client.model import asked, hear
from rummy_client.moment import command_for
from rummy_client.order import Sort
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
    Advise,
    Bot,
    Create,
    History,
    Join,
    Leave,
    ListTables,
    Ready,
    Refused,
    Rematch,
    Say,
    Start,
    TableLine,
    Tables,
    Vote,
    Watch,
)
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Absence, Lay, Options, SeatKind, SeatView, Stage

from .tables import (
    HAND,
    WELCOME,
    bot,
    changed,
    deal,
    faces,
    heard,
    human,
    lost,
    my_draw,
    one,
    others_turn,
    scored,
    seated,
    table,
    update,
    watching,
    you,
)

from rummy_client.linkstate import Online  # isort: skip
from rummy_client.model import Model  # isort: skip


def asks(model, command, desk=None, pressed=""):
    """The requests that a command leads to."""
    return obey(model, desk or Desk(), command, pressed).effects


def says(model, command, desk=None, pressed=""):
    """What the player is told, when nothing is sent."""
    outcome = obey(model, desk or Desk(), command, pressed)
    assert outcome.effects == ()
    return outcome.model.notice.text


def picked(cards):
    return Desk(picks=faces(cards))


def waiting_room(*seats, **more):
    seats = seats or (human("Ann"), human("Bob"), SeatView("", SeatKind.OPEN))
    model = seated(of=table(*seats, stage=Stage.GATHERING, **more), mine=None)
    return changed(model, deal=None, you=None)


def lobby(*lines):
    return heard(Model(), Online(), WELCOME, Tables(1, lines))


def line(id="K7QX", password=False, watch_code=False, **more):
    options = Options(password=password, watch_code=watch_code)
    fields = {"name": "friday", "rules": table().rules, "stage": "gathering"} | more
    return TableLine(id, options=options, taken=1, humans=1, **fields)


# --- plays ---------------------------------------------------------------------------------


def test_the_keys_of_a_turn_ask_for_its_plays() -> None:
    assert asks(my_draw(), "draw-stock") == (Act(0, 40, DrawStock()),)
    assert asks(my_draw(), "take-discard") == (Act(0, 40, TakeDiscard()),)
    melds = asks(seated(), "lay-meld", picked("2C 3C 4C"))
    assert melds == (Act(0, 40, LayMeld(faces("2C 3C 4C"))),)
    back = seated(mine=you(("discard", "take-back")))
    assert asks(back, "take-back") == (Act(0, 40, TakeBack()),)


@pytest.mark.parametrize(
    "command", ["draw-stock", "take-discard", "lay-meld", "discard", "take-back", "lay-off"]
)
def test_a_play_out_of_turn_says_whose_turn_it_is(command) -> None:
    assert says(others_turn(), command) == "It is Bob's turn."


@pytest.mark.parametrize("command", ["draw-stock", "discard", "lay-meld"])
def test_a_watcher_is_told_that_he_watches(command) -> None:
    assert "watching" in says(watching(), command)


@pytest.mark.parametrize("command", ["lay-meld", "lay-off", "discard"])
def test_who_has_not_drawn_is_told_to_draw_first(command) -> None:
    assert "First take a card" in says(my_draw(), command, picked("2C 3C 4C"))


def test_two_cards_are_no_meld() -> None:
    assert "at least three" in says(seated(), "lay-meld", picked("2C 3C"))


def test_a_card_that_fits_one_meld_goes_there_without_a_question() -> None:
    assert asks(seated(), "lay-off", picked("TS")) == (Act(0, 40, LayOff(1, faces("TS"))),)


def test_without_picks_the_card_at_the_cursor_is_meant() -> None:
    place = hand_of(seated(), Desk()).index(one("QS"))

    sent = asks(seated(), "lay-off", Desk(cursor=place))
    assert sent == (Act(0, 40, LayOff(2, faces("QS"))),)


def two_homes():
    fits = you().fits
    both = changed(fits[0], melds=(1, 2))
    return seated(mine=you(fits=(both, fits[1])))


def test_only_where_two_melds_fit_it_is_asked_which() -> None:
    outcome = obey(two_homes(), picked("TS"), "lay-off")

    assert outcome.effects == ()
    assert (outcome.desk.over, outcome.desk.choice) == (Over.CHOOSE, (1, 2))
    sent = asks(outcome.model, "choose", outcome.desk, "2")
    assert sent == (Act(0, 40, LayOff(2, faces("TS"))),)


def test_a_number_that_is_no_answer_leaves_the_question_open() -> None:
    outcome = obey(two_homes(), picked("TS"), "lay-off")
    wrong = obey(outcome.model, outcome.desk, "choose", "7")

    assert wrong.effects == ()
    assert wrong.desk.over is Over.CHOOSE


def test_cards_that_fit_together_go_to_the_meld_they_have_in_common() -> None:
    sent = asks(two_homes(), "lay-off", picked("TS QS"))

    assert sent == (Act(0, 40, LayOff(2, faces("TS QS"))),)


def test_a_card_that_fits_nowhere_is_left_to_the_server_to_refuse() -> None:
    assert asks(seated(), "lay-off", picked("5H")) == (Act(0, 40, LayOff(1, faces("5H"))),)


def test_an_empty_table_has_nothing_to_lay_off_to() -> None:
    bare = seated(at=deal(melds=()))

    assert "no meld on the table" in says(bare, "lay-off", picked("5H"))


# --- the guard -----------------------------------------------------------------------------


def test_a_discard_takes_two_different_keys() -> None:
    """The first asks, and Enter answers; the first key again does not (U35)."""
    asked_first = obey(seated(), picked("KD"), "discard")
    same_key = command_for(asked_first.model, asked_first.desk, "d")
    enter = command_for(asked_first.model, asked_first.desk, "enter")

    assert asked_first.effects == ()
    assert asked_first.desk.card == one("KD")
    assert same_key == "dismiss"
    assert asks(asked_first.model, enter, asked_first.desk) == (Act(0, 40, Discard(one("KD"))),)


def test_any_other_key_keeps_the_card_and_does_nothing_else() -> None:
    outcome = obey(seated(), picked("KD"), "discard")

    for key in ("s", "q", "left", "m", "x", "escape"):
        assert command_for(outcome.model, outcome.desk, key) == "dismiss"
    kept = obey(outcome.model, outcome.desk, "dismiss")
    assert kept.effects == ()
    assert kept.desk.over is None


def test_the_guard_can_be_switched_off() -> None:
    desk = obey(seated(), picked("KD"), "single-key").desk

    assert asks(seated(), "discard", desk) == (Act(0, 40, Discard(one("KD"))),)


def test_several_picked_cards_are_not_discarded() -> None:
    assert "One card" in says(seated(), "discard", picked("KD 5H"))


def test_ending_the_deal_asks_before() -> None:
    at = deal(waiting=(0, "draw"), stock=0)
    model = seated(at=at, mine=you(("take", "end-deal")))
    outcome = obey(model, Desk(), "end-deal")

    assert outcome.effects == ()
    assert asks(model, "confirm-end-deal", outcome.desk) == (Act(0, 40, EndDeal()),)


def test_a_question_is_withdrawn_when_it_no_longer_makes_sense() -> None:
    """A late Enter must not play what another view was asked about (X-53)."""
    before = seated()
    desk = obey(before, picked("KD"), "discard").desk
    after = hear(before, update(43, at=deal(waiting=(1, "draw")), mine=you(())))

    assert settled(desk, before, after).over is None


def test_picks_that_left_the_hand_are_picked_no_longer() -> None:
    before = seated()
    after = hear(before, update(41, mine=you(hand=faces("5H TS"))))

    assert settled(picked("2C TS"), before, after).picks == faces("TS")


# --- no accidents of repetition ------------------------------------------------------------


def test_what_was_asked_is_not_asked_again_before_its_answer() -> None:
    """A key that is held down, or pressed twice, draws one card (U34)."""
    model = my_draw()
    first = obey(model, Desk(), "draw-stock")
    model = asked(first.model, 5, first.effects[0])
    second = obey(model, Desk(), "draw-stock")
    accepted = hear(model, Accepted(5, 41))
    third = obey(accepted, Desk(), "draw-stock")

    assert second.effects == third.effects == ()
    assert hear(accepted, update(41, mine=you())).may == ("meld", "lay-off", "discard")


def test_nothing_is_sent_without_a_connection() -> None:
    model = heard(my_draw(), Lost(2.0))

    assert "no connection" in says(model, "draw-stock")


@pytest.mark.parametrize("key", ["s", "t", "m", "l", "d", "u", "enter", "space"])
def test_no_key_of_the_game_is_a_key_of_chat_or_of_leaving(key) -> None:
    assert command_for(seated(), Desk(), key) not in {"chat", "ask-quit", "quit", "leave"}


def test_quitting_asks_and_its_keys_are_not_beside_it() -> None:
    """Held down, the key does not answer its own question (X-95)."""
    rows = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    beside_q = {"w", "a"}
    opened = obey(seated(), Desk(), "ask-quit").desk

    assert opened.over is Over.QUIT
    assert command_for(seated(), opened, "q") is None
    for key in beside_q:
        assert command_for(seated(), Desk(), key) is None, rows
        assert command_for(seated(), opened, key) is None


def test_quitting_keeps_the_seat_and_leaving_gives_it_up() -> None:
    desk = Desk(over=Over.QUIT)

    assert asks(seated(), "quit", desk) == (Local.QUIT,)
    assert asks(seated(), "leave", desk) == (Leave(0),)


def test_a_table_that_was_closed_is_left_at_once() -> None:
    """Nobody is there to answer; the lobby is (X-99)."""
    outcome = obey(scored(Stage.CLOSED), Desk(over=Over.QUIT), "leave")

    assert outcome.effects == ()
    assert not outcome.model.at_table
    assert outcome.model.tables is None


# --- the hand ------------------------------------------------------------------------------


def test_the_hand_is_sorted_by_melds_then_suit_then_rank() -> None:
    model, desk = seated(), Desk()
    orders = []
    for _ in range(3):
        orders.append(hand_of(model, desk))
        desk = obey(model, desk, "sort").desk

    assert orders == [
        faces("2C 3C 4C 5H TS QS KD"),
        faces("2C 3C 4C KD 5H TS QS"),
        faces("2C 3C 4C 5H TS QS KD"),
    ]
    assert desk.sort is Sort.MELDS


def test_the_cursor_keeps_its_card_when_the_order_changes() -> None:
    model = seated()
    desk = Desk(cursor=hand_of(model, Desk()).index(one("KD")))
    sorted_anew = obey(model, desk, "sort").desk

    assert hand_of(model, sorted_anew)[sorted_anew.cursor] == one("KD")


def test_the_cursor_goes_to_the_card_that_was_drawn() -> None:
    before = seated(mine=you(("draw",), hand=faces("2C 3C KD"), fresh=None))
    after = hear(before, update(41, mine=you(hand=faces("2C 3C 8H KD"), fresh=one("8H"))))
    desk = settled(Desk(), before, after)

    assert hand_of(after, desk)[desk.cursor] == one("8H")


def test_cards_are_picked_and_put_back_with_one_key() -> None:
    model = seated()
    desk = obey(model, Desk(cursor=1), "pick").desk

    assert desk.picks == faces("3C")
    assert obey(model, desk, "pick").desk.picks == ()


def test_the_melds_of_the_hand_are_picked_one_after_the_other() -> None:
    melds = (faces("2C 3C 4C"), faces("5H 5S 5D"))
    model = seated(mine=you(can_meld=tuple(map(Lay, melds))))
    once = obey(model, Desk(), "pick-meld").desk
    twice = obey(model, once, "pick-meld").desk

    assert (once.picks, twice.picks) == melds
    assert obey(model, twice, "pick-meld").desk.picks == melds[0]


def test_a_hand_without_a_meld_says_so() -> None:
    assert "no meld" in says(seated(mine=you(can_meld=())), "pick-meld")


@pytest.mark.parametrize(
    ("command", "start", "place"),
    [("left", 0, 0), ("left", 3, 2), ("right", 6, 6), ("first", 5, 0), ("last", 0, 6)],
)
def test_the_cursor_stays_in_the_hand(command, start, place) -> None:
    assert len(HAND) == 7
    assert obey(seated(), Desk(cursor=start), command).desk.cursor == place


def test_a_split_that_does_not_add_up_is_not_believed() -> None:
    model = seated(mine=you(split=(faces("AS 2S 3S"),)))

    assert sorted(hand_of(model, Desk())) == sorted(HAND)


# --- people --------------------------------------------------------------------------------


def test_a_hint_is_asked_for_on_ones_own_turn_only() -> None:
    assert asks(seated(), "hint") == (Advise(0),)
    assert "Bob's turn" in says(others_turn(), "hint")


def test_chat_goes_out_when_its_line_is_ended_and_not_before() -> None:
    model = seated()
    desk = obey(model, Desk(), "chat").desk
    outcome = entered(model, desk, "well played")

    assert desk.writing is Writing.CHAT
    assert outcome.effects == (Say(0, "well played"),)
    assert outcome.desk.writing is None


def test_a_line_that_cannot_be_sent_stays_open() -> None:
    model = heard(seated(), Lost(1.0))
    outcome = entered(model, Desk(writing=Writing.CHAT), "well played")

    assert outcome.effects == ()
    assert outcome.desk.writing is Writing.CHAT


def test_an_empty_line_is_no_message() -> None:
    outcome = entered(seated(), Desk(writing=Writing.CHAT), "   ")

    assert outcome.effects == ()
    assert outcome.desk.writing is None


def test_the_vote_is_about_who_is_absent_and_goes_from_one_to_the_next() -> None:
    model = seated(of=table(human("Ann"), lost("Bob"), lost("Cara")))
    first = obey(model, Desk(), "vote").desk
    second = obey(model, first, "vote").desk

    assert (first.absent, second.absent) == (1, 2)
    assert asks(model, "vote-bot", second) == (Vote(0, 2, Absence.BOT),)
    assert asks(model, "vote-wait", first) == (Vote(0, 1, Absence.WAIT),)
    assert asks(model, "vote-end", first) == (Vote(0, 1, Absence.END),)


def test_there_is_no_vote_on_who_is_back() -> None:
    model = seated()

    assert "Bob is back" in says(model, "vote-end", Desk(over=Over.VOTE, absent=1))


def test_the_next_deal_and_another_match_are_asked_for_with_different_keys() -> None:
    assert asks(scored(), "ready") == (Ready(0, True),)
    assert asks(scored(Stage.OVER), "rematch") == (Rematch(0),)
    assert command_for(scored(Stage.OVER), Desk(), "r") is None


def test_the_log_asks_for_what_was_never_seen() -> None:
    late = watching(at=deal(log=seated().log[3:]))

    assert asks(late, "log") == (History(0, 0),)
    assert asks(seated(), "log") == ()


# --- the house -----------------------------------------------------------------------------


def test_a_table_is_joined_or_watched() -> None:
    model = lobby(line(), line("PPPP"))

    assert asks(model, "join") == (Join(0, "K7QX", b"", b""),)
    assert asks(model, "watch", Desk(row=1)) == (Watch(0, "PPPP"),)


def test_a_table_with_a_password_asks_for_it_first() -> None:
    model = lobby(line(password=True))
    desk = obey(model, Desk(), "watch").desk

    assert desk.writing is Writing.PASSWORD
    assert entered(model, desk, "pass word").effects == (Watch(0, "K7QX", "pass word"),)
    desk = obey(model, Desk(), "join").desk
    assert entered(model, desk, "x").effects == (Join(0, "K7QX", b"", b"", "x"),)


def test_a_table_with_a_watch_code_asks_those_for_it_who_watch_and_nobody_else() -> None:
    model = lobby(line(watch_code=True))
    for desk in (
        obey(model, Desk(), "watch").desk,
        SPELLED["watch"].run(model, Desk(), "k7qx").desk,
    ):
        assert desk.writing is Writing.WATCH_CODE
        assert entered(model, desk, "an owl").effects == (Watch(0, "K7QX", "an owl"),)
    assert asks(model, "join") == (Join(0, "K7QX", b"", b""),)


def test_a_wrong_watch_code_opens_its_line_again_and_says_what_it_was() -> None:
    before = asked(lobby(), 4, Watch(4, "friday", "no"))
    after = hear(before, Refused(4, "wrong-password", args={"to": "watch"}))
    desk = settled(Desk(), before, after)

    assert (desk.writing, desk.target, desk.watch) == (Writing.WATCH_CODE, "friday", True)
    assert entered(after, desk, "owl").effects == (Watch(0, "friday", "owl"),)


def test_the_form_takes_a_watch_code_where_anybody_may_watch() -> None:
    form = Form(games=(RuleSet(),), name="friday", watch_code="owl")
    place = [row.name for row in rows_of(form)].index("watch_code")
    desk = obey(lobby(), Desk(creating=True, row=place, form=form), "create").desk
    assert (desk.writing, line_start(desk)) == (Writing.TABLE_WATCH_CODE, "owl")

    written = entered(lobby(), desk, "an owl").desk
    assert request_of(written.form).watch_code == "an owl"
    closed = with_row(written.form, "spectators", False)
    assert "watch_code" not in [row.name for row in rows_of(closed)]
    assert request_of(closed).watch_code == ""


def test_a_wrong_password_opens_the_line_again() -> None:
    before = asked(lobby(), 4, Join(4, "K7QX", b"", b""))
    desk = settled(Desk(), before, hear(before, Refused(4, "wrong-password")))

    assert (desk.writing, desk.target, desk.watch) == (Writing.PASSWORD, "K7QX", False)


def test_a_table_is_found_by_its_code() -> None:
    desk = obey(lobby(), Desk(), "join-code").desk

    assert entered(lobby(), desk, "k7qx").effects == (Join(0, "k7qx", b"", b""),)


def test_an_empty_lobby_says_how_to_go_on() -> None:
    assert "n makes one" in says(lobby(), "join")
    assert asks(lobby(), "refresh") == (ListTables(0),)


def test_a_new_table_bears_ones_name() -> None:
    desk = obey(lobby(), Desk(), "new-table").desk

    assert desk.creating
    assert desk.form.name == "Ann's table"


def test_enter_writes_where_there_is_text_and_opens_the_table_elsewhere() -> None:
    model = lobby()
    desk = Desk(creating=True, row=1, form=Form(name="friday"))
    on_text = obey(model, desk, "create").desk
    named = entered(model, on_text, "monday").desk
    elsewhere = obey(model, changed(named, row=3), "create")

    assert on_text.writing is Writing.TABLE_NAME
    assert named.form.name == "monday"
    assert isinstance(elsewhere.effects[0], Create)
    assert elsewhere.effects[0].name == "monday"


def test_a_table_without_a_name_is_not_opened() -> None:
    assert "needs a name" in says(lobby(), "create", Desk(creating=True, row=3))


def test_the_host_seats_bots_and_takes_them_out() -> None:
    people = (human("Ann"), bot("Cara"), SeatView("", SeatKind.OPEN))
    model = waiting_room(*people)

    assert asks(model, "bot-sharp", Desk(row=2)) == (Bot(0, "sharp", 2),)
    assert asks(model, "bot-easy", Desk(row=1)) == (Bot(0, "easy"),)
    assert asks(model, "bot-out", Desk(row=1)) == (Bot(0, "", 1),)
    assert "No bot" in says(model, "bot-out", Desk(row=0))
    assert asks(model, "start") == (Start(0),)


def test_only_the_host_has_the_keys_of_the_host() -> None:
    guest = changed(waiting_room(host=1), seat=0)

    assert command_for(guest, Desk(), "enter") is None
    assert command_for(guest, Desk(), "3") is None
    assert command_for(guest, Desk(), "r") == "ready"


def test_readiness_is_taken_back_with_the_same_key() -> None:
    ready = waiting_room(human("Ann", ready=True), human("Bob"), SeatView("", SeatKind.OPEN))

    assert asks(ready, "ready") == (Ready(0, False),)


def test_every_command_of_the_key_table_is_known() -> None:
    from rummy_client.keymap import KEYS

    known = set(COMMANDS)
    starts = {key.command for key in KEYS if key.where in ("start", "found")}
    assert {key.command for key in KEYS} - starts <= known


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.parametrize(
    "model",
    [Model(), lobby(), lobby(line()), seated(), others_turn(), watching(), scored(), my_draw()],
    ids=["new", "empty", "lobby", "turn", "others", "watching", "sheet", "draw"],
)
def test_no_command_fails_in_any_situation(command, model) -> None:
    for desk in (Desk(), picked("2C"), Desk(row=50, cursor=50)):
        outcome = obey(model, desk, command, "1")
        assert all(getattr(effect, "id", 0) == 0 for effect in outcome.effects)
