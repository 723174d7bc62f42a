"""How a person at a terminal is asked: one question, a line that explains it, and a way out.

An answer that cannot be used is asked for again, with what was expected. Ctrl-C ends it all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import typer

from belfry.entrypoints.cli.answers import say
from belfry.kernel.errors import InputError

LATER = ("-", "none", "later")


@dataclass(frozen=True, slots=True)
class Question:
    """`read` gives the answer as it will be used, or InputError with what was expected.

    With `may_wait`, "later" is an answer, too, and means none.
    """

    text: str
    explained: str
    default: str
    read: Callable[[str], str]
    may_wait: bool = False
    is_secret: bool = False


def ask(question: Question) -> str:
    say(f"\n{question.explained}")
    default = question.default or ("later" if question.may_wait else "")
    while True:
        said = str(
            typer.prompt(
                question.text,
                default=default,
                show_default=bool(default),
                hide_input=question.is_secret,
            )
        ).strip()
        if question.may_wait and said.lower() in LATER:
            return ""
        try:
            return question.read(said)
        except InputError as error:
            say(f"  That cannot be used: {error}")


def choose(*words: str) -> Callable[[str], str]:
    """Reads one of these words, or the beginning of just one of them."""

    def read(said: str) -> str:
        found = [word for word in words if said and word.startswith(said.lower())]
        if len(found) != 1:
            raise InputError(f"expected {' or '.join(words)}")
        return found[0]

    return read


def choose_some(words: Sequence[str]) -> Callable[[str], str]:
    """Reads any of these words, between commas, and gives them in their own order."""

    def read(said: str) -> str:
        wanted = [word.strip().lower() for word in said.replace(",", " ").split()]
        strange = [word for word in wanted if word not in words]
        if strange or not wanted:
            named = f"{strange[0]!r} is none; " if strange else ""
            raise InputError(f"{named}expected one or more of {', '.join(words)}")
        return ",".join(word for word in words if word in wanted)

    return read
