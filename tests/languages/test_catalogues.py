"""Every language is complete, in good form, and compiled as it stands."""

from __future__ import annotations

from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rummy_protocol.text import LANGUAGES

CODES = sorted(set(LANGUAGES) - {"en"})


@pytest.fixture(scope="module")
def gathered(tools):
    return tools.gathering.gathered()


def key(message):
    first = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", first


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_is_translated(code, gathered, tools) -> None:
    catalogue = tools.catalogues.catalogue_of(code)
    there = {key(each) for each in catalogue if each.id and not tools.faults.missing(each)}
    wanted = {key(each) for each in gathered if each.id}

    assert sorted(wanted - there) == [], "translate, after `make languages`"


@pytest.mark.parametrize("code", CODES)
def test_no_sentence_is_kept_that_nobody_says(code, gathered, tools) -> None:
    catalogue = tools.catalogues.catalogue_of(code)
    kept = {key(each) for each in catalogue if each.id}

    assert sorted(kept - {key(each) for each in gathered}) == [], "`make languages` drops them"


@pytest.mark.parametrize("code", CODES)
def test_no_translation_is_malformed(code, tools) -> None:
    catalogue = tools.catalogues.catalogue_of(code)
    wrong = [
        (key(each), fault)
        for each in catalogue
        if each.id
        for fault in tools.faults.faults(each, code)
    ]

    assert wrong == []


@pytest.mark.parametrize("code", CODES)
def test_numbers_take_the_forms_that_the_language_has(code, tools) -> None:
    catalogue = tools.catalogues.catalogue_of(code)
    forms = {len(each.string) for each in catalogue if isinstance(each.id, tuple)}

    assert f"nplurals={catalogue.num_plurals};" in tools.catalogues.PLURALS[code]
    assert forms == {catalogue.num_plurals}


@pytest.mark.parametrize("code", CODES)
def test_what_is_compiled_is_what_was_written(code, tools) -> None:
    with (tools.catalogues.CATALOGUES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code, abort_invalid=True)
    written = BytesIO()
    write_mo(written, catalogue)
    written.seek(0)
    with files("rummy_protocol.languages").joinpath(f"{code}.mo").open("rb") as file:
        found = sentences(file)

    assert found == sentences(written), "`make languages` compiles them"


def sentences(compiled):
    """What stands in a compiled catalogue, its head left out: that has the hour in it."""
    return {key: said for key, said in GNUTranslations(compiled)._catalog.items() if key}


def test_what_click_says_is_what_we_have_of_it() -> None:
    """Words that click no longer uses would be translated in vain."""
    from pathlib import Path

    import click

    from rummy_client.cli.words import CLICK_COUNTS, CLICK_SAYS

    source = "".join(
        "".join(path.read_text("utf-8").split())
        for path in sorted(Path(click.__file__).parent.glob("*.py"))
    )
    said = [*CLICK_SAYS, *(each for pair in CLICK_COUNTS for each in pair)]
    escaped = ["".join(each.encode("unicode_escape").decode().split()) for each in said]

    assert [each for each in escaped if each not in source] == []


def message(english, said, context=None):
    return Message(english, said, context=context)


