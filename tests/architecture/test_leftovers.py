"""Whether nothing was left lying about in what is kept, and that it would be seen."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.architecture.leftovers import find_leftovers
from tests.architecture.sources import ROOT, Finding, Source, read_kept_files


def test_kept_files_hold_no_leftovers() -> None:
    assert list(find_leftovers(read_kept_files(ROOT))) == []


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
