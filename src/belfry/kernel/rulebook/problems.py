"""What is wrong with a line of a doc, where it stands, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import DocError

_SHOWN = 40


@dataclass(frozen=True)
class DocProblem:
    """One thing a doc says that cannot be read; lines and columns count from 1."""

    doc: str
    line: int
    column: int
    said: str
    expected: str
    nearest: str | None = None

    def __str__(self) -> str:
        found = f'found "{shorten(self.said)}", ' if self.said else ""
        hint = f"; did you mean {self.nearest}?" if self.nearest else ""
        place = f"{self.doc} line {self.line}, column {self.column}"
        return f"{place}: {found}expected {self.expected}{hint}"

    def make_error(self) -> DocError:
        """The same for those who cannot go on without the line."""
        return DocError(
            str(self),
            doc=self.doc,
            line=self.line,
            column=self.column,
            expected=self.expected,
        )


def shorten(text: str) -> str:
    """What was found, short enough to print on one line."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3].rstrip()}..."
