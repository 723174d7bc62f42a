"""What stands beside a document: each line that says something, with what it was taken to mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from belfry.kernel.lines.edits import cut_lines
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.rulebook.said import DocSaid

LONGEST_SHOWN = 160


@dataclass(slots=True)
class LineRead:
    """One line of the text, by its number; `words` are its meaning, `hints` why it has none yet."""

    number: int
    text: str
    words: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    problems: list[DocProblem] = field(default_factory=list)


def list_read(text: str, said: DocSaid) -> Sequence[LineRead]:
    """The lines that there is something to say of, in their order."""
    lines = cut_lines(text)
    found: dict[int, LineRead] = {}

    def find(number: int) -> LineRead:
        shown = lines[number - 1].strip() if number <= len(lines) else ""
        return found.setdefault(number, LineRead(number, shown[:LONGEST_SHOWN]))

    for line, words in said.lines:
        find(line).words.append(words)
    for line, words in said.hints:
        find(line).hints.append(words)
    for problem in said.problems:
        find(problem.line).problems.append(problem)
    return [found[number] for number in sorted(found)]
