"""Which language is spoken: as asked for, as liked, or as the locale has it and can show."""

from __future__ import annotations

from contextvars import copy_context
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rummy_client.cli.main import main
from rummy_client.tongue import CODES, asked_for, language_of
from rummy_protocol import text
from rummy_protocol.text import ENGLISH, LANGUAGES, _, plural, speak, speaking, spoken, term
from rummy_protocol.text.language import translated
from rummy_protocol.text.spoken import Tongue

UTF8 = "en_GB.UTF-8"


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "ko_KR.utf8"}, "ko"),
        ({"LANG": "de_AT.UTF-8@euro"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LC_ALL": "bg_BG.UTF-8", "LANG": "fr_FR.UTF-8"}, "bg"),
        ({"LC_MESSAGES": "ro_RO.UTF-8", "LANG": UTF8}, "ro"),
        ({"LC_ALL": "C.UTF-8", "LC_MESSAGES": "ro_RO.UTF-8"}, "en"),
        ({"LANGUAGE": "fr", "LANG": UTF8}, "fr"),
        ({"LANGUAGE": "pt:ro:fr", "LANG": UTF8}, "ro"),
        ({"LANGUAGE": "en", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANGUAGE": "fr", "LANG": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "fr"}, "en"),
        ({"LANG": "fr_FR.ISO-8859-1"}, "en"),
        ({"LANG": "ko_KR.EUC-KR"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_CTYPE": "fr_FR.ISO-8859-1"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "TERM": "linux"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "TERM": "xterm"}, "ko"),
    ],
    ids=lambda value: (
        ",".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value
    ),
)
def test_the_locale_says_what_to_speak_where_it_can_be_shown(variables, code) -> None:
    assert language_of("", "", variables) == code


@pytest.mark.parametrize(
    ("wanted", "kept", "variables", "code"),
    [
        ("fr", "de", {"LANG": "ko_KR.UTF-8"}, "fr"),
        ("fr", "", {"LANG": "C"}, "fr"),
        ("", "de", {"LANG": "ko_KR.UTF-8"}, "de"),
        ("", "de", {"LANG": "C"}, "en"),
        ("", "ko", {"LANG": "ko_KR.UTF-8", "TERM": "linux"}, "en"),
        ("klingon", "", {"LANG": "fr_FR.UTF-8"}, "fr"),
        ("", "klingon", {"LANG": "fr_FR.UTF-8"}, "fr"),
    ],
)
def test_who_asks_is_obeyed_and_a_taste_if_it_can_be_shown(
    wanted, kept, variables, code
) -> None:
    assert language_of(wanted, kept, variables) == code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("", ""),
        ("play --language fr", "fr"),
        ("--language=ko play", "ko"),
        ("play --name --language", ""),
        ("play -- --language fr", ""),
    ],
)
def test_the_option_is_found_before_anything_is_parsed(words, code) -> None:
    assert asked_for(words.split()) == code


def test_every_language_can_be_asked_for() -> None:
    assert tuple(LANGUAGES) == CODES


def test_a_language_that_does_not_exist_is_told_in_one_line(capsys) -> None:
    assert main(["play", "--language", "klingon"]) == 2
    assert "'klingon' is not one of 'en', 'fr'" in capsys.readouterr().err


@pytest.mark.parametrize("code", CODES)
def test_every_language_can_be_spoken(code) -> None:
    with speaking(code):
        assert spoken().code == code
        assert text.refusal("just-taken", "R35", {"card": "KD"})


def test_languages_are_spoken_by_tasks_of_their_own() -> None:
    """Two sessions in one process: neither hears the language of the other."""

    def session():
        speak("fr")
        return spoken().code

    assert copy_context().run(session) == "fr"
    assert spoken().code == "en"


SMALL = """
msgid "{name} is back."
msgstr "{name} est de retour."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"

msgctxt "sorting"
msgid "suit"
msgstr "couleur"

msgctxt "entries"
msgid "{who} drew a card."
msgstr "{who} pioche une carte."
"""


def test_what_a_catalogue_lacks_is_said_in_english(tools) -> None:
    """A catalogue of four sentences: whatever else there is comes as it stands in the code."""
    written = BytesIO((tools.catalogues._header("fr") + SMALL).encode())
    compiled = BytesIO()
    write_mo(compiled, read_po(written, locale="fr"))
    compiled.seek(0)

    with speaking(tongue_of(compiled)):
        assert _("{name} is back.", name="Ann") == "Ann est de retour."
        assert _("Nobody is absent.") == "Nobody is absent."
        assert plural("{n} card", "{n} cards", 0) == "0 carte"
        assert plural("{n} card", "{n} cards", 2) == "2 cartes"
        assert plural("{n} pack", "{n} packs", 2) == "2 packs"
        assert term("sorting", "suit") == "couleur"
        assert term("clothes", "suit") == "suit"
        language = spoken().language
        assert language.entries["drew"] == "{who} pioche une carte."
        assert language.entries_you["drew"] == "{who} drew a card."


def tongue_of(compiled):
    catalogue = GNUTranslations(compiled)
    return Tongue("fr", catalogue, translated(ENGLISH, "fr", catalogue.pgettext))
