"""The benchmarks page lists every benchmark with its target."""

from __future__ import annotations

import ast
import re

import pytest
from bench.suite import BENCHMARKS
from bench.tables import BEGIN, COLUMNS, END, render_markdown, replace_table
from bench.targets import TARGETS, Figure, Target
from tests.architecture.sources import ROOT, read_python
from tests.loops import for_each

PAGE = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
EVERY_TARGET = [(name, target) for name, targets in TARGETS.items() for target in targets]


def find_sections(page: str) -> dict[str, str]:
    """What the page says under each heading, with its lines joined."""
    _, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    named = (part.partition("\n") for part in parts)
    return {name: " ".join(text.split()) for name, _, text in named}


def test_every_module_that_measures_is_a_benchmark() -> None:
    measuring = {
        source.module
        for source in read_python(ROOT / "bench")
        for node in source.tree.body
        if isinstance(node, ast.FunctionDef) and node.name == "measure"
    }
    assert measuring == set(BENCHMARKS)


def test_every_benchmark_has_a_target() -> None:
    assert list(TARGETS) == list(BENCHMARKS)


def test_page_has_a_section_for_each_benchmark() -> None:
    assert list(find_sections(PAGE)) == list(BENCHMARKS)


def test_every_figure_of_the_table_was_measured() -> None:
    table = PAGE.partition(BEGIN)[2].partition(END)[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| ")][2:]
    assert len(rows) >= len(EVERY_TARGET)
    unmeasured = [row for row in rows if not all(re.search(r"\d", cell) for cell in row[2:5])]
    assert unmeasured == []


@for_each("name", BENCHMARKS)
def test_page_links_to_the_module(name: str) -> None:
    assert f"(../bench/{name}.py)" in find_sections(PAGE)[name]


@for_each("name, target", EVERY_TARGET)
def test_page_tells_the_target_and_the_peer(name: str, target: Target) -> None:
    section = find_sections(PAGE)[name]
    assert str(target) in section
    assert target.peer in section


def test_table_has_a_line_for_each_target() -> None:
    table = PAGE.partition(BEGIN)[2].partition(END)[0]
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    rows = [(line[0], line[1], line[-2]) for line in lines[2:]]
    assert rows == [(name, target.peer, str(target)) for name, target in EVERY_TARGET]


def test_new_table_leaves_the_prose_alone() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert replace_table(page, "new") == f"before\n{BEGIN}\nnew\n{END}\nafter\n"


@pytest.mark.parametrize(
    "page", [f"{BEGIN} no end", f"no beginning {END}"], ids=["no end", "no beginning"]
)
def test_page_without_a_place_for_the_table_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="no place for the table"):
        replace_table(page, "new")


def test_line_says_what_was_measured_and_whether_it_is_enough() -> None:
    figure = Figure(Target("a sundial", "≥", 5), "60/s", "20/s", 3.0)
    lines = render_markdown({"sun": [figure]}, "2 cores").splitlines()
    assert lines[0] == f"| {' | '.join(COLUMNS)} |"
    assert lines[2] == "| sun | a sundial | 60/s | 20/s | 3× | ≥ 5× | missed |"
    assert lines[-1] == "2 cores"


@pytest.mark.parametrize(
    "target, ratio, is_met",
    [
        pytest.param(Target("x", "≥", 5), 5.0, True, id="as much as asked for"),
        pytest.param(Target("x", "≥", 5), 4.9, False, id="less than asked for"),
        pytest.param(Target("x", "≤", 1.3), 1.3, True, id="as much as allowed"),
        pytest.param(Target("x", "≤", 1.3), 1.31, False, id="more than allowed"),
    ],
)
def test_target_is_met_up_to_its_bound(target: Target, ratio: float, is_met: bool) -> None:
    assert target.is_met_by(ratio) is is_met


@pytest.mark.parametrize(
    "target, text",
    [
        (Target("x", "≥", 60), "≥ 60×"),
        (Target("x", "≥", 1.5), "≥ 1.5×"),
        (Target("x", "≤", 1200), "≤ 1,200×"),
        (Target("x", "≥", 0.6, "%"), "≥ 60 %"),
    ],
)
def test_target_is_told_as_people_write_it(target: Target, text: str) -> None:
    assert str(target) == text
