"""The words of the command line: marked for the catalogues, and said in what is spoken.

It does what `rummy_protocol.text` does, and loads that only when another language than English
is spoken: ``rummy --help`` is to be there at once. Help is
kept as it was written and put into words when somebody asks for it. Click's own words are
looked up in the same catalogues.
"""

from __future__ import annotations

import copy
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, TypeVar

import click

from ..terminal.signs import glued, unglued
from ..tongue import CODES

__all__ = ["CLICK_COUNTS", "CLICK_SAYS", "N_", "Spoken", "SpokenGroup", "_", "paragraphs",
           "plural", "said_in", "teach_click"]  # fmt: skip

_TEXT: Final = "rummy_protocol.text"


def N_(sentence: str) -> str:
    """*sentence* as it is, to be translated where it is used."""
    return sentence


def _(sentence: str, /, **told: str | int) -> str:
    """*sentence* as it is said here, with what is *told* in its places."""
    if _TEXT not in sys.modules:
        return sentence.format(**told) if told else sentence
    from rummy_protocol import text

    return text._(sentence, **told)


def plural(one: str, many: str, n: int, /, **told: str | int) -> str:
    """The sentence for *n* things; ``{n}`` is the number."""
    if _TEXT not in sys.modules:
        return (one if n == 1 else many).format(n=n, **told)
    from rummy_protocol import text

    return text.plural(one, many, n, **told)


def said_in(code: str) -> AbstractContextManager[None]:
    """Speak the language *code* for a while; English if its catalogue was never compiled."""
    if code == "en" and _TEXT not in sys.modules:
        return nullcontext()
    from rummy_protocol.text.spoken import language_for, speaking

    try:
        language_for(code)
    except FileNotFoundError:
        click.echo(f"rummy: no catalogue for {code} was compiled: make languages", err=True)
        return nullcontext()
    return speaking(code)


def paragraphs(told: str) -> Iterator[str]:
    """The paragraphs of a help text, each as one line: so they stand in the catalogues."""
    for paragraph in told.split("\n\n"):
        yield " ".join(paragraph.split())


Thing = TypeVar("Thing", click.Command, click.Parameter)


def _in_words(thing: Thing) -> Thing:
    """*thing* with its help in what is spoken."""
    told = getattr(thing, "help", None)
    if not told:
        return thing
    said = copy.copy(thing)
    vars(said)["help"] = "\n\n".join(_(each) for each in paragraphs(told))
    return said


def _language() -> click.Option:
    """The option that names the language. `tongue.asked_for` looks for it before anything is
    parsed; here it is only listed, and judged."""
    return click.Option(
        ["--language"],
        type=click.Choice(CODES),
        expose_value=False,
        help=N_("The language to speak. [as the locale has it]"),
    )


_FILLER: Final = "\N{WORD JOINER}"
"""It follows each sign of two cells while click counts signs, and is then taken out."""


def _by_cells(told: str) -> str:
    """*told* with as many signs as it takes cells."""
    if told.isascii():
        return told
    wide = (unicodedata.east_asian_width(sign) in ("W", "F") for sign in told)
    return "".join(
        sign + _FILLER if two else sign for sign, two in zip(told, wide, strict=True)
    )


class _Formatter(click.HelpFormatter):
    """Click's, but lines are broken where the terminal ends, and not where their signs are
    counted out: those of Korean take two cells each. Nor does a line begin with a sign that
    belongs to the word before, and the colon of a heading is set as the language has it."""

    def write(self, string: str) -> None:
        super().write(unglued(string.replace(_FILLER, "")))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{_('{heading}:', heading=heading)}\n")

    def write_text(self, text: str) -> None:
        super().write_text(_by_cells(glued(text)))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        told = [(_by_cells(name), _by_cells(glued(words))) for name, words in rows]
        super().write_dl(told, col_max, col_spacing)


class _Context(click.Context):
    """Where help is put into lines as above."""

    formatter_class = _Formatter


class Spoken(click.Command):
    """A command whose help is in what is spoken, and that can be told what to speak."""

    context_class = _Context

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not any(param.name == "language" for param in self.params):
            self.params.append(_language())

    def get_short_help_str(self, limit: int = 45) -> str:
        return click.Command.get_short_help_str(_in_words(self), limit)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_help_text(_in_words(self), ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        told = [_in_words(param).get_help_record(ctx) for param in self.get_params(ctx)]
        with formatter.section(_("Options")):
            formatter.write_dl([each for each in told if each is not None and each[1]])


FIRST: Final = ("play", "join", "watch", "serve", "replay", "rules", "config")
"""Commands that stand at the top of the list."""


class SpokenGroup(Spoken, click.Group):
    """The same for a command that has others under it."""

    command_class = Spoken

    def list_commands(self, ctx: click.Context) -> list[str]:
        """What a stranger looks for first; the others by their names."""
        rest = [name for name in super().list_commands(ctx) if name not in FIRST]
        return [name for name in FIRST if name in self.commands] + rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each command with the whole of its first sentence."""
        named = self.list_commands(ctx)
        told = [(name, self.commands[name].get_short_help_str(1000)) for name in named]
        with formatter.section(_("Commands")):
            formatter.write_dl(told)


def teach_click() -> None:
    """Have click say its own words through our catalogues.

    It asks gettext's global functions, which know one language for the whole process and look
    for it in the environment; there is no other door than the names in its modules. A version
    of click that has other names, or other words, says them in English.
    """
    for name in _OF_CLICK:
        words = vars(sys.modules[f"click.{name}"])
        words.update({mark: said for mark, said in _MARKS.items() if mark in words})


def _counted(one: str, many: str, n: int) -> str:
    """The sentence for *n* things, with its places open: click fills them in."""
    if _TEXT not in sys.modules:
        return one if n == 1 else many
    from rummy_protocol.text import spoken

    return spoken().catalogue.ngettext(one, many, n)


_OF_CLICK: Final = (
    "core",
    "decorators",
    "exceptions",
    "formatting",
    "parser",
    "termui",
    "types",
)

_MARKS: Final = {"_": _, "ngettext": _counted}

CLICK_SAYS: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("required"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Choose from:\n\t{choices}"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Argument {name!r} takes {nargs} values."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Could not open file {filename!r}: {message}"),
)
"""What click can say to whoever types here, in the words of the version that was looked at."""


def counted(one: str, many: str) -> tuple[str, str]:
    """The two sentences as they are, to be counted where they are used."""
    return one, many


CLICK_COUNTS: Final = (
    counted("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    counted(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
    ),
    counted(
        "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"
    ),
    counted("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)
"""What click counts."""
