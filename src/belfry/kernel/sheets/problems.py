"""What is wrong with a sheet, and in which cell."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import InputError

_LETTERS = 26


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """One thing that is wrong, with its place as a person finds it in a spreadsheet."""

    file: str
    what: str
    line: int | None = None
    letter: str | None = None
    header: str | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"

    @property
    def place(self) -> str:
        parts = [self.file]
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.letter is not None:
            parts.append(f"column {self.letter}" + (f" ({self.header})" if self.header else ""))
        return ", ".join(parts)


class SheetError(InputError):
    """The whole sheet cannot be used; `problem` says why and where."""

    def __init__(self, problem: SheetProblem) -> None:
        super().__init__(str(problem), field=problem.header)
        self.problem = problem


def name_letter(place: int) -> str:
    """The letter a spreadsheet shows over a column: A for 0, Z for 25, AA for 26."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % _LETTERS) + letters
        place = place // _LETTERS - 1
    return letters
