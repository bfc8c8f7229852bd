"""What is made of the environment: signs or letters, how many colours, one style for each."""

from __future__ import annotations

import re

import pytest
from prompt_toolkit.output.color_depth import ColorDepth

from rummy_client.liking import Theme
from rummy_client.screen import draw
from rummy_client.screen.look import Look
from rummy_client.screen.scene import Scene
from rummy_client.terminal.abilities import detect, narrow, style_for

from .test_draw import SCREENS, Size

XTERM = {"TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("locale", "letters", "ascii_only"),
    [
        ({"LANG": "en_GB.UTF-8"}, False, False),
        ({"LANG": "de_DE.utf8"}, False, False),
        ({"LANG": "C.UTF-8"}, False, False),
        ({"LANG": "de_DE.UTF-8@euro"}, False, False),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, True, True),
        ({"LC_CTYPE": "ko_KR.EUC-KR", "LANG": "ko_KR.UTF-8"}, True, True),
        ({"LANG": "en_US.ISO-8859-1"}, True, True),
        ({"LANG": "en_GB"}, True, True),
        ({"LANG": "C"}, True, True),
        ({"LANG": "POSIX"}, True, True),
        ({"LANG": "xx_YY.no-such-charset"}, True, True),
        ({}, True, True),
        ({"LANG": "en_GB.UTF-8", "RUMMY_ASCII": "1"}, True, False),
        ({"LANG": "en_GB.UTF-8", "TERM": "linux"}, True, False),
        ({"LANG": "en_GB.UTF-8", "TERM": "dumb"}, True, False),
    ],
)
def test_the_locale_is_read_by_its_name(locale, letters, ascii_only) -> None:
    found = detect(XTERM | locale)

    assert found.look == Look(letters, ascii_only)
    assert found.probe is not letters


@pytest.mark.parametrize(
    ("variables", "depth"),
    [
        (XTERM, ColorDepth.DEPTH_8_BIT),
        (XTERM | {"COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        (XTERM | {"COLORTERM": "24bit"}, ColorDepth.DEPTH_24_BIT),
        (XTERM | {"COLORTERM": "truecolor", "NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
        (XTERM | {"NO_COLOR": ""}, ColorDepth.DEPTH_8_BIT),
        ({"TERM": "linux"}, ColorDepth.DEPTH_4_BIT),
        ({"TERM": "vt100"}, ColorDepth.DEPTH_1_BIT),
        ({"TERM": "dumb"}, ColorDepth.DEPTH_1_BIT),
        ({}, ColorDepth.DEPTH_1_BIT),
    ],
)
def test_as_many_colours_as_the_terminal_has(variables, depth) -> None:
    assert detect(variables).depth is depth


@pytest.mark.parametrize(
    ("variables", "marks"),
    [
        (XTERM, True),
        ({"TERM": "rxvt-unicode-256color"}, True),
        ({"TERM": "tmux-256color"}, True),
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0"}, True),
        ({"TERM": "screen-256color", "STY": "1.pts-0.here"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "linux-16color"}, False),
        ({"TERM": "vt100"}, False),
        ({"TERM": "vt220-8bit"}, False),
        ({"TERM": "ansi"}, False),
        ({"TERM": "cons25"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_of_terminals_it_is_known_by_name_which_do_not_say_what_was_pasted(
    variables, marks
) -> None:
    assert detect(variables).marks is marks


@pytest.mark.parametrize(
    ("answer", "is_narrow"),
    [("\x1b[1;2R", True), ("\x1b[24;3R", False), ("\x1b[1;4R", False), ("\x1b[R", True)],
)
def test_the_answer_of_the_terminal_says_how_wide_a_sign_is(answer, is_narrow) -> None:
    assert narrow(answer) is is_narrow


@pytest.mark.parametrize("depth", list(ColorDepth))
@pytest.mark.parametrize("theme", Theme)
def test_every_style_that_is_drawn_can_be_had_at_every_depth(depth, theme) -> None:
    style = style_for(depth, theme)
    for model, desk in SCREENS.values():
        for line in draw(Scene(model, desk, Look(), Size(100, 30), 0.0)):
            for name, _ in line:
                assert all(
                    re.fullmatch(r"class:(at\.\w+\.\S+|[a-z.]+)", word) for word in name.split()
                )
                style.get_attrs_for_style_str(name)


def test_sixteen_colours_are_named_and_not_mixed() -> None:
    style = style_for(ColorDepth.DEPTH_4_BIT, Theme.FOUR)

    for name in ("card.h", "title", "turn", "cursor.c", "text.d"):
        attributes = style.get_attrs_for_style_str(f"class:{name}")
        for colour in (attributes.color, attributes.bgcolor):
            assert not colour or colour.startswith("ansi")


def test_red_and_black_and_four_colours_differ() -> None:
    def ink(suit, theme):
        style = style_for(ColorDepth.DEPTH_24_BIT, theme)
        return style.get_attrs_for_style_str(f"class:card.{suit}").color

    assert len({ink(suit, Theme.DARK) for suit in "cdhs"}) == 2
    assert len({ink(suit, Theme.FOUR) for suit in "cdhs"}) == 4


def test_without_colour_what_matters_is_still_marked() -> None:
    style = style_for(ColorDepth.DEPTH_1_BIT, Theme.DARK)

    assert style.get_attrs_for_style_str("class:cursor").reverse
    assert style.get_attrs_for_style_str("class:turn").bold


def test_the_style_is_one_object_so_that_the_renderer_can_keep_what_it_worked_out() -> None:
    deep = ColorDepth.DEPTH_24_BIT

    assert style_for(deep, Theme.FOUR) is style_for(deep, Theme.FOUR)
    assert style_for(deep, Theme.FOUR) is not style_for(deep, Theme.DARK)
