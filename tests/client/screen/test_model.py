"""What a client knows after what it has heard."""

from __future__ import annotations

import pytest

from rummy_client.desk import Desk, Over, settled
from rummy_client.feed import Aside, Change, Spoken
from rummy_client.linkstate import Connecting, Ended, Lost, Online
from rummy_client.model import Model, asked, busy, hear, pending_of, wanted
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.choices import Seen
from rummy_protocol.errors import ProtocolViolation
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advice,
    Advise,
    Chat,
    Goodbye,
    History,
    Join,
    Leave,
    ListTables,
    Page,
    Ping,
    Refused,
    Seated,
    Tables,
)
from rummy_protocol.news import Discarded, Drew
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Presence

from .tables import (
    LOG,
    WELCOME,
    bot,
    changed,
    deal,
    heard,
    human,
    one,
    scored,
    seated,
    table,
    update,
    watching,
    you,
)


def test_a_view_replaces_the_one_before() -> None:
    model = seated(update(41, at=deal(stock=22), mine=you()))

    assert (model.seq, model.deal.stock) == (41, 22)


def test_who_has_moved_up_for_another_match_knows_his_seat() -> None:
    model = seated(update(41, at=deal(), mine=changed(you(), seat=1)))

    assert model.seat == 1


def test_a_ping_says_nothing() -> None:
    model = seated()

    assert hear(model, Ping()) is model


def test_an_act_holds_back_the_next_until_its_consequence_is_seen() -> None:
    model = asked(seated(), 7, Act(7, 40, Discard(one("KD"))))
    answered = hear(model, Accepted(7, 42))
    stale = hear(answered, update(41, mine=you()))

    assert busy(model)
    assert model.may == ()
    assert busy(answered)
    assert busy(stale)
    assert not busy(hear(stale, update(42, mine=you())))


def test_a_refusal_is_one_line_and_changes_nothing_else() -> None:
    model = asked(seated(), 7, Act(7, 40, Discard(one("KD"))))
    told = hear(model, Refused(7, "just-taken", "R35", {"card": "KD"}))

    assert "R35" in told.notice.text
    assert changed(told, notice=None, pending={}) == changed(model, pending={})


def test_acts_survive_the_loss_of_the_connection_and_other_requests_do_not() -> None:
    model = asked(asked(seated(), 7, Act(7, 40, DrawStock())), 8, ListTables(8))
    model = heard(model, Lost(2.0, "reset"))

    assert pending_of(model, Act)
    assert not pending_of(model, ListTables)


def test_the_last_answer_settles_an_act_after_the_return() -> None:
    model = asked(seated(), 7, Act(7, 40, DrawStock()))
    back = heard(
        model, Lost(2.0), Online(), Seated(1, "K7QX", 0, 7, Refused(7, "not-now", "E51"))
    )

    assert not busy(back)
    assert "E51" in back.notice.text


def test_a_return_forgets_what_was_awaited_on_the_old_connection() -> None:
    model = hear(asked(seated(), 7, Act(7, 40, DrawStock())), Accepted(7, 50))
    back = heard(model, Lost(1.0), Online(), Seated(1, "K7QX", 0, 7, Accepted(7, 50)))

    assert not busy(back)


def test_the_end_of_the_link_is_told_and_nothing_is_awaited_any_more() -> None:
    model = hear(asked(seated(), 7, Act(7, 40, DrawStock())), Ended(Goodbye("replaced")))

    assert model.notice.bad
    assert not model.pending


def test_the_log_is_kept_over_views_and_pages() -> None:
    later = (Drew(8, 2), Discarded(9, 2, one("3H")))
    model = seated(update(42, at=deal(log=LOG[3:] + later)))
    old = Drew(1, 1)
    late = watching(update(41, at=deal(log=later)))
    filled = hear(asked(late, 3, History(3, 0)), Page(3, 1, (old, *LOG[1:]), more=False))

    assert [entry.n for entry in model.log] == list(range(1, 10))
    assert [entry.n for entry in filled.log] == list(range(1, 10))
    assert not filled.pending


def test_a_new_deal_begins_a_new_log() -> None:
    model = seated(update(50, at=deal(number=2, log=(Drew(1, 0),))))

    assert model.log == (Drew(1, 0),)


def test_a_page_of_another_deal_is_put_aside() -> None:
    model = hear(asked(seated(), 3, History(3)), Page(3, 7, (Drew(99, 0),)))

    assert model.log == LOG
    assert not model.pending


def test_a_gap_in_the_log_is_asked_for() -> None:
    model = seated(update(60, at=deal(log=(Drew(20, 0),))))

    assert wanted(model) == (History(0, 7),)
    assert wanted(asked(model, 5, History(5, 7))) == ()


def test_a_page_that_is_not_the_last_asks_for_the_next() -> None:
    model = watching(update(60, at=deal(log=(Drew(90, 0),))))
    model = hear(asked(model, 3, History(3)), Page(3, 1, LOG, more=True))

    assert wanted(model) == (History(0, 7),)


def test_covered_discards_lose_their_faces_where_only_the_top_may_be_seen() -> None:
    """As the server's log does it: after more than a round (E09)."""
    log = tuple(Discarded(n, n % 3, one("KD")) for n in range(1, 6))
    open_pile = table(rules=RuleSet(discard_visible=Seen.ALL))
    closed = seated(at=deal(log=log)).log
    known = seated(of=open_pile, at=deal(log=log)).log

    assert [entry.card is not None for entry in closed] == [False, False, True, True, True]
    assert all(entry.card is not None for entry in known)


