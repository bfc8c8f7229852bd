"""How lines are built of parts: by patterns that a language can set otherwise."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_client.keymap import KEY_NAMES
from rummy_client.screen import Look
from rummy_client.screen.cells import broken, text_of, width, wrapped
from rummy_client.words import end_in_brief, game_in_brief, options_text
from rummy_protocol import news, text
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import ENGLISH, speaking, spoken, term
from rummy_protocol.text.language import templates, translated
from rummy_protocol.views import Options

from ..client.screen.test_draw import SCREENS, shown
from .said import english_but
from .test_marked import ROOT, source

RULES = RuleSet(preset="basic")


@pytest.fixture
def french_blanks():
    with speaking(english_but()):
        yield


# --- patterns --------------------------------------------------------------------------------


@pytest.mark.usefixtures("french_blanks")
def test_colons_and_semicolons_are_set_as_the_language_has_them() -> None:
    assert text.named("Ann", "hello: you") == "Ann : hello: you"
    assert text.apart(["7C 8C", "JD, JH", "2S"]) == "7C 8C ; JD, JH ; 2S"
    assert text.apart(["one"]) == "one"
    assert text.apart([]) == ""
    assert text.switch("ace", "sideways").endswith(" : sideways")
    for line in (text.brief(RULES), game_in_brief(RULES), options_text(Options(seats=2), 3)):
        assert " ; " in line
        assert not re.search(r"\w;", line)


@pytest.mark.usefixtures("french_blanks")
def test_so_are_they_on_the_screen() -> None:
    told = "\n".join(shown(*SCREENS["six-seats"], 98, 30, Look()))

    assert "Cara : well played" in told
    assert re.search(r"points ; 35 without melds : 5♥ 10♠ Q♠ K♦", told)


def test_parts_that_look_like_places_are_left_alone() -> None:
    assert text.named("{value}", "{0}") == "{value}: {0}"
    assert text.apart(["{rest}", "{", "x"]) == "{rest}; {; x"


PROGRAM = ("rummy", "\x1b]9;")
"""What begins with the name of the program is its mark, and no sentence."""
ALONE = {
    "client/rummy_client/app.py": "what went wrong in the program, for programmers",
    "client/rummy_client/cli/ending.py": "the command, as a mark before what it complains of",
    "client/rummy_client/terminal/supervisor.py": "its name before what it is told to say",
    "server/rummy_server/operating/beside.py": "for monitors",
}


def glue(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Literals that set a colon or a semicolon between two things that are said."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            words = "".join(
                each.value if isinstance(each, ast.Constant) else "{}" for each in node.values
            )
            if re.search(r"\{\}[:;] ", words) and not words.startswith(PROGRAM):
                yield node.lineno, words
        elif isinstance(node, ast.Constant) and node.value in (": ", "; ", " : ", " ; "):
            yield node.lineno, node.value


@pytest.mark.parametrize("name", sorted(source()))
def test_nothing_is_glued_with_colons_or_semicolons(name) -> None:
    found = list(glue(ast.parse((ROOT / name).read_text("utf-8"))))

    assert bool(found) == (name in ALONE), found


@pytest.mark.parametrize(
    "code",
    ['f"{name}: {words}"', '"; ".join(told)', '("class:label", ": ")', 'f"{a}; {b}"'],
)
def test_glue_is_found(code) -> None:
    assert list(glue(ast.parse(code)))


# --- words that agree ------------------------------------------------------------------------


def test_words_that_agree_are_asked_for_by_what_they_are_said_of() -> None:
    marked = translated(ENGLISH, "xx", lambda context, words: f"{context}|{words}")

    assert text.choice("lay_off", "none", marked) == "lay_off|none"
    assert text.choice("joker_swap", "none", marked) == "joker_swap|none"
    assert text.choice("target", None, marked) == "target|none"
    assert text.choice("set_suits", "any", marked) == "set_suits|any"
    assert text.choice("take_back", True, marked) == "choices|yes"
    assert text.choice("jokers", 4, marked) == "4"


def test_the_contexts_of_such_words_are_gathered(tools) -> None:
    known = {(context, words) for context, _key, words in templates(ENGLISH)}
    for switch, words in ENGLISH.choices_of.items():
        assert {(switch, each) for each in words.values()} <= known

    known = {(context, words) for context, words, _note in tools.gathering._keys()}
    for name in KEY_NAMES.values():
        assert ("key name", name) in known or not re.search("[A-Za-z]{2}", name)


def test_numbers_have_the_form_that_the_language_has() -> None:
    restocked = news.Restocked(8, 0, "turned", 1, 1)
    assert text.entry(restocked, ["Ann"]).endswith("turned over, 1 card.")
    assert end_in_brief(RULES) == f"to {RULES.target}"

    with speaking(english_but({("", "{n} cards"): "{n} de cards", ("", "to {n}"): "tot {n}"})):
        restocked = news.Restocked(8, 0, "turned", 20, 1)
        assert text.entry(restocked, ["Ann"]).endswith("turned over, 20 de cards.")
        assert end_in_brief(RULES) == f"tot {RULES.target}"


def test_the_language_on_the_spot_says_what_it_was_given() -> None:
    with speaking(english_but({("here", "word"): "mot"})):
        assert (term("here", "word"), term("there", "word")) == ("mot", "word")
        assert spoken().language.both == ENGLISH.both


# --- lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "cells", "lines"),
    [
        ("on pose tout : cela dit", 12, ["on pose", "tout : cela", "dit"]),
        ("il dit « oui » ; vous", 12, ["il dit", "« oui » ;", "vous"]),
        ("vraiment ?", 9, ["vraiment", "?"]),
        ("prêt ? oui !", 7, ["prêt ?", "oui !"]),
        ("un mot (« as »).", 11, ["un mot", "(« as »)."]),
        ("a : b", 3, ["a :", "b"]),
        ("as ; roi", 4, ["as ;", "roi"]),
        ("english: it stays", 9, ["english:", "it stays"]),
    ],
)
def test_signs_stay_with_their_words(told, cells, lines) -> None:
    assert wrapped(told, cells) == lines
    head, rest = broken([("", told)], cells)
    assert width(text_of(head)) <= cells or len(lines) == 1 or "vraiment" in told
    assert not re.match("[:;!?»]", text_of(rest))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["un", "deux,", "trois", ":", ";", "?", "« mot »", "».", "l'« os"]),
        max_size=30,
    ),
    st.integers(20, 40),
)
def test_no_line_begins_with_a_sign_that_belongs_before_it(words, cells) -> None:
    told = " ".join(words)
    lines = wrapped(told, cells)

    assert " ".join(lines) == told
    assert all(width(line) <= cells for line in lines)
    runs = max(map(len, re.findall(r"\S+(?: [:;!?»]\S*)*", told)), default=0)
    if runs < 12:
        assert not [line for line in lines[1:] if re.match("[:;!?»]", line)]
        assert not [line for line in lines[:-1] if line.endswith("«")]
