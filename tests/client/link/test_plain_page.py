"""The page about playing by lines says what the words really do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy_client.plain_words import VERBS

PAGE = (Path(__file__).parents[3] / "docs" / "plain.md").read_text()


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.words[0])
def test_every_word_stands_on_the_page(verb):
    also = ", ".join(f"`{word}`" for word in verb.words[1:])

    assert f"| `{verb.usage}` | {also} | {verb.help} |" in PAGE


def test_the_page_has_no_word_that_does_not_exist():
    listed = [line for line in PAGE.splitlines() if line.startswith("| `")]

    assert len(listed) == len(VERBS)