def test_what_was_missed_is_asked_for_and_marked() -> None:
    """The digest holds exactly what the log tells of the time (U09)."""
    before = heard(Model(), Online(), WELCOME, Seated(1, "K7QX", 0, missed_from=4))
    model = hear(before, update(60, at=deal(log=(Drew(9, 1), Drew(10, 2))), mine=you()))
    page = tuple(Drew(n, 1) for n in range(5, 9))
    whole = hear(asked(model, 3, History(3, 4)), Page(3, 1, page))

    assert wanted(model) == (History(0, 4),)
    assert (whole.away.after, whole.away.upto) == (4, 10)
    assert [entry.n for entry in whole.log] == [5, 6, 7, 8, 9, 10]
    assert wanted(whole) == ()


def test_where_nothing_happened_meanwhile_the_hand_is_shown_at_once() -> None:
    """A digest of nothing would lie over the hand (U11)."""
    before = heard(Model(), Online(), WELCOME, Seated(1, "K7QX", 0, missed_from=7))
    desk = settled(Desk(), Model(), before)
    model = hear(before, update(mine=you()))

    assert desk.over is Over.AWAY
    assert model.away is None
    assert settled(desk, before, model).over is None


def test_later_news_do_not_stretch_the_digest() -> None:
    model = heard(Model(), Online(), WELCOME, Seated(1, "K7QX", 0, missed_from=5), update())
    model = hear(model, update(41, at=deal(log=(*LOG[1:], Drew(8, 2)))))

    assert model.away.upto == 7


@pytest.mark.parametrize(
    ("now", "change"),
    [
        (human("Bob", presence=Presence.LOST, hold=120), Change.LOST),
        (human("Bob", presence=Presence.LEFT), Change.LEFT),
        (human("Bob", presence=Presence.BOT), Change.BOT),
        (human("Zoe"), Change.SAT),
        (bot("Bob"), Change.SAT),
    ],
)
def test_people_who_come_and_go_are_noticed(now, change) -> None:
    model = seated(update(40, of=table(human("Ann"), now, bot("Cara"))))

    assert [item.change for item in model.spoken] == [change]


def test_a_lost_connection_and_leaving_on_purpose_are_different_words() -> None:
    assert Change.LOST is not Change.LEFT


def test_who_comes_back_is_noticed() -> None:
    gone = table(human("Ann"), human("Bob", presence=Presence.LOST), bot("Cara"))
    model = seated(of=gone)

    assert hear(model, update()).spoken == (Aside((1, 7), 1, "Bob", Change.BACK),)


def test_what_is_said_is_kept_in_its_place() -> None:
    model = seated(Chat(1, "Bob", "hello"))

    assert model.spoken == (Spoken((1, 7), 1, "Bob", "hello"),)


def test_no_more_is_kept_of_talk_than_can_be_read() -> None:
    model = seated(*(Chat(1, "Bob", str(n)) for n in range(300)))

    assert len(model.spoken) == 200
    assert model.spoken[-1].text == "299"


def test_a_hint_stands_as_long_as_the_view_it_was_given_for() -> None:
    model = hear(asked(seated(), 9, Advise(9)), Advice(9, DrawStock()))

    assert model.advice.action == DrawStock()
    assert hear(model, update(40, mine=you())).advice is not None
    assert hear(model, update(41, mine=you())).advice is None


def test_no_hint_is_told_in_words() -> None:
    model = hear(asked(seated(), 9, Advise(9)), Advice(9))

    assert model.advice is None
    assert not model.notice.bad


def test_leaving_puts_the_table_away() -> None:
    model = hear(asked(seated(), 4, Leave(4)), Accepted(4))

    assert not model.at_table
    assert model.seat is None
    assert model.welcome == WELCOME


def test_the_list_of_tables_is_kept() -> None:
    model = heard(Model(), Online(), WELCOME, Tables(1, ()))

    assert model.tables == ()


def test_what_grew_old_is_not_told_any_longer_and_a_refusal_stands() -> None:
    idle = hear(asked(seated(), 9, Advise(9)), Advice(9))
    refused = hear(seated(), Refused(3, "busy"))

    assert hear(idle, update(41)).notice is None
    assert hear(refused, update(41)).notice is not None


def test_the_table_keeps_its_watchers_over_a_new_match() -> None:
    model = watching(update(90, at=deal(number=1, log=(Drew(1, 0),))))

    assert model.watching
    assert model.you is None


def test_a_refused_password_is_known_with_the_table_it_was_for() -> None:
    model = heard(Model(), Online(), WELCOME)
    model = hear(asked(model, 2, Join(2, "K7QX", b"", b"")), Refused(2, "wrong-password"))

    assert model.notice.about == Join(2, "K7QX", b"", b"")


def test_the_link_is_told_of_as_it_stands() -> None:
    assert not heard(Model(), Connecting(2)).online
    assert heard(Model(), Online()).online
    assert heard(Model(), Lost(3.0), now=5.0).link_at == 5.0


def test_nothing_is_believed_of_a_view_that_cannot_be() -> None:
    with pytest.raises(ProtocolViolation):
        seated(update(41, at=deal(hands=(1, 2))))


def test_the_score_sheet_is_heard_with_its_deal() -> None:
    assert scored().deal.result.out == 0
