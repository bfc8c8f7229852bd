"""Who may look on: all, who knows the watch code, or nobody; and who was shown out (U28)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Join,
    Leave,
    ListTables,
    Refused,
    Rematch,
    Seated,
    ShowOut,
    Watch,
    Watching,
)
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Stage
from rummy_server.passwords import QuickPasswords, TableWords
from rummy_server.room.imprint import imprint
from rummy_server.room.unwanted import MOST, whence, with_unwanted
from rummy_server.standing_tables import StandingTable

CODE = "owls at noon"
KEY, HASH = b"k" * 16, b"h" * 32
WRONG = {"to": "watch"}


async def tries(house, word, name="Walt", code=None):
    """Somebody new asks to look on."""
    one = await house.client(name)
    return await one.ask(Watch, code or house.table.id, word)


def is_refused(answer):
    return isinstance(answer, Refused) and (answer.code, answer.args)


# --- the watch code ------------------------------------------------------------------------


async def test_u28_only_who_knows_the_watch_code_looks_on_and_nobody_sits_down_by_it(
    open_house,
):
    house = await open_house()
    ann = await house.client("Ann")
    code = (await ann.create(watch_code=CODE)).table

    assert is_refused(await tries(house, "")) == (Code.WRONG_PASSWORD, WRONG)
    assert is_refused(await tries(house, "an owl")) == (Code.WRONG_PASSWORD, WRONG)
    assert isinstance(await tries(house, CODE), Watching)
    bob = await house.client("Bob")
    assert isinstance(await bob.join(code), Seated), "a seat asks for no word here"


async def test_u28_with_a_password_the_code_opens_no_seat_and_the_password_both(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    code = (await ann.create(watch_code=CODE, password="word")).table
    walt = await house.client("Walt")

    refused = await walt.ask(Join, code, KEY, HASH, CODE)

    assert is_refused(refused) == (Code.WRONG_PASSWORD, {})
    assert isinstance(await walt.ask(Watch, code, CODE), Watching)
    assert isinstance(await tries(house, "word", "Wanda"), Watching)
    assert is_refused(await tries(house, "", "Eve")) == (Code.WRONG_PASSWORD, WRONG)


async def test_the_same_word_twice_is_a_password_and_no_code_of_its_own(open_house):
    house = await open_house()
    await house.pair(watch_code="wo\u0308rd", password="w\u00f6rd")

    assert not house.table.room.options.watch_code
    assert is_refused(await tries(house, "no")) == (Code.WRONG_PASSWORD, {})
    assert isinstance(await tries(house, "w\u00f6rd"), Watching)


async def test_where_nobody_may_watch_no_code_helps(open_house):
    house = await open_house()
    await house.pair(watch_code=CODE, spectators=False)

    assert not house.table.room.options.watch_code
    assert is_refused(await tries(house, CODE)) == (Code.NO_SPECTATORS, {})


async def test_a_watch_code_has_an_end(open_house):
    house = await open_house()
    ann = await house.client("Ann")

    with pytest.raises(AssertionError, match="watch_code"):
        await ann.create(watch_code="x" * 65)


async def test_the_list_says_who_may_watch(open_house):
    house = await open_house()
    for name, fields in (("open", {}), ("code", {"watch_code": CODE}), ("none", NOBODY)):
        one = await house.client(name)
        await one.create(name=name, **fields)

    lines = (await one.ask(ListTables)).tables

    told = {line.name: (line.options.spectators, line.options.watch_code) for line in lines}
    assert told == {"open": (True, False), "code": (True, True), "none": (False, False)}


NOBODY = {"spectators": False}


async def test_p21_wrong_watch_codes_count_like_wrong_passwords(open_house):
    """Of one address five a minute; the one limit is for both, and the owner is under none."""
    house = await open_house()
    ann, _ = await house.pair(seats=3, watch_code=CODE, password="word")
    eve = await house.outsider("Eve")
    answers = [await eve.ask(Watch, house.table.id, f"{n}") for n in range(4)]
    answers.append(await eve.ask(Join, house.table.id, KEY, HASH, "no"))
    late = [await eve.ask(Watch, house.table.id, CODE)]
    late.append(await eve.ask(Join, house.table.id, KEY, HASH, "word"))

    assert {answer.code for answer in answers} == {Code.WRONG_PASSWORD}
    assert {answer.code for answer in late} == {Code.TOO_MANY_GUESSES}
    again = house.connect("Ann", ann.keys, address="192.0.2.7")
    await again.greet()
    assert isinstance(await again.resume(), Seated)


async def test_u27_the_code_holds_over_a_restart_and_a_rematch(open_house):
    house = await open_house(scoring_seconds=1)
    ann, bob = await house.playing(watch_code=CODE, changes={"target": 10}, turn_seconds=5)
    while house.table.room.stage is not Stage.OVER:
        await house.wait(5, ann, bob)
    await ann.ask(Rematch)
    await bob.ask(Rematch)
    assert house.table.room.stage is not Stage.OVER
    assert is_refused(await tries(house, "no", "W")) == (Code.WRONG_PASSWORD, WRONG)
    await house.crash()
    house = await open_house(after=house)

    assert is_refused(await tries(house, "no")) == (Code.WRONG_PASSWORD, WRONG)
    assert isinstance(await tries(house, CODE), Watching)


async def test_a_table_of_the_house_may_ask_for_a_code_too(open_house):
    salt = b"s" * 16
    words = TableWords(salt, watch_code=await QuickPasswords().digest(CODE, salt))
    kitchen = StandingTable(name="kitchen", rules=RuleSet(), words=words)
    closed = StandingTable(name="cellar", rules=RuleSet(), spectators=False)
    house = await open_house(standing=(kitchen, closed))
    for again in range(2):
        assert isinstance(await tries(house, CODE, code="kitchen"), Watching)
        assert is_refused(await tries(house, "no", code="kitchen"))[0] == Code.WRONG_PASSWORD
        assert is_refused(await tries(house, CODE, code="cellar"))[0] == Code.NO_SPECTATORS
        ann = await house.client(f"Ann {again}")
        await ann.join("kitchen")
        await ann.ask(Leave)  # and it stands again
    assert CODE not in repr(kitchen)


# --- who was shown out ---------------------------------------------------------------------


async def shown_out(open_house, **settings):
    """Walt, who came from another machine, was shown out by Ann."""
    house = await open_house(**settings)
    ann, bob = await house.playing()
    walt = await house.outsider("Walt")
    await walt.watch(house.table.id)
    assert isinstance(await ann.ask(ShowOut, "Walt"), Accepted)
    assert (await walt.ended()).code == Code.SHOWN_OUT
    return house, ann, bob


async def come(house):
    """Who is let in of: that name from here, and another name from where he was."""
    neighbour = await house.outsider("Wanda")
    answers = [await tries(house, "", "walt"), await neighbour.ask(Watch, house.table.id)]
    return [getattr(answer, "code", "in") for answer in answers]


async def test_who_was_shown_out_stays_out_over_a_restart_and_a_rematch(open_house):
    house, _, _ = await shown_out(open_house)
    room = house.table.room
    assert await come(house) == [Code.SHOWN_OUT] * 2
    await house.crash()
    house = await open_house(after=house)

    assert house.table.room.shown_out == room.shown_out
    assert await come(house) == [Code.SHOWN_OUT] * 2
    assert isinstance(await tries(house, "", "Zoe"), Watching)


async def test_the_host_may_let_him_in_again_and_that_holds_too(open_house):
    house, ann, bob = await shown_out(open_house)
    assert (await bob.ask(ShowOut, "Walt", out=False)).code == Code.NOT_THE_HOST
    refused = await ann.ask(ShowOut, "Wanda", out=False)
    assert is_refused(refused) == (Code.NO_SUCH_SPECTATOR, {"shown": "out"})

    assert isinstance(await ann.ask(ShowOut, "walt", out=False), Accepted)
    assert await come(house) == ["in", "in"]
    await house.crash()
    house = await open_house(after=house)
    assert house.table.room.shown_out == ()
    assert await come(house) == ["in", "in"]


async def test_of_an_address_the_journal_keeps_a_hash_of_its_own_for_each_table(open_house):
    house, _, _ = await shown_out(open_house)
    ((name, origin),) = house.table.room.shown_out

    assert b"192.0.2.7" not in b"".join(house.journal.kept[house.table.id])
    assert (name, origin) == ("Walt", whence(house.table.id, "192.0.2.7"))
    assert origin != whence("OTHER", "192.0.2.7")
    assert whence(house.table.id, "127.0.0.1") == b""


async def test_who_was_shown_out_from_this_machine_shuts_out_nobody_else_on_it(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    await tries(house, "", "Walt")
    assert isinstance(await ann.ask(ShowOut, "Walt"), Accepted)

    assert isinstance(await tries(house, "", "Zoe"), Watching)
    assert (await tries(house, "", "Walt")).code == Code.SHOWN_OUT


async def test_whom_the_host_has_shown_out_is_part_of_the_imprint(open_house):
    house, ann, _ = await shown_out(open_house)
    with_one = house.table.room
    await ann.ask(ShowOut, "Walt", out=False)

    assert imprint(with_one) != imprint(house.table.room)
    assert imprint(replace(with_one, shown_out=())) == imprint(house.table.room)


def test_the_list_of_those_who_were_shown_out_has_an_end():
    unwanted = ()
    for number in range(MOST + 10):
        unwanted = with_unwanted(unwanted, f"W{number}", b"")

    assert len(unwanted) == MOST
    assert with_unwanted(unwanted, "W50", b"") == (*unwanted[:40], *unwanted[41:], ("W50", b""))
