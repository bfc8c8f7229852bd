"""Opening tables, finding them, sitting down, bots, and starting."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Bot,
    Create,
    Join,
    Leave,
    ListTables,
    Ready,
    Refused,
    Rematch,
    Start,
    Tables,
)
from rummy_protocol.views import Absence, SeatKind, Stage
from rummy_server.lobby import CODE_LETTERS
from rummy_server.room.house import BOT_NAMES

KEY, HASH = b"k" * 16, b"h" * 32


async def test_the_lobby_shows_what_is_played_before_one_sits_down(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    changes = {"target": 50, "ace": "high", "going_rummy": "double"}
    seated = await ann.create(
        name="Kitchen table",
        seats=3,
        changes=changes,
        turn_seconds=30,
        absence=Absence.WAIT,
        password="word",
        bots=("sharp",),
    )
    bob = await house.client("Bob")

    (line,) = (await bob.ask(ListTables)).tables

    assert (line.id, line.name) == (seated.table, "Kitchen table")
    assert (line.taken, line.humans, line.stage) == (2, 1, "gathering")
    assert line.rules.target == 50
    assert line.rules.ace == "high"
    assert line.options.turn_seconds == 30
    assert line.options.absence is Absence.WAIT
    assert line.options.password is True
    assert line.options.seats == 3


async def test_codes_hold_nothing_that_can_be_mistaken(open_house):
    assert not set(CODE_LETTERS) & set("01OI")
    assert len(set(CODE_LETTERS)) == 32
    house = await open_house(request_burst=100)
    for number in range(30):
        ann = await house.client(f"N{number}")
        await ann.create()

    assert len(house.tables) == 30
    for code in house.tables:
        assert len(code) == 5
        assert set(code) <= set(CODE_LETTERS)


@pytest.mark.parametrize("spelling", ["code", "lower", "name", "blanks"])
async def test_a_table_is_found_by_code_or_by_name(open_house, spelling):
    house = await open_house()
    ann, bob = await house.client("Ann"), await house.client("Bob")
    code = (await ann.create(name="Café Zürich")).table
    wanted = {
        "code": code,
        "lower": code.lower(),
        "name": "café zürich",
        "blanks": f" {code} ",
    }[spelling]

    assert (await bob.join(wanted)).table == code


async def test_a_name_that_two_tables_have_finds_neither(open_house):
    house = await open_house()
    for name in ("Ann", "Bob"):
        client = await house.client(name)
        await client.create(name="Table")
    cleo = await house.client("Cleo")

    answer = await cleo.ask(Join, "Table", KEY, HASH)

    assert (answer.code, answer.args["count"]) == (Code.NO_SUCH_TABLE, 2)


async def test_a_table_without_a_name_is_called_after_its_host(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(name="  ")

    assert ann.update.table.name == "Ann"


@pytest.mark.parametrize(
    ("fields", "code", "which"),
    [
        ({"seats": 1}, Code.BAD_OPTION, "seats"),
        ({"seats": 7}, Code.BAD_OPTION, "seats"),
        ({"turn_seconds": 1}, Code.BAD_OPTION, "turn_seconds"),
        ({"hold_seconds": 1}, Code.BAD_OPTION, "hold_seconds"),
        ({"password": "x" * 65}, Code.BAD_OPTION, "password"),
        ({"seats": 2, "bots": ("easy", "easy")}, Code.BAD_OPTION, "bots"),
        ({"bots": ("genius",)}, Code.BAD_OPTION, "level"),
        ({"preset": "canasta"}, Code.BAD_RULES, "canasta"),
        ({"changes": {"target": 3}}, Code.BAD_RULES, "target"),
        ({"changes": {"wings": True}}, Code.BAD_RULES, "wings"),
        ({"changes": {"ace": "sideways"}}, Code.BAD_RULES, "ace"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_in_words(open_house, fields, code, which):
    house = await open_house()
    ann = await house.client("Ann")

    answer = await ann.ask(Create, **{"name": "", "key": KEY, "hash": HASH} | fields)

    assert isinstance(answer, Refused)
    assert (answer.code, answer.args["one"]) == (code, which)
    assert not house.tables
    assert (await ann.create()).seat == 0


async def test_a_full_table_is_full(open_house):
    house = await open_house()
    ann, _ = await house.pair()
    cleo = await house.client("Cleo")

    answer = await cleo.ask(Join, ann.seated.table, cleo.keys.key, HASH)

    assert answer.code == Code.TABLE_FULL


async def test_nobody_joins_in_the_middle_of_a_match(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=3, bots=("easy",))
    await ann.ask(Start)
    cleo = await house.client("Cleo")

    answer = await cleo.ask(Join, ann.seated.table, cleo.keys.key, HASH)

    assert answer.code == Code.ALREADY_STARTED


@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn", "Ann "])
async def test_two_at_a_table_cannot_be_taken_for_each_other(open_house, name):
    house = await open_house()
    ann = await house.client("Ann")
    code = (await ann.create()).table
    other = await house.client(name)

    answer = await other.ask(Join, code, KEY, HASH)

    assert answer.code == Code.NAME_TAKEN


async def test_the_right_word_opens_and_a_wrong_one_does_not(open_house):
    house = await open_house()
    ann, bob = await house.client("Ann"), await house.client("Bob")
    code = (await ann.create(password="open sesame")).table

    for word in ("", "open", "open sesame ", "x" * 500):
        answer = await bob.ask(Join, code, bob.keys.key, HASH, word)
        assert answer.code == Code.WRONG_PASSWORD
    assert (await bob.join(code, "open sesame")).seat == 1
    for batch in house.journal.kept[code]:
        assert b"open sesame" not in batch


async def test_guessing_is_limited_by_address(open_house):
    house = await open_house(guesses=5)
    ann = await house.client("Ann")
    code = (await ann.create(password="word")).table
    eve = await house.outsider("Eve")
    answers = [await eve.ask(Join, code, KEY, HASH, f"{n}") for n in range(7)]

    assert [a.code for a in answers] == [Code.WRONG_PASSWORD] * 5 + [Code.TOO_MANY_GUESSES] * 2
    await eve.stay(59)
    answer = await eve.ask(Join, code, KEY, HASH, "word")
    assert answer.code == Code.TOO_MANY_GUESSES
    await eve.stay(2)
    assert (await eve.ask(Join, code, KEY, HASH, "word")).seat == 1


async def test_one_address_cannot_open_tables_without_end(open_house):
    house = await open_house(tables_per_address=2)
    clients = [await house.outsider(f"N{n}") for n in range(3)]
    for client in clients[:2]:
        await client.create()
    refused = await clients[2].ask(Create, name="", key=KEY, hash=HASH)

    assert refused.code == Code.TOO_MANY_TABLES
    await clients[0].ask(Leave)
    await clients[0].stay(0.1)
    assert await clients[2].create()


async def test_the_house_has_an_end_of_tables(open_house):
    house = await open_house(tables=2)
    for name in ("Ann", "Bob"):
        await (await house.client(name)).create()
    cleo = await house.client("Cleo")

    assert (await cleo.ask(Create, name="", key=KEY, hash=HASH)).code == Code.TOO_MANY_TABLES


async def test_who_sits_at_a_table_cannot_open_or_join_another(open_house):
    house = await open_house()
    ann, _ = await house.pair()
    cleo = await house.client("Cleo")
    other = (await cleo.create()).table

    answers = [
        await ann.ask(Create, name="", key=KEY, hash=HASH),
        await ann.ask(Join, other, KEY, HASH),
    ]

    assert [a.code for a in answers] == [Code.ALREADY_SEATED] * 2
    assert len(house.tables) == 2


async def test_a_key_that_somebody_has_gives_nobody_else_a_seat(open_house):
    house = await open_house()
    ann, _ = await house.pair(seats=3)
    eve = await house.client("Eve")

    for request in (Create, Join):
        fields = {"name": ""} if request is Create else {"table": ann.seated.table}
        answer = await eve.ask(request, key=ann.keys.key, hash=HASH, **fields)
        assert answer.code == Code.ALREADY_SEATED


# --- bots --------------------------------------------------------------------------------


async def test_the_host_puts_bots_in_and_takes_them_out(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=4)
    for level in ("easy", "steady", "sharp"):
        assert isinstance(await ann.ask(Bot, level), Accepted)
    await ann.see(lambda u: all(s.name for s in u.table.seats))
    bots = ann.update.table.seats[1:]
    full = await ann.ask(Bot, "easy")
    await ann.ask(Bot, "", 2)
    await ann.see(lambda u: u.table.seats[2].kind is SeatKind.OPEN)
    await ann.ask(Bot, "sharp", 2)
    await ann.see(lambda u: u.table.seats[2].level == "sharp")

    assert [bot.level for bot in bots] == ["easy", "steady", "sharp"]
    assert len({bot.name for bot in bots}) == 3
    assert {bot.name for bot in bots} <= set(BOT_NAMES)
    assert full.code == Code.TABLE_FULL


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        (("easy", 0), Code.NO_SUCH_SEAT),
        (("easy", 9), Code.NO_SUCH_SEAT),
        (("", 0), Code.NO_SUCH_SEAT),
        (("", 2), Code.NO_SUCH_SEAT),
        (("", None), Code.NO_SUCH_SEAT),
        (("genius", None), Code.BAD_OPTION),
    ],
)
async def test_bots_cannot_be_put_where_they_do_not_belong(open_house, bot, code):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=3)

    assert (await ann.ask(Bot, *bot)).code == code


async def test_only_the_host_deals_with_bots_and_starts(open_house):
    house = await open_house()
    _, bob = await house.pair(seats=3)

    assert (await bob.ask(Bot, "easy")).code == Code.NOT_THE_HOST
    assert (await bob.ask(Start)).code == Code.NOT_THE_HOST


# --- starting ----------------------------------------------------------------------------


async def test_nobody_plays_alone(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=4)

    answer = await ann.ask(Start)

    assert (answer.code, answer.args) == (Code.TOO_FEW_PLAYERS, {"low": 2})


async def test_u18_when_all_seats_are_taken_and_all_are_ready_it_begins(open_house):
    house = await open_house()
    ann, bob = await house.pair()
    await ann.ask(Ready)
    await bob.see(lambda update: update.table.seats[0].ready)
    assert bob.update.table.stage is Stage.GATHERING

    await bob.ask(Ready)

    await ann.see(lambda update: update.deal is not None)


async def test_u18_one_who_comes_and_goes_cannot_keep_the_others_from_starting(open_house):
    house = await open_house()
    ann, bob = await house.pair(seats=3)
    for number in range(10):
        cleo = await house.client(f"Cleo {number}")
        await cleo.join(ann.seated.table)
        await cleo.ask(Leave)

    assert isinstance(await ann.ask(Start), Accepted)
    await bob.see(lambda update: update.deal is not None)


async def test_the_match_begins_with_those_who_are_seated(open_house):
    """Empty seats in between are closed up, and everybody keeps the own hand."""
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=6)).table
    for client in clients[1:]:
        await client.join(code)
    ann, bob, cleo = clients
    await bob.ask(Leave)

    await ann.ask(Start)
    for one in (ann, cleo):
        await one.see(lambda update: update.deal is not None)

    assert [s.name for s in cleo.update.table.seats] == ["Ann", "Cleo"]
    assert (ann.update.you.seat, cleo.update.you.seat) == (0, 1)
    again = await house.client("Cleo", cleo.keys)
    assert (await again.resume()).seat == 1
    assert again.update.you == cleo.update.you


async def test_the_first_dealer_is_drawn_by_lot(open_house):
    dealers = set()
    house = await open_house()
    for number in range(20):
        ann = await house.client(f"N{number}")
        await ann.create(seats=4, bots=("easy",) * 3)
        await ann.ask(Start)
        await ann.see(lambda update: update.deal is not None)
        dealers.add(ann.update.deal.dealer)

    assert dealers == {0, 1, 2, 3}


async def test_no_two_tables_get_the_same_deal(open_house):
    house = await open_house()
    hands = set()
    for number in range(20):
        ann = await house.client(f"N{number}")
        await ann.create(seats=2, bots=("easy",))
        await ann.ask(Start)
        await ann.see(lambda update: update.deal is not None)
        hands.add(ann.update.you.hand)

    assert len(hands) == 20


async def test_a_match_that_is_over_may_be_joined_before_the_next(open_house):
    house = await open_house()
    ann, bob, cleo = await house.four("Ann Bob Cleo")
    await bob.ask(Leave)
    await cleo.ask(Leave)
    await ann.see(lambda update: update.table.stage is Stage.OVER)
    refused = await ann.ask(Rematch)
    dan = await house.client("Dan")
    await dan.join(house.table.id)

    await ann.ask(Rematch)
    await dan.ask(Rematch)
    await ann.see(lambda u: u.table.stage is Stage.PLAYING and u.deal is not None)

    assert refused.code == Code.TOO_FEW_PLAYERS
    assert [s.name for s in ann.update.table.seats] == ["Ann", "Dan"]
    assert ann.update.deal.number == 1


async def test_ten_thousand_tables_that_came_and_went_leave_nothing(open_house, proof):
    """U32: no table, no key, no deadline."""
    house = await open_house(request_burst=100_000)
    ann = await house.client("Ann")
    for _ in range(10_000 if proof == "full" else 300):
        await ann.create(bots=("easy",))
        await ann.ask(Leave)
    await ann.stay(0.1)

    lobby = house.server.lobby
    assert not lobby.tables
    assert not lobby._by_key
    assert not lobby._openers
    assert house.server.alarms.waiting == 1
    assert isinstance(await ann.ask(ListTables), Tables)
