"""Every code, entry, switch and state has words, and the words say what they should."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_protocol
import rummy_server
from rummy_protocol import news, text
from rummy_protocol.actions import ACTIONS
from rummy_protocol.cards import JOKER, Face, faces
from rummy_protocol.errors import Code
from rummy_protocol.messages import Announced
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import SWITCHES, Group, changed
from rummy_protocol.text import ENGLISH, WORDS
from rummy_protocol.text.language import Language
from rummy_protocol.views import (
    Absence,
    DealResult,
    MatchResult,
    Presence,
    SeatResult,
    Stage,
)

NAMES = ("Ann", "Bob", "Cy")
ENDINGS = list(Code)[list(Code).index(Code.BAD_FRAME) :]

WHYS = ("target", "deals", "last-standing", "last-player", "ended")

QUICK = settings(max_examples=100, deadline=None)

CARD = faces("7H")[0]
ENTRIES = [
    (news.Dealt(1, 0, 7, CARD), "Ann dealt 7 cards to each player; the 7H was turned up."),
    (news.Dealt(1, 0, 7), "Ann dealt 7 cards to each player."),
    (
        news.Dealt(1, 0, 7, extra=True),
        "Ann dealt 7 cards to each player, and one more to who begins.",
    ),
    (news.Drew(2, 0), "Ann drew a card."),
    (news.TookDiscard(3, 0, (CARD,)), "Ann took the 7H."),
    (news.TookDiscard(3, 0, (None,)), "Ann took the discard."),
    (news.TookDiscard(3, 0, faces("2C 9D KS")), "Ann took 3 discards: 2C 9D KS."),
    (news.Melded(4, 0, 1, faces("7H 8H 9H")), "Ann melded 7H 8H 9H."),
    (
        news.Melded(4, 0, 1, faces("7H JK 9H"), faces("7H 8H 9H"), True),
        "Ann opened with 7H JK(8H) 9H.",
    ),
    (news.LaidOff(5, 0, 2, faces("TH")), "Ann laid off TH on meld 2."),
    (news.LaidOff(5, 0, 2, faces("JK"), faces("TH")), "Ann laid off JK(TH) on meld 2."),
    (news.Swapped(5, 0, 2, faces("TH")), "Ann put TH into meld 2 and took a joker."),
    (news.Swapped(5, 0, 2, faces("TH"), 2), "Ann put TH into meld 2 and took 2 jokers."),
    (news.TookBack(6, 0, 2, faces("TH")), "Ann took back TH."),
    (
        news.TookBack(6, 0, 2, faces("TH"), 1),
        "Ann took back TH, and the joker went back to meld 2.",
    ),
    (
        news.TookBack(6, 0, 2, faces("TH"), 2),
        "Ann took back TH, and 2 jokers went back to meld 2.",
    ),
    (news.Discarded(7, 0, CARD), "Ann discarded the 7H."),
    (news.Discarded(7, 0, None), "Ann discarded a card."),
    (
        news.Restocked(8, 0, "turned", 20, 1),
        "The stock was empty: the discard pile was turned over, 20 cards.",
    ),
    (
        news.Restocked(8, 0, "shuffled", 20, None),
        "The stock was empty: the discard pile was shuffled, 20 cards.",
    ),
    (
        news.Restocked(8, 0, "turned", 20, 0),
        "The stock was empty: the discard pile became the new stock, 20 cards, for the last "
        "time.",
    ),
    (news.WentOut(9, 0, False), "Ann went out."),
    (news.WentOut(9, 0, True), "Ann went rummy: out in one turn, with nothing laid before."),
    (
        news.Blocked(9, 0, "declined"),
        "Ann declined the discard with the stock empty: nobody went out.",
    ),
    (news.Blocked(9, 0, "nothing-to-draw"), "Nothing was left to draw: nobody went out."),
    (news.Blocked(9, 0, "turn-cap"), "The deal had taken too many turns: nobody went out."),
    (news.Blocked(9, 0, "later"), "The deal ended and nobody went out."),
]


# --- complete -------------------------------------------------------------------------------


def complete(language: Language) -> list[str]:
    """What *language* has no words for."""
    wanted = {
        "refusals": [code for code in Code if code not in ENDINGS],
        "goodbyes": ENDINGS,
        "announcements": list(Announced),
        "entries": [kind.kind for kind in get_args(news.Entry)],
        "actions": [kind.kind for kind in ACTIONS],
        "stages": list(Stage),
        "presences": list(Presence),
        "absences": list(Absence),
        "switches": [switch.name for switch in SWITCHES],
        "duties": ["", "go-out", "open", "use", "lay-joker"],
        "match": [f"why:{why}" for why in WHYS],
        "groups": list(Group),
        "parts": list(text.Part),
        "fields": set(RuleSet.__struct_fields__) - {switch.name for switch in SWITCHES},
    }
    missing = [
        f"{table}: {key}" for table, keys in wanted.items()
        for key in keys if key not in getattr(language, table)
    ]  # fmt: skip
    for switch in SWITCHES:
        lines = language.switches[switch.name][1]
        for value in switch.choices:
            key = "none" if value is None else value
            key = ("on" if value else "off") if isinstance(value, bool) else str(key)
            if key not in lines and "n" not in lines:
                missing.append(f"{switch.name}: {key}")
            words = {**language.choices, **language.choices_of.get(switch.name, {})}
            if not switch.is_number and key not in words:
                missing.append(f"choices: {key}")
    return missing


def test_english_has_words_for_everything():
    assert complete(ENGLISH) == []


@pytest.mark.parametrize(
    "table",
    ["refusals", "goodbyes", "announcements", "entries", "stages", "presences", "choices"],
)
def test_a_missing_word_is_noticed(table):
    """Else a language could be added by half."""
    import msgspec

    words = dict(getattr(ENGLISH, table))
    gone = next(key for key in words if ":" not in key)
    del words[gone]

    assert any(
        gone in each for each in complete(msgspec.structs.replace(ENGLISH, **{table: words}))
    )


def test_there_are_no_words_for_what_does_not_exist():
    codes = {*Code}
    known = {key.partition(":")[0] for key in (*ENGLISH.refusals, *ENGLISH.goodbyes)}

    assert known == codes
    assert {key.partition(":")[0] for key in ENGLISH.entries} == {
        kind.kind for kind in get_args(news.Entry)
    }
    assert set(ENGLISH.switches) == {switch.name for switch in SWITCHES}


@pytest.mark.parametrize("code", Code)
def test_every_code_makes_a_sentence(code):
    for sentence in (text.refusal(code, "R35"), text.goodbye(code)):
        assert sentence.rstrip(")").endswith((".", "rummy-tables"))
        assert len(sentence) >= 8
        assert sentence[0].isupper() or sentence[0] in "?“"


# --- what refusals are given is what their sentences use --------------------------------------


KINDS = ("RuleViolation", "Declined", "ProtocolViolation")


def refusals_in(package) -> Iterator[tuple[str, set[str], str]]:
    """Every refusal that the sources make by a literal code: code, arguments, place."""
    for path in sorted(Path(package.__path__[0]).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not any(kind in source for kind in KINDS):
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in KINDS:
                continue
            code = node.args[0] if node.args else None
            named = {keyword.arg for keyword in node.keywords}
            if isinstance(code, ast.Attribute) and None not in named:
                variants = {
                    f"{keyword.arg}={keyword.value.value}"
                    for keyword in node.keywords
                    if isinstance(keyword.value, ast.Constant)
                }
                yield Code[code.attr], named, variants, f"{path.name}:{node.lineno}"


FOUND = [*refusals_in(rummy_server), *refusals_in(rummy_protocol)]


@pytest.mark.parametrize(
    ("code", "given", "variants", "place"),
    FOUND,
    ids=lambda v: str(sorted(v) if isinstance(v, set) else v)[:30],
)
def test_a_sentence_uses_only_what_its_refusals_are_given(code, given, variants, place):
    """A question mark in a sentence is a bug of ours."""
    every = {**ENGLISH.goodbyes, **ENGLISH.refusals}
    fixed = {variant.partition("=")[0] for variant in variants}
    special = [every[f"{code}:{v}"] for v in sorted(variants) if f"{code}:{v}" in every]
    possible = [every[code]]
    for key, template in every.items():
        argument = key.removeprefix(f"{code}:").partition("=")[0]
        if key.startswith(f"{code}:") and argument in given - fixed:
            possible.append(template)
    if code is Code.BAD_RULES and "why" not in fixed:
        possible = []  # made by one function, whose callers are tested with it
    for template in special or possible:
        used = {field for _, field, _, _ in string.Formatter().parse(template) if field}
        assert used <= given, (place, template)


def test_refusals_were_found():
    assert len(FOUND) > 30
    assert Code.JUST_TAKEN in {code for code, *_ in FOUND}


# --- refusals and farewells -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "rule", "args", "sentence"),
    [
        (
            Code.JUST_TAKEN, "R35", {"card": "KD"},
            "You took the KD this turn, so it may not be discarded now (R35).",
        ),
        (Code.NOT_YOUR_TURN, "R13", {}, "It is not your turn (R13)."),
        (Code.NOT_YOUR_TURN, "", {}, "It is not your turn."),
        (
            Code.NOT_NOW, "E51", {"action": "lay-off", "phase": "draw"},
            "First draw a card or take the discard; then you can lay off (E51).",
        ),
        (
            Code.NOT_NOW, "E51", {"action": "draw", "phase": "play"},
            "You have drawn already: meld, lay off or discard (E51).",
        ),
        (Code.NOT_NOW, "R41", {"action": "meld"}, "You cannot meld now (R41)."),
        (
            Code.BAD_RULES, "", {"why": "range", "one": "max_recycles", "low": 0, "high": 50},
            "For “new stocks a deal”, choose a number from 0 to 50.",
        ),
        (
            Code.BAD_RULES, "", {"why": "new-one", "one": "a", "other": "target"},
            "These rules contradict each other: a, target.",
        ),
        (
            Code.JOKER_UNCLEAR, "E49", {"choices": "6C|9C"},
            "A joker in it could be one of several cards: 6C or 9C. Say which one you mean "
            "(E49).",
        ),
        (
            Code.JOKER_UNCLEAR, "E49", {"choices": "6C 7C|7C TC|TC JC"},
            "A joker in it could be one of several cards: 6C 7C, 7C TC or TC JC. Say which one "
            "you mean (E49).",
        ),
        (
            Code.CONTRACT, "G15", {"contract": "S3 S3 R4"},
            "That is none of the melds that the contract still asks for: 2 sets of 3 and a run "
            "of 4 (G15).",
        ),
        (Code.CONTRACT, "G15", {"contract": "x{0}"}, "That is none of the melds that the "
         "contract still asks for: x{0} (G15)."),
        (
            Code.OPENING_SHORT, "G11", {"need": 40, "laid": 9, "best": 31},
            "An opening counts 40 at least, and with what you hold it comes to 31 (G11).",
        ),
        (
            Code.NOT_OPENED, "G11", {"action": "lay-off"},
            "You cannot lay off before you have opened (G11).",
        ),
        (
            Code.OPEN_DUTY, "E50", {"what": "lay-joker"},
            "The joker you took from the table has to be laid again in this turn (E50).",
        ),
        (
            Code.FITS_TABLE, "G13", {"card": "KD"},
            "The KD fits a meld on the table, so it may not be discarded (G13).",
        ),
        ("later-code", "R99", {"x": 1}, "That was refused: later-code."),
    ],
    ids=str,
)  # fmt: skip
def test_refusals_in_words(code, rule, args, sentence):
    assert text.refusal(code, rule, args) == sentence


def test_plain_sentences_spell_cards_out():
    told = text.refusal(Code.JUST_TAKEN, "R35", {"card": "KD"}, WORDS)

    assert told.startswith("You took the king of diamonds this turn")
    assert text.entry(news.Melded(1, 0, 1, faces("7H 8H")), NAMES, style=WORDS) == (
        "Ann melded seven of hearts, eight of hearts."
    )


def test_what_is_missing_is_a_question_mark_and_no_error():
    assert text.refusal(Code.JUST_TAKEN) == (
        "You took the ? this turn, so it may not be discarded now."
    )
    assert "? " in text.goodbye(Code.BAD_VERSION)


def test_a_code_of_a_later_server_still_ends_in_a_sentence():
    assert text.goodbye("later-code", {"x": 1}) == "The connection was closed: later-code."


def test_duties_in_words():
    assert text.duty("") == ""
    assert text.duty("use", faces("7H")) == "Lay the 7H that you took in this turn."
    assert text.duty("use", faces("7H"), WORDS) == (
        "Lay the seven of hearts that you took in this turn."
    )
    assert text.duty("open") == "What you laid does not open yet: lay more, or take back."
    assert text.duty("later{0}", faces("7H")) == "later{0}"


def test_plain_sentences_say_what_a_joker_stands_for():
    told = text.entry(news.Melded(1, 0, 1, faces("7H JK"), faces("7H 8H")), NAMES, style=WORDS)

    assert told == "Ann melded seven of hearts, joker as eight of hearts."


HOSTILE = st.one_of(
    st.text(max_size=20), st.sampled_from(["{who}", "{0}", "{x.__class__}", "{"])
)


@QUICK
@given(
    st.one_of(st.sampled_from(Code), HOSTILE),
    HOSTILE,
    st.dictionaries(
        st.sampled_from(
            ["card", "cards", "why", "one", "action", "phase", "choices", "contract"]
        )
        | HOSTILE,
        HOSTILE | st.integers(),
        max_size=4,
    ),
)
def test_whatever_a_server_says_there_is_a_sentence(code, rule, args):
    assert text.refusal(code, rule, args)
    assert text.goodbye(code, args)


@QUICK
@given(HOSTILE, HOSTILE, st.integers(-9, 99))
def test_names_are_never_templates(name, word, seat):
    told = text.entry(news.Drew(1, 0), (name, "Bob"))

    assert told == f"{name or 'Seat 1'} drew a card."
    assert text.stage(word) in (word, ENGLISH.stages.get(word))
    assert text.entry(news.Blocked(1, seat, word), (name,))
    assert text.may((word,)) == f"You may {ENGLISH.actions.get(word, word)}."


# --- the log ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "sentence"), ENTRIES, ids=lambda v: v if isinstance(v, str) else ""
)
def test_entries_in_words(entry, sentence):
    assert text.entry(entry, NAMES) == sentence


@pytest.mark.parametrize(
    ("entry", "sentence"), ENTRIES, ids=lambda v: v if isinstance(v, str) else ""
)
def test_the_reader_is_addressed(entry, sentence):
    assert text.entry(entry, NAMES, you=0) == sentence.replace("Ann", "You")


def test_every_kind_of_entry_is_among_the_examples():
    assert {type(entry) for entry, _ in ENTRIES} == set(get_args(news.Entry))


# --- numbers and cards -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "plain", "signed"),
    [
        ((0, 1), "0", "0"),
        ((47, 1), "47", "+47"),
        ((23, 2), "11 1/2", "+11 1/2"),
        ((14, 3), "4 2/3", "+4 2/3"),
        ((1, 2), "1/2", "+1/2"),
        ((-9, 1), "-9", "-9"),
        ((-23, 2), "-11 1/2", "-11 1/2"),
        ((-1, 2), "-1/2", "-1/2"),
    ],
)
def test_points_in_words(amount, plain, signed):
    assert text.points(amount) == plain
    assert text.points(amount, sign=True) == signed


def test_cards_in_words():
    assert text.card_in_words(faces("7H")[0]) == "seven of hearts"
    assert text.card_in_words(faces("AS")[0]) == "ace of spades"
    assert text.card_in_words(faces("TD")[0]) == "ten of diamonds"
    assert text.card_in_words(JOKER) == "joker"
    assert len({text.card_in_words(Face(number)) for number in range(53)}) == 53


# --- rules -----------------------------------------------------------------------------------


def every_choice() -> list[tuple[str, object]]:
    return [(switch.name, value) for switch in SWITCHES for value in switch.choices]


@pytest.mark.parametrize(("name", "value"), every_choice(), ids=str)
def test_every_choice_has_its_own_line_of_consequence(name, value):
    line = text.switch(name, value)
    others = [text.switch(name, other) for each, other in every_choice() if each == name]

    assert line.endswith(".")
    assert 10 < len(line) < 110
    assert others.count(line) == 1
    assert text.choice(name, value)
    assert text.switch_label(name) != name or "_" not in name


def test_house_rules_are_what_differs():
    rules = changed(RuleSet(), {"deals": 4, "going_rummy": "double"})

    assert text.house_rules(RuleSet()) == []
    assert text.house_rules(rules) == [
        "Going out in one turn, nothing laid before, counts double.",
        "The match ends after 4 deals.",
    ]


# --- the score sheet -------------------------------------------------------------------------


def result(hands: str, held: list[int], points: list[tuple[int, int]], out: int | None, **more):
    seats = [
        SeatResult(faces(hand), count, brought, brought)
        for hand, count, brought in zip(hands.split("/"), held, points, strict=True)
    ]
    fields = {"rummy": False, "why": "declined" if out is None else "out"} | more
    return DealResult(1, out, seats=tuple(seats), **fields)


def test_a_sheet_shows_how_the_points_came_about():
    """Golden B-1."""
    told = result("/KS 7D AC/QH TD 4S", [0, 18, 24], [(42, 1), (0, 1), (0, 1)], 0)

    assert text.sheet(told, RuleSet(), NAMES, you=1) == [
        "Ann: no cards",
        "You: K 10, 7, A 1 = 18",
        "Cy: Q 10, 10, 4 = 24",
        "Ann went out and scored what the others held: 18 + 24 = 42.",
        "Ann: +42, in all 42",
        "You: 0, in all 0",
        "Cy: 0, in all 0",
    ]


def test_a_sheet_tells_of_going_rummy():
    told = result("/KS", [0, 10], [(20, 1), (0, 1)], 0, rummy=True)

    lines = text.sheet(told, changed(RuleSet(), {"going_rummy": "double"}), NAMES)

    assert lines[2:4] == [
        "Ann went out and scored what the others held: 10.",
        "Ann went rummy: 10 doubled to 20.",
    ]


def test_a_sheet_of_a_blocked_deal_shares_the_differences():
    """Golden B-5: 23 points for two."""
    told = result("6C/6D/KS 5H/KS TD", [6, 6, 15, 20], [(23, 2), (23, 2), (0, 1), (0, 1)], None)

    lines = text.sheet(told, RuleSet(), ("Ann", "Bob", "Cy", "Di"), you=1)

    assert lines[4:7] == [
        "Nobody went out: the stock was empty and the discard declined.",
        "You and Ann held the lowest hand, 6, and shared the differences to the others: "
        "9 + 14 = 23, by 2.",
        "Ann: +11 1/2, in all 11 1/2",
    ]


@pytest.mark.parametrize("out", [0, None])
@pytest.mark.parametrize("scoring", ["winner_takes_sum", "penalties", "payment"])
@pytest.mark.parametrize("bonus", ["none", "double", "add_ten"])
def test_every_way_of_scoring_has_its_lines(out, scoring, bonus):
    rules = changed(RuleSet(), {"deal_scoring": scoring, "deals": 4, "going_rummy": bonus})
    told = result("/KS", [0, 10], [(20, 1), (0, 1)], out, rummy=out == 0)

    lines = text.sheet(told, rules, NAMES)

    assert all(lines)
    assert not [line for line in lines if "?" in line]


@pytest.mark.parametrize(
    ("winners", "why", "sentence"),
    [
        ((0,), "target", "Ann won the match. The target was reached."),
        ((1,), "deals", "You won the match. All deals were played."),
        ((0, 1), "deals", "You and Ann share the match. All deals were played."),
        ((0, 1, 2), "ended", "You, Ann and Cy share the match. It was ended because somebody "
         "stayed away."),
        ((), "later", "Nobody won the match."),
    ],
)  # fmt: skip
def test_the_end_of_a_match_in_words(winners, why, sentence):
    assert text.match_result(MatchResult(winners, why), NAMES, you=1) == sentence


# --- the words of the table ------------------------------------------------------------------


def test_what_one_may_do_in_words():
    assert text.may(()) == "There is nothing for you to do now."
    assert text.may(("draw",)) == "You may draw from the stock."
    assert text.may(("draw", "take", "end-deal")) == (
        "You may draw from the stock, take the discard or end the deal."
    )


def test_presence_in_words():
    assert text.presence(Presence.HERE) == ""
    assert text.presence(Presence.LOST, 90) == "connection lost, seat held for 90 s"
    assert text.presence(Presence.LOST) == "connection lost"
    assert text.presence(Presence.BOT, 90) == "away, a bot plays on"
