"""Files have the right names, first lines and sizes, and others are reported."""

from __future__ import annotations

import pytest
from tests.architecture.layout import (
    find_headless,
    find_long_files,
    find_long_functions,
    find_vague_names,
)
from tests.architecture.sources import ROOT, Finding, Source, read_python, unexcused

SOURCES = read_python(ROOT / "src")
TOOLS = [source for folder in ("bench", "tools") for source in read_python(ROOT / folder)]
TESTS = read_python(ROOT / "tests")

# Place → reason. An excuse that is no longer needed fails too.
LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def test_modules_are_named_for_what_they_answer() -> None:
    assert list(find_vague_names([*SOURCES, *TOOLS, *TESTS])) == []


def test_modules_open_with_a_sentence() -> None:
    assert list(find_headless([*SOURCES, *TOOLS])) == []


def test_files_are_short() -> None:
    assert unexcused(find_long_files(SOURCES), LONG_FILES) == []


def test_functions_are_short() -> None:
    # A migration is a list of tables, written once and never edited.
    sources = [source for source in SOURCES if "/migrations/versions/" not in source.path]
    assert unexcused(find_long_functions(sources), LONG_FUNCTIONS) == []


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("belfry/scheduler/utils.py", id="a module of odds and ends"),
        pytest.param("belfry/common/fires.py", id="a package of odds and ends"),
        pytest.param("belfry/rota/service.py", id="a module that could hold anything"),
    ],
)
def test_vague_name_is_found(path: str) -> None:
    assert [finding.place for finding in find_vague_names([Source(path, "")])] == [path]


def test_telling_name_passes() -> None:
    assert list(find_vague_names([Source("belfry/scheduler/services_due.py", "")])) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = 1", id="a module without a docstring"),
        pytest.param('"""Fires"""', id="a title instead of a sentence"),
        pytest.param('"""This module contains fires."""', id="a sentence about the file itself"),
    ],
)
def test_headless_module_is_found(text: str) -> None:
    assert [f.place for f in find_headless([Source("belfry/a.py", text)])] == ["belfry/a.py"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(Source("belfry/scheduler/__init__.py", "\n"), id="an empty package file"),
        pytest.param(
            Source("belfry/a.py", '"""When a bell rings next.\n\nMore."""'),
            id="a sentence first",
        ),
    ],
)
def test_well_opened_module_passes(source: Source) -> None:
    assert list(find_headless([source])) == []


@pytest.mark.parametrize("lines, findings", [(600, []), (601, ["a.py"])])
def test_file_is_too_long_from_601_lines(lines: int, findings: list[str]) -> None:
    assert [f.place for f in find_long_files([Source("a.py", "x = 1\n" * lines)])] == findings


@pytest.mark.parametrize("lines, findings", [(40, []), (41, ["a.py:ring"])])
def test_function_is_too_long_from_41_lines(lines: int, findings: list[str]) -> None:
    body = "        x = 1\n" * (lines - 1)
    text = f"class Bell:\n    def ring(self):\n{body}"
    assert [f.place for f in find_long_functions([Source("a.py", text)])] == findings


def test_excuse_without_need_is_found() -> None:
    finding = Finding("a.py", "is long")
    assert unexcused([finding], {"a.py": "a table", "b.py": "was one"}) == [
        Finding("b.py", "is excused without need")
    ]
