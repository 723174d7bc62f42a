"""The repository holds no leftovers and no vague names, and they are reported."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.architecture.leftovers import find_leftovers, find_vague_names
from tests.architecture.sources import ROOT, Finding, Source, read_kept_files, read_python


def test_kept_files_hold_no_leftovers() -> None:
    assert list(find_leftovers(read_kept_files(ROOT))) == []


def test_variables_are_named_after_what_they_hold() -> None:
    sources = [*read_python(ROOT / "src"), *read_python(ROOT / "tests")]
    assert list(find_vague_names(sources)) == []


@pytest.mark.parametrize(
    "line",
    [
        "found = find_run()",
        "ids = [one.id for one in runs]",
        "def save(said): ...",
        "for number, thing in enumerate(runs): ...",
        "match run:\n    case Run() as kept: ...",
        "class Rig:\n    def save(self):\n        told = 1",
    ],
)
def test_vague_name_is_reported(line: str) -> None:
    (finding,) = find_vague_names([Source("a.py", line)])
    assert finding.place == "a.py"


@pytest.mark.parametrize("line", ["workflow = one.found", "class Repair:\n    found: str"])
def test_attribute_may_have_any_name(line: str) -> None:
    assert list(find_vague_names([Source("a.py", line)])) == []


@pytest.mark.parametrize(
    "line, what",
    [
        ("# TO" + "DO: ring twice", "puts work off"),
        ("# FIX" + "ME", "puts work off"),
        ("home = '/ro" + "ot/belfry'", "names a folder of one machine"),
        ("cd /ho" + "me/maria/belfry", "names a folder of one machine"),
        ("index = https://index.invalid/sim" + "ple/", "names a package index"),
    ],
)
def test_leftover_is_found(line: str, what: str) -> None:
    leftovers = list(find_leftovers([Source("a.md", f"fine\n{line}\n")]))
    assert leftovers == [Finding("a.md", f"line 2 {what}")]


@pytest.mark.parametrize(
    "line", ["GET https://example.com/home/page", "see ../root/file", "todos are listed"]
)
def test_innocent_line_passes(line: str) -> None:
    assert list(find_leftovers([Source("a.md", line)])) == []


def test_kept_files_are_those_not_ignored(tmp_path: Path) -> None:
    subprocess.run(("git", "init", "--quiet", tmp_path), check=True)
    for name, content in {
        ".gitignore": b"built\n",
        "built": b"x",
        "new.py": b"x = 1\n",
        "picture.png": b"\x89PNG\xff",
    }.items():
        (tmp_path / name).write_bytes(content)
    assert [file.path for file in read_kept_files(tmp_path)] == [".gitignore", "new.py"]
