"""What may be wrong with a translated sentence, apart from its not being there.

It judges form and not language: places that stand for something, the ends of a sentence, signs
that no terminal shows. Nothing is read or written in here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from string import Formatter

from babel.messages.catalog import Message
from wcwidth import wcswidth

OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
"""An option of the command line; it is called so in every language."""
LABEL_CELLS = 12
"""A label of a key may take so many cells, or as many as the English one."""
COMMA = ("both", ", ")
"""Before the last one of a list there may be a comma, with no word for *and*."""
CEDILLAS = "şţŞŢ"
"""What looks like Romanian and is Turkish: the signs with a comma are meant."""


def missing(message: Message) -> bool:
    """Whether *message* lacks its translation, or one of its forms."""
    said = message.string if isinstance(message.string, tuple) else (message.string,)
    return not all(said)


def faults(message: Message, code: str) -> Iterator[str]:
    """What is wrong with the translation of *message* into the language *code*."""
    meant = message.id if isinstance(message.id, tuple) else (message.id,)
    said = message.string if isinstance(message.string, tuple) else (message.string,)
    for form in said:
        if form:
            yield from _places(meant, form, message.context or "", len(said) > 1)
            if (message.context, form) != COMMA:
                yield from _ends(meant[-1], form)
            yield from _signs(meant[-1], form, code)
            for option in sorted(set(OPTION.findall(meant[-1])) - set(OPTION.findall(form))):
                yield f"{option} is an option and stays as it is"
            most = max(LABEL_CELLS, wcswidth(meant[-1]))
            if message.context == "key" and wcswidth(form) > most:
                yield f"a label of a key has at most {most} cells, not {wcswidth(form)}"


def places(template: str) -> set[str]:
    """The places of *template*, each as it is written.

    Raises:
        ValueError: its braces do not match.
    """
    return {
        f"{name}{'!' + sign if sign else ''}{':' + form if form else ''}"
        for text, name, form, sign in Formatter().parse(template)
        if name is not None
    }


def _places(meant: tuple[str, ...], form: str, context: str, plural: bool) -> Iterator[str]:
    wanted = places(meant[-1])
    try:
        found = places(form)
    except ValueError as wrong:
        yield f"its braces do not match: {wrong}"
        return
    free = {"who"} if context.endswith("_you") else set()
    if plural or len(meant) > 1:
        free |= {"n", "number"}
    for name in sorted(wanted - found - free):
        yield f"it lacks {{{name}}}"
    for name in sorted(found - wanted - places(meant[0])):
        yield f"it has {{{name}}}, and English has not"


def _ends(meant: str, form: str) -> Iterator[str]:
    for side, blank, other in (
        (
            "beginning",
            meant[: len(meant) - len(meant.lstrip())],
            form[: len(form) - len(form.lstrip())],
        ),
        ("end", meant[len(meant.rstrip()) :], form[len(form.rstrip()) :]),
    ):
        if blank != other:
            yield f"at its {side} it has the blanks {other!r}, and English has {blank!r}"
    stop = meant.rstrip()[-1:]
    if stop in tuple(".:?…") and form.rstrip()[-1:] != stop:
        yield f"it does not end with {stop!r}"
    if stop not in tuple(".!") and form.rstrip()[-1:] == ".":
        yield "it ends with a full stop, and English does not"


def _signs(meant: str, form: str, code: str) -> Iterator[str]:
    if not unicodedata.is_normalized("NFC", form):
        yield "it is not in the normal form NFC"
    for sign in sorted(set(form)):
        if unicodedata.category(sign)[0] == "C" and sign not in meant:
            yield f"it has the unseen sign {sign!r}"
        elif unicodedata.category(sign)[0] == "Z" and sign != " ":
            yield f"it has another blank than the plain one: {sign!r}"
    if "  " in form.strip() and "  " not in meant.strip():
        yield "it has two blanks in a row"
    if code == "ro" and set(CEDILLAS) & set(form):
        yield "it has an s or t with a cedilla where one with a comma is meant"
