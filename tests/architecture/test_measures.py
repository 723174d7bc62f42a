"""How much a reader has to open and read: files, folders, imports, and words of our own.

`pytest tests/architecture/test_measures.py -s` prints the figures.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import pytest
from tests.architecture.imports import find_imports
from tests.architecture.sources import ROOT, Finding, Source, read_python

from belfry.adapters.sql.tables import metadata

SOURCES = [source for source in read_python(ROOT / "src") if "/migrations/" not in source.path]

FOLDER_MODULES = 25
IMPORT_SHARE = 0.11
ONE_IMPORTER = 120
# Words for which the field has its own: see the glossary for what we say.
OUR_WORDS = frozenset(
    {
        *("attic", "bell", "bells", "cadence", "darkroom", "desk", "enclosure", "glimpse"),
        *("glimpses", "keeper", "keepers", "letter", "letters", "lookout", "manners", "pen"),
        *("pulse", "pulses", "recall", "scribe", "scribes", "shelf", "sighting", "sightings"),
        *("signpost", "sitting", "stroke", "strokes", "tally", "tallies", "timetable", "trail"),
        *("trouble", "troubles", "vigil", "vigils"),
    }
)
# What these mean elsewhere is not ours to change.
EXCUSED = {"dead_letter", "dead_letter_arn", "dead_letters", "letters"}


def count_opening(source: Source) -> int:
    """Lines of imports and of the module's docstring."""
    lines: set[int] = set()
    body = source.tree.body
    if ast.get_docstring(source.tree) is not None:
        lines.update(range(body[0].lineno, (body[0].end_lineno or 0) + 1))
    for node in ast.walk(source.tree):
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        is_guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.stmt) and (is_import or is_guard):
            lines.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def find_importers(sources: Iterable[Source]) -> dict[str, set[str]]:
    """Which modules import each module."""
    known = {source.module for source in sources}
    importers: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        for name in find_imports(source) & known:
            importers[name].add(source.module)
    return importers


def list_names(source: Source) -> Iterator[tuple[str, str]]:
    """The names by which a module and its classes are known."""
    yield source.path, PurePosixPath(source.path).stem
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            yield f"{source.path}:{node.name}", node.name


def find_our_words(named: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    for place, name in named:
        words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
        if name not in EXCUSED and (own_words := sorted(words & OUR_WORDS)):
            yield Finding(place, f"is named after {own_words[0]}")


def list_modules(sources: Iterable[Source]) -> list[Source]:
    return [source for source in sources if not source.is_blank]


def test_folders_are_small() -> None:
    folders = Counter(
        PurePosixPath(source.path).parent.as_posix()
        for source in SOURCES
        if not source.path.endswith("__init__.py")
    )
    print(f"\nlargest folders: {folders.most_common(3)}")
    assert [name for name, count in folders.items() if count > FOLDER_MODULES] == []


def test_little_of_the_code_is_imports() -> None:
    lines = sum(len(source.text.splitlines()) for source in SOURCES)
    opening = sum(count_opening(source) for source in SOURCES)
    print(f"\n{len(SOURCES)} files, {lines} lines, {opening / lines:.1%} imports and docstrings")
    assert opening / lines <= IMPORT_SHARE


def test_few_modules_have_one_importer() -> None:
    importers = find_importers(SOURCES)
    alone = [source.path for source in list_modules(SOURCES) if len(importers[source.module]) == 1]
    print(f"\n{len(alone)} modules with one importer")
    assert len(alone) <= ONE_IMPORTER, alone


def test_modules_and_classes_are_named_in_the_words_of_the_field() -> None:
    assert list(find_our_words(name for source in SOURCES for name in list_names(source))) == []


def test_tables_and_columns_are_named_in_the_words_of_the_field() -> None:
    tables = [(table.name, table.name) for table in metadata.sorted_tables]
    columns = [(str(column), column.name) for t in metadata.sorted_tables for column in t.columns]
    assert list(find_our_words([*tables, *columns])) == []


@pytest.mark.parametrize("name", ["SqlTrail", "ring_bells", "RotaPen", "look_at_troubles"])
def test_word_of_our_own_is_found(name: str) -> None:
    assert [finding.place for finding in find_our_words([("a.py", name)])] == ["a.py"]
