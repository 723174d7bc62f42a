"""What a settings or rules doc says, line by line, and which of its lines cannot be read.

A bad line never stops the others. What was understood can be said again in words, so that a
person can hold it against what was meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook.lines import Passage, join_passages, list_lines, straighten
from belfry.kernel.rulebook.misreadings import UnknownWord
from belfry.kernel.rulebook.names import find_nearest, fold_kindly
from belfry.kernel.rulebook.problems import DocProblem
from belfry.kernel.rulebook.vocabulary import Setting, Vocabulary

MOST_CHARACTERS = 100_000


@dataclass(frozen=True)
class Entry:
    """One line that was understood; `hole` is what stood in the hole of its setting's name."""

    doc: str
    setting: Setting
    name: Passage
    sentence: Passage
    hole: Any
    value: Any

    @property
    def line(self) -> int:
        return self.name.find_place(0)[0]

    def object_to(
        self, offset: int, said: str, expected: str, nearest: str | None = None
    ) -> DocProblem:
        """The problem of a sentence that is well formed and cannot hold beside the others."""
        return DocProblem(self.doc, *self.sentence.find_place(offset), said, expected, nearest)


@dataclass(frozen=True)
class Reading:
    """What was understood of a doc, in its order, and what was not."""

    doc: str
    entries: tuple[Entry, ...]
    problems: tuple[DocProblem, ...]

    @property
    def values(self) -> Mapping[str, Any]:
        """By field: the value, or for a name with a hole the values by what stood there."""
        found: dict[str, Any] = {}
        for entry in self.entries:
            if entry.setting.read_hole is None:
                found[entry.setting.field] = entry.value
            else:
                found.setdefault(entry.setting.field, {})[entry.hole] = entry.value
        return found

    @property
    def lines(self) -> Mapping[str, tuple[int, ...]]:
        """By field: the lines its values came from."""
        found: dict[str, tuple[int, ...]] = {}
        for entry in self.entries:
            found[entry.setting.field] = (*found.get(entry.setting.field, ()), entry.line)
        return found


def read_doc(text: str, vocabulary: Vocabulary, doc: str) -> Reading:
    """Every line read with the vocabulary; `doc` is the name problems give."""
    if len(text) > MOST_CHARACTERS:
        problem = DocProblem(doc, 1, 1, "", f"at most {MOST_CHARACTERS:,} characters")
        return Reading(doc, (), (problem,))
    understood: dict[tuple[str, Any], Entry] = {}
    problems = []
    statements = list(_list_statements(text, vocabulary))
    for statement in statements:
        match _read_statement(statement, vocabulary, doc):
            case DocProblem() as problem:
                problems.append(problem)
            case entry:
                first = understood.setdefault((entry.setting.name, entry.hole), entry)
                if first is not entry:
                    problems.append(_refuse_second(entry, first))
    names = [straighten(statement.text).partition(":")[0] for statement in statements]
    missing = _list_missing(vocabulary, names, problems, doc)
    found = sorted([*problems, *missing], key=lambda one: (one.line, one.column))
    return Reading(doc, tuple(understood.values()), tuple(found))


def render_reading(reading: Reading) -> list[str]:
    """What was understood, one line each, in words that can be read again."""
    return [
        f"{straighten(entry.name.text)}: {entry.setting.show(entry.value)}"
        if entry.setting.read_hole
        else f"{entry.setting.name}: {entry.setting.show(entry.value)}"
        for entry in reading.entries
    ]


def _list_statements(text: str, vocabulary: Vocabulary) -> Iterator[Passage]:
    """The settings as they stand, each with the lines it goes on in."""
    parts: list[Passage] = []
    indent = 0
    for line in list_lines(text):
        goes_on = bool(parts) and not line.is_first and line.indent > indent
        if not goes_on or vocabulary.is_opened_by(straighten(line.passage.text)):
            if parts:
                yield join_passages(parts)
            parts, indent = [], line.indent
        parts.append(line.passage)
    if parts:
        yield join_passages(parts)


