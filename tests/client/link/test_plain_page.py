"""The page about playing by lines says what the words really do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy_client.plain.create import OPTIONS
from rummy_client.plain.words import VERBS

PAGE = (Path(__file__).parents[3] / "docs" / "plain.md").read_text()


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.words[0])
def test_every_word_stands_on_the_page(verb):
    also = ", ".join(f"`{word}`" for word in verb.words[1:])

    assert f"| `{verb.usage}` | {also} | {verb.help} |" in PAGE


def test_the_page_has_no_word_that_does_not_exist():
    words = PAGE.partition("## Words")[2].partition("\n## ")[0]
    listed = [line for line in words.splitlines() if line.startswith("| `")]

    assert len(listed) == len(VERBS)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_of_a_table_stands_on_the_page(option):
    assert f"| `{option}=" in PAGE