@pytest.mark.parametrize(
    ("english", "said", "context", "fault"),
    [
        ("{who} drew.", "Pioche.", "entries", "it lacks {who}"),
        ("{who} drew.", "{who} {what}.", "entries", "it has {what}, and English has not"),
        ("{who} drew.", "{who} pioche", "entries", "it does not end with '.'"),
        ("{who} drew.", "{who pioche.", "entries", "its braces do not match"),
        ("{who} drew.", "{who!r} pioche.", "entries", "it lacks {who}"),
        ("a card", "une carte.", None, "it ends with a full stop, and English does not"),
        ("a card", " une carte", None, "at its beginning it has the blanks ' '"),
        (" and ", " et", None, "at its end it has the blanks ''"),
        (" and ", "et ", "both", "at its beginning it has the blanks ''"),
        ("a card", "une  carte", None, "it has two blanks in a row"),
        ("a card", "une\u00a0carte", None, "another blank than the plain one"),
        ("a card", "une\u200bcarte", None, "the unseen sign"),
        ("a card", "une\x1b[2Jcarte", None, "the unseen sign"),
        ("a card", "e\u0301t", None, "normal form"),
        ("add --plain", "ajoutez --simple", None, "--plain is an option"),
        ("draw", "tirer une carte", "key", "at most 12 cells, not 15"),
        ("draw", "카드를 뽑습니다", "key", "at most 12 cells, not 15"),
        ("a card", "o carte aşa", None, "cedilla"),
    ],
)
def test_a_malformed_translation_is_found(english, said, context, fault, tools) -> None:
    found = list(tools.faults.faults(message(english, said, context), "ro"))

    assert [each for each in found if fault in each], found


@pytest.mark.parametrize(
    ("english", "said", "context"),
    [
        ("{who} drew a card.", "Vous piochez une carte.", "entries_you"),
        ("{who} took {cards}.", "{cards}: {who}.", "entries"),
        (("{n} card", "{n} cards"), ("une carte", "{n} cartes"), None),
        ("{a} and {{b}}", "{{b}} et {a}", None),
        ("add --plain", "--plain est à ajouter", None),
        ("leave the screen", "quitter l'écran", "key"),
        ("What now?", "무엇을 할까요?", None),
        (" and ", ", ", "both"),
    ],
)
def test_a_good_translation_is_let_pass(english, said, context, tools) -> None:
    assert list(tools.faults.faults(message(english, said, context), "fr")) == []


def test_a_sentence_without_its_translation_is_missing(tools) -> None:
    assert tools.faults.missing(message("a card", ""))
    assert tools.faults.missing(message(("{n} card", "{n} cards"), ("une carte", "")))
    assert not tools.faults.missing(message("a card", "une carte"))


def test_translations_are_taken_from_another_file(tools, tmp_path) -> None:
    """Those that somebody says and that are there; by their context."""
    part = tmp_path / "part.po"
    part.write_text(
        tools.catalogues._header("fr")
        + 'msgid "a card"\nmsgstr "une carte"\n\nmsgid "a coin"\nmsgstr "une pièce"\n\n'
        + 'msgctxt "key"\nmsgid "a cart"\nmsgstr "x"\n\nmsgid "a cat"\nmsgstr ""\n',
        encoding="utf-8",
    )
    catalogue = Catalog(locale="fr")
    catalogue.add("a card", "la carte")
    catalogue.add("a cart")
    catalogue.add("a cat", "un chat")

    assert tools.catalogues.taken(catalogue, "fr", part) == 1
    told = {each.id: each.string for each in catalogue if each.id}
    assert told == {"a card": "une carte", "a cart": None, "a cat": "un chat"}


def test_what_is_translated_stays_and_what_is_gone_goes(tools, tmp_path, monkeypatch) -> None:
    """A catalogue of two sentences, one of which the program no longer says."""
    monkeypatch.setattr(tools.catalogues, "CATALOGUES", tmp_path)
    (tmp_path / "fr.po").write_text(
        tools.catalogues._header("fr")
        + 'msgid "a card"\nmsgstr "une carte"\n\nmsgid "a coin"\nmsgstr "une pièce"\n',
        encoding="utf-8",
    )
    template = Catalog()
    template.add("a card")
    template.add("a cart")

    merged = tools.catalogues.merged("fr", template)
    tools.catalogues.written("fr", merged)
    told = (tmp_path / "fr.po").read_text("utf-8")

    assert 'msgid "a card"\nmsgstr "une carte"' in told
    assert 'msgid "a cart"\nmsgstr ""' in told
    assert "coin" not in told
    assert told.startswith("# Français: every sentence")
