"""The pages about the games say what the games are: they are made from the rule sets.

`pytest tests/protocol/test_rule_pages.py --regen` writes the made part anew; what stands
before and after it on a page is written by hand and kept.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rummy_protocol import text
from rummy_protocol.rulefile import read_rules, to_toml
from rummy_protocol.ruleset import RULES_VERSION, RuleSet
from rummy_protocol.switches import SWITCHES
from rummy_server.game.variants import PRESETS

PAGES = Path(__file__).parent.parent.parent / "docs" / "rules"
BEGIN = "<!-- Made from the rule set by tests/protocol/test_rule_pages.py --regen. -->"
END = "<!-- The end of what is made. -->"


def made(rules):
    """The part of a page that is made: one line, the sentences, and the file."""
    lines = [BEGIN, "", f"*{text.brief(rules)}.*"]
    part = None
    for each in text.rules_text(rules):
        if each.part is not part:
            part = each.part
            lines += ["", f"### {text.part_title(part)}", ""]
        lines.append(f"{each.number}. {each.text} ({' '.join(each.rules)})")
    lines += ["", "### As a file", "", "```toml", to_toml(rules).rstrip(), "```", ""]
    lines += [f"Its hash is `{rules.rules_hash()}`, by version {RULES_VERSION} of the rules."]
    return "\n".join([*lines, "", END])


def page_of(name):
    return PAGES / f"{name}.md"


def new_page(name, rules):
    return f"# {name}\n\n{made(rules)}\n"


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_page_of_a_game_says_what_it_is(name, request):
    page, rules = page_of(name), PRESETS[name]
    if request.config.getoption("--regen"):
        before = page.read_text() if page.exists() else new_page(name, rules)
        page.write_text(
            re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: made(rules), before,
                   flags=re.DOTALL)
        )  # fmt: skip

    assert page.exists(), "run pytest with --regen"
    assert made(rules) in page.read_text(), "run pytest with --regen"
    assert page.read_text().startswith(f"# {text.game(name)}\n")


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_file_on_the_page_of_a_game_is_the_game(name):
    told = re.search(r"```toml\n(.*?)```", page_of(name).read_text(), re.DOTALL)

    assert told
    assert read_rules(told[1]) == PRESETS[name]


def test_the_list_of_games_has_them_all(request):
    page = PAGES / "README.md"
    rows = [f"| [{name}]({name}.md) | {text.brief(rules)} |" for name, rules in PRESETS.items()]
    table = "\n".join(["| Game | In one line |", "| --- | --- |", *rows])
    if request.config.getoption("--regen"):
        before = page.read_text()
        page.write_text(
            re.sub(
                r"\| Game \|.*?\|\n(?=\n|$)", lambda _: table + "\n", before, flags=re.DOTALL
            )
        )

    assert table in page.read_text(), "run pytest with --regen"


def test_there_is_no_page_of_a_game_that_there_is_not():
    others = {"README", "register", "coverage"}

    assert {page.stem for page in PAGES.glob("*.md")} == others | set(PRESETS)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_links_between_the_pages_lead_somewhere(page):
    for link in re.findall(r"\]\(([\w./-]+\.md)\)", page.read_text()):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_every_switch_that_a_page_names_is_one(page):
    values = {str(value) for switch in SWITCHES for value in switch.choices}
    known = {*RuleSet.__struct_fields__, *PRESETS, *values, "turn_seconds"}

    for name in re.findall(r"`([a-z]+_[a-z_]+)(?::[^`]*)?`", page.read_text()):
        assert name in known, name
    for name, value in re.findall(r"`([a-z]+_[a-z_]+): ([^`]*)`", page.read_text()):
        assert changed_to(name, value), (name, value)


def changed_to(name, value):
    """Whether there is a game in which *name* is *value*."""
    return any(
        str(choice).lower() == value
        for switch in SWITCHES
        if switch.name == name
        for choice in switch.choices
    )