def _read_statement(statement: Passage, vocabulary: Vocabulary, doc: str) -> Entry | DocProblem:
    at = straighten(statement.text).find(":")
    if at < 0:
        return _refuse_colonless(statement, vocabulary, doc)
    name, sentence = statement.cut(0, at), statement.cut(at + 1)
    first: DocProblem | None = None
    for setting, hole in vocabulary.list_meant(name.text):
        if not sentence.text:
            place = statement.find_place(at + 1)
            return DocProblem(doc, *place, "", f"a sentence after it, such as {setting.example}")
        try:
            held = setting.read_hole(name.text[slice(*hole)]) if setting.read_hole else None
        except InputError as error:
            first = first or _refuse(doc, name.cut(*hole), error, vocabulary, setting)
            continue
        return _read_sentence(doc, setting, name, sentence, held)
    return first or _refuse_name(doc, name, statement, vocabulary)


def _read_sentence(
    doc: str, setting: Setting, name: Passage, sentence: Passage, hole: Any
) -> Entry | DocProblem:
    try:
        value = setting.read(sentence.text if setting.keeps_words else straighten(sentence.text))
    except InputError as error:
        return _refuse(doc, sentence, error)
    return Entry(doc, setting, name, sentence, hole, value)


def _refuse(
    doc: str,
    passage: Passage,
    error: InputError,
    vocabulary: Vocabulary | None = None,
    setting: Setting | None = None,
) -> DocProblem:
    """The problem of a sentence or hole that its reader refused.

    A free name that nobody knows may as well be a slip in the name of a setting.
    """
    nearest = error.nearest if isinstance(error, UnknownWord) else None
    if vocabulary and setting and not setting.fixed:
        nearest = nearest or find_nearest(passage.text, vocabulary.names)
    if isinstance(error, ReadingError):
        place = passage.find_place(error.column)
        return DocProblem(doc, *place, error.said, error.expected, nearest)
    return DocProblem(doc, *passage.find_place(0), passage.text, str(error), nearest)


def _refuse_second(entry: Entry, first: Entry) -> DocProblem:
    expected = f"it once; it stands in line {first.line} already"
    return DocProblem(entry.doc, *entry.name.find_place(0), entry.name.text, expected)


def _refuse_name(doc: str, name: Passage, statement: Passage, vocabulary: Vocabulary) -> DocProblem:
    nearest = find_nearest(name.text, vocabulary.names)
    known = "" if nearest else f" ({', '.join(vocabulary.names)})"
    place = statement.find_place(0)
    return DocProblem(doc, *place, name.text, f"the name of a setting{known}", nearest)


def _refuse_colonless(statement: Passage, vocabulary: Vocabulary, doc: str) -> DocProblem:
    words = fold_kindly(statement.text)
    for setting in vocabulary.settings:
        if setting.read_hole is None and words[: setting.fixed] == setting.frame[0]:
            expected = f'a colon after the name, as in "{setting.name}: {setting.example}"'
            return DocProblem(doc, *statement.find_place(0), statement.text, expected)
    expected = 'a line like "Name: sentence", indented if it goes on from the line above'
    return DocProblem(doc, *statement.find_place(0), statement.text, expected)


def _list_missing(
    vocabulary: Vocabulary, names: Iterable[str], problems: Iterable[DocProblem], doc: str
) -> Iterator[DocProblem]:
    """What a doc must say and does not; not what it says badly."""
    tried = {setting.name for name in names for setting, _ in vocabulary.list_meant(name)}
    tried |= {problem.nearest for problem in problems if problem.nearest}
    for setting in vocabulary.settings:
        if setting.is_required and setting.name not in tried:
            yield DocProblem(doc, 1, 1, "", f'a line "{setting.name}: {setting.example}"')
