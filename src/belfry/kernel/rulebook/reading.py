"""What a settings or rules doc says, line by line, and which of its lines cannot be read.

A bad line never stops the others. What was understood can be said again in words, so that a
person can hold it against what was meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.texts import fold_name, fold_words

_LONGEST = 60
NEAR = 0.6
VERY_NEAR = 0.8


class UnknownWord(ReadingError):
    """Words that are not known; `nearest` is a similar known word, if there is one."""

    def __init__(self, *, column: int, text: str, expected: str, nearest: str | None) -> None:
        super().__init__(column=column, text=text, expected=expected)
        self.nearest = nearest


@lru_cache(maxsize=1024)
def fold_kindly(text: str) -> tuple[str, ...]:
    """The words of a setting's name: one or several, quoted or starred, all the same."""
    bare = re.sub(r"[\"'`*\u2018\u2019\u201c\u201d]", "", text)
    return tuple(_fold_number(word) for word in fold_words(bare))


def _fold_number(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def find_nearest(text: str, known: Iterable[str], *, cutoff: float = NEAR) -> str | None:
    """The known name most like this one, as it is written; None if none is near."""
    spelled: dict[str, str] = {}
    for name in known:
        spelled.setdefault(fold_name(name), name)
    near = get_close_matches(fold_name(text[:_LONGEST]), spelled, n=1, cutoff=cutoff)
    return spelled[near[0]] if near else None


_WORD = re.compile(r"[^\s_\-\u2010-\u2015]+")
_HOLE = re.compile(r"<[^<>]+>")


def _show(value: Any) -> str:
    return str(value)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One thing a doc may say.

    `read` turns the sentence into a value, or raises an InputError; `read_hole` does the same for
    what stands in the hole. `keeps_words` leaves curly quotes and wide signs as they were typed.
    `default` says in words what holds if the doc is silent; `show` says a value in words that
    `read` understands again.
    """

    name: str
    field: str
    read: Callable[[str], Any]
    does: str
    example: str
    default: str = ""
    is_required: bool = False
    keeps_words: bool = False
    read_hole: Callable[[str], Any] | None = None
    show: Callable[[Any], str] = _show

    @cached_property
    def frame(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The fixed words before and after the hole."""
        before, *after = _HOLE.split(self.name, maxsplit=1)
        return fold_kindly(before), fold_kindly("".join(after))

    @property
    def fixed(self) -> int:
        """How many words of the name are fixed."""
        return len(self.frame[0]) + len(self.frame[1])

    def find_hole(self, name: str) -> tuple[int, int] | None:
        """Where the hole stands in a line's name (0, 0 without one); None if it names another."""
        if self.read_hole is None:
            return (0, 0) if fold_kindly(name) == self.frame[0] else None
        words = list(_WORD.finditer(name))
        inner = len(words) - self.fixed
        before, after = len(self.frame[0]), len(self.frame[1])
        if inner < 1 or fold_kindly(_span(words[:before])) != self.frame[0]:
            return None
        if fold_kindly(_span(words[len(words) - after :])) != self.frame[1]:
            return None
        return words[before].start(), words[before + inner - 1].end()


def _span(words: list[re.Match[str]]) -> str:
    return " ".join(word.group() for word in words)


@dataclass(frozen=True)
class Vocabulary:
    """All the settings of one doc."""

    settings: tuple[Setting, ...]

    def __post_init__(self) -> None:
        frames = [(setting.frame, setting.read_hole is None) for setting in self.settings]
        if len(set(frames)) != len(frames):
            raise ValueError("two settings have one name")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name with a fixed word in it, as it is written."""
        return tuple(setting.name for setting in self.settings if setting.fixed)

    def list_meant(self, name: str) -> list[tuple[Setting, tuple[int, int]]]:
        """The settings a line's name may mean, with their holes; the most fixed words first."""
        holes = [(setting, setting.find_hole(name)) for setting in self.settings]
        matching = [(setting, hole) for setting, hole in holes if hole is not None]
        return sorted(matching, key=lambda pair: (pair[0].read_hole is not None, -pair[0].fixed))

    def find_near(self, name: str) -> str | None:
        """The setting whose name is most like this one, whatever stands in its hole."""
        words = [word.group() for word in _WORD.finditer(name)]
        filled = {}
        for setting in self.settings:
            before, after = (len(part) for part in setting.frame)
            hole = " ".join(words[before : len(words) - after])
            if setting.fixed:
                filled[hole.join(_HOLE.split(setting.name))] = setting.name
        near = find_nearest(name, filled)
        return filled[near] if near else None

    def is_opened_by(self, text: str) -> bool:
        """Whether this looks like the beginning of a setting, and not of a sentence going on."""
        name, colon, _ = text.partition(":")
        if not colon:
            return False
        is_meant = any(setting.fixed for setting, _ in self.list_meant(name))
        return is_meant or find_nearest(name, self.names, cutoff=VERY_NEAR) is not None


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
        quoted = f'found "{shorten(self.said)}", ' if self.said else ""
        hint = f"; did you mean {self.nearest}?" if self.nearest else ""
        place = f"{self.doc} line {self.line}, column {self.column}"
        return f"{place}: {quoted}expected {self.expected}{hint}"


def shorten(text: str) -> str:
    """What was found, short enough to print on one line."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3].rstrip()}..."


_LINE_END = re.compile(r"\r\n|\r|\n")
_BULLET = re.compile(r"[-*\u2022\u2013]\s+(?=\S)")
# A number sign opens a comment where a word ends before it; "#1" and "#hashtag" are words.
_COMMENT = re.compile(r"(?<=\s)#(?=\s|$)|(?<=\s\s)#(?=[^\W\d_])")
_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        "\uff1a": ":",
        "\uff1b": ";",
        "\uff0c": ",",
        "\uff08": "(",
        "\uff09": ")",
        "\uff05": "%",
    }
)

# They do not show, and yet some scripts and emoji are wrong without them.
_JOINERS = "\u200c\u200d"

Place = tuple[int, int]


def straighten(text: str) -> str:
    """The same text, letter for letter, with curly quotes and wide signs as a keyboard has them."""
    return text.translate(_STRAIGHT)


@dataclass(frozen=True)
class Passage:
    """Some text of a doc, and the line and column (from 1) of each letter of it."""

    text: str
    places: tuple[Place, ...]

    def find_place(self, offset: int) -> Place:
        """Where a letter stands; past the end, right behind the last one."""
        if offset < len(self.places):
            return self.places[max(offset, 0)]
        line, column = self.places[-1]
        return line, column + 1

    def cut(self, start: int, end: int | None = None) -> Passage:
        """A piece of it, without the blanks around."""
        end = len(self.text) if end is None else end
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        end = start + len(piece.strip())
        return Passage(self.text[start:end], self.places[start:end])


def join_passages(passages: Sequence[Passage]) -> Passage:
    """All of them, with one blank between each two."""
    places = list(passages[0].places)
    for before, passage in pairwise(passages):
        places += [before.find_place(len(before.text)), *passage.places]
    return Passage(" ".join(passage.text for passage in passages), tuple(places))


@dataclass(frozen=True)
class Line:
    """One line that says something, with its indent; `is_first` after nothing or a blank line."""

    passage: Passage
    indent: int
    is_first: bool


def list_lines(text: str) -> Iterator[Line]:
    """The lines that say something, without comments."""
    is_first = True
    for number, raw in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        shown = _pass_over_marks(raw, number)
        if not shown.text.strip():
            is_first = True
            continue
        passage = shown.cut(0, _find_comment(shown.text))
        if passage.text:
            indent = len(shown.text) - len(shown.text.lstrip())
            bullet = _BULLET.match(passage.text)
            yield Line(passage.cut(bullet.end()) if bullet else passage, indent, is_first)
            is_first = False


def _pass_over_marks(raw: str, number: int) -> Passage:
    visible = [
        (" " if letter.isspace() or unicodedata.category(letter) == "Cc" else letter, column)
        for column, letter in enumerate(raw, start=1)
        if unicodedata.category(letter) != "Cf" or letter in _JOINERS
    ]
    text = "".join(letter for letter, _ in visible)
    return Passage(text, tuple((number, column) for _, column in visible))


def _find_comment(text: str) -> int:
    if text.lstrip().startswith("#"):
        return 0
    for match in _COMMENT.finditer(straighten(text)):
        if not _is_quoted(straighten(text), match.start()):
            return match.start()
    return len(text)


def _is_quoted(text: str, at: int) -> bool:
    return text.count('"', 0, at) % 2 == 1 and '"' in text[at:]


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
        self, offset: int, text: str, expected: str, nearest: str | None = None
    ) -> DocProblem:
        """The problem of a sentence that is well formed and cannot hold beside the others."""
        return DocProblem(self.doc, *self.sentence.find_place(offset), text, expected, nearest)


@dataclass(frozen=True)
class Reading:
    """What was understood of a doc, in its order, and what was not."""

    doc: str
    entries: tuple[Entry, ...]
    problems: tuple[DocProblem, ...]

    @property
    def values(self) -> Mapping[str, Any]:
        """By field: the value, or for a name with a hole the values by what stood there."""
        values: dict[str, Any] = {}
        for entry in self.entries:
            if entry.setting.read_hole is None:
                values[entry.setting.field] = entry.value
            else:
                values.setdefault(entry.setting.field, {})[entry.hole] = entry.value
        return values

    @property
    def lines(self) -> Mapping[str, tuple[int, ...]]:
        """By field: the lines its values came from."""
        line_numbers: dict[str, tuple[int, ...]] = {}
        for entry in self.entries:
            line_numbers[entry.setting.field] = (
                *line_numbers.get(entry.setting.field, ()),
                entry.line,
            )
        return line_numbers


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
    all_problems = sorted([*problems, *missing], key=lambda problem: (problem.line, problem.column))
    return Reading(doc, tuple(understood.values()), tuple(all_problems))


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

    An unknown free name may be a misspelt name of a setting.
    """
    nearest = error.nearest if isinstance(error, UnknownWord) else None
    if vocabulary and setting and not setting.fixed:
        nearest = nearest or find_nearest(passage.text, vocabulary.names)
    if isinstance(error, ReadingError):
        place = passage.find_place(error.column)
        return DocProblem(doc, *place, error.text, error.expected, nearest)
    return DocProblem(doc, *passage.find_place(0), passage.text, str(error), nearest)


def _refuse_second(entry: Entry, first: Entry) -> DocProblem:
    expected = f"it once; it stands in line {first.line} already"
    return DocProblem(entry.doc, *entry.name.find_place(0), entry.name.text, expected)


def _refuse_name(doc: str, name: Passage, statement: Passage, vocabulary: Vocabulary) -> DocProblem:
    nearest = vocabulary.find_near(name.text)
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


Say = Callable[[Entry], str | Iterable[str]]


class LineSaid(NamedTuple):
    """What one line means; lines count from 1."""

    line: int
    words: str


class Unsaid(NamedTuple):
    """A setting that the doc leaves out, and what holds instead."""

    name: str
    default: str


@dataclass(frozen=True, slots=True)
class DocSaid:
    """`hints` are lines that can be read and count for nothing as things stand."""

    lines: tuple[LineSaid, ...] = ()
    problems: tuple[DocProblem, ...] = ()
    hints: tuple[LineSaid, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()

    @property
    def is_whole(self) -> bool:
        return not self.problems


def say_entries(reading: Reading, say: Mapping[str, Say]) -> tuple[LineSaid, ...]:
    """Every line that was understood, in sentences; a field without a saying is shown as set."""
    sentences = []
    for entry in reading.entries:
        words = say.get(entry.setting.field, _say_setting)(entry)
        each = [words] if isinstance(words, str) else words
        sentences += [LineSaid(entry.line, sentence) for sentence in each]
    return tuple(sorted(sentences, key=lambda line_said: line_said.line))


def list_unsaid(settings: Iterable[Setting], values: Mapping[str, Any]) -> tuple[Unsaid, ...]:
    """What holds because the doc is silent, where that can be said at all."""
    return tuple(
        Unsaid(setting.name, setting.default)
        for setting in settings
        if setting.default and not setting.read_hole and setting.field not in values
    )


def say_switch(yes: str, no: str) -> Say:
    """The saying of a line that is only switched on or off."""
    return lambda entry: yes if entry.value else no


def _say_setting(entry: Entry) -> str:
    return f"{entry.setting.name}: {entry.setting.show(entry.value)}."
