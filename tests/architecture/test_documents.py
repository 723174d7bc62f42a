"""Links lead to a file and decisions are numbered, and mistakes are reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.architecture.documents import find_dead_links, find_misnumbered
from tests.architecture.sources import ROOT, Finding, Source, read_kept_files


def test_links_lead_to_files() -> None:
    documents = [file for file in read_kept_files(ROOT) if file.path.endswith(".md")]
    assert list(find_dead_links(ROOT, documents)) == []


def test_decisions_are_numbered_without_gaps() -> None:
    names = [path.name for path in (ROOT / "docs" / "decisions").iterdir()]
    assert list(find_misnumbered(names)) == []


def test_dead_link_is_found(tmp_path: Path) -> None:
    document = Source("docs/a.md", "[here](b.md) and [there](../c.md#part)")
    (tmp_path / "docs").mkdir()
    (tmp_path / "c.md").touch()
    assert list(find_dead_links(tmp_path, [document])) == [
        Finding("docs/a.md", "links to b.md, which is not there")
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[a](https://example.com/x) [b](mailto:a@example.com)", id="links elsewhere"),
        pytest.param("[a](#part)", id="a link within the page"),
        pytest.param("```\n[a](b.md)\n```", id="an example in a code block"),
    ],
)
def test_link_that_is_no_file_passes(tmp_path: Path, text: str) -> None:
    assert list(find_dead_links(tmp_path, [Source("a.md", text)])) == []


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["0001-a.md", "0003-b.md"], id="a gap"),
        pytest.param(["0001-a.md", "0001-b.md"], id="a double"),
        pytest.param(["0001-a.md", "notes.md"], id="a stray file"),
    ],
)
def test_misnumbered_decision_is_found(names: list[str]) -> None:
    assert [finding.place for finding in find_misnumbered(names)] == [names[1]]


def test_decisions_in_a_row_pass() -> None:
    assert list(find_misnumbered(["0002-b.md", "0001-a.md"])) == []
