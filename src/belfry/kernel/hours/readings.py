"""Where a line that somebody wrote stops making sense, and what was expected there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belfry.kernel.errors import InputError

_SHOWN = 40
_RUN = re.compile(r"\s+|\S+")


class ReadingError(InputError):
    """A text that cannot be understood: never guessed at, always shown with its place.

    `column` counts from 0 in the text that was read; `said` is what stands there, empty where the
    text has ended; `expected` is what could have stood there instead.
    """

    def __init__(self, *, column: int, said: str, expected: str) -> None:
        found = f"found {said[:_SHOWN]!r}" if said else "it ends too early"
        super().__init__(f"{found}; expected {expected}")
        self.column = column
        self.said = said
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or mark as it stands in a text; `kind` is "end" behind the last one."""

    kind: str
    said: str
    column: int

    @property
    def word(self) -> str:
        return self.said.lower()


class Reader:
    """Goes through a text token by token; `pattern` has a named group for each kind of token."""

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._tokens = _scan(text, pattern)
        self.position = 0

    @property
    def token(self) -> Token:
        return self._tokens[self.position]

    @property
    def is_at_end(self) -> bool:
        return self.token.kind == "end"

    def take(self) -> Token:
        """The present token; the reader moves on to the next."""
        token = self.token
        self.position = min(self.position + 1, len(self._tokens) - 1)
        return token

    def skip(self, words: frozenset[str]) -> bool:
        """Pass over any number of these words and marks; whether there was one."""
        start = self.position
        while self.token.word in words:
            self.take()
        return self.position > start

    def refuse(self, expected: str, token: Token | None = None) -> ReadingError:
        """The error for a token, the present one unless another is given."""
        at = token or self.token
        return ReadingError(column=at.column, said=at.said, expected=expected)


def _scan(text: str, pattern: re.Pattern[str]) -> list[Token]:
    tokens, column, length = [], 0, len(text.rstrip())
    while column < length:
        match = pattern.match(text, column)
        run = match or _RUN.match(text, column)
        said = run[0] if run else text[column:]
        kind = match.lastgroup if match and match.lastgroup else "stranger"
        if not said.isspace():
            tokens.append(Token(kind, said, column))
        column += len(said)
    return [*tokens, Token("end", "", length)]
