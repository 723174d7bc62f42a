"""What the rules of the app are checked against: files, as they are written."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Finding(NamedTuple):
    """A place where a rule does not hold, and in what way."""

    place: str
    what: str


@dataclass(frozen=True)
class Source:
    """A file: its path from the top of the tree that was read, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def module(self) -> str:
        """The name that Python code would import it by."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


@cache
def read_python(top: Path) -> tuple[Source, ...]:
    """Every Python file under `top`, in an order that never varies; each is parsed once."""
    return tuple(read_source(top, path) for path in sorted(top.rglob("*.py")))


def read_source(top: Path, path: Path) -> Source:
    return Source(path.relative_to(top).as_posix(), path.read_text(encoding="utf-8"))


def read_kept_files(top: Path) -> Iterator[Source]:
    """Every text file that is, or would be, kept in version control."""
    command = ("git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "-z")
    listed = subprocess.run(command, cwd=top, stdout=subprocess.PIPE, text=True, check=True)
    for name in sorted(filter(None, listed.stdout.split("\0"))):
        path = top / name
        if path.is_file() and is_text(path):
            yield read_source(top, path)


def is_text(path: Path) -> bool:
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def unexcused(findings: Iterable[Finding], excuses: Mapping[str, str]) -> list[Finding]:
    """The findings that no excuse covers, and the excuses that no longer cover anything."""
    all_findings = list(findings)
    places = {finding.place for finding in all_findings}
    stale = [Finding(place, "is excused without need") for place in excuses if place not in places]
    return [finding for finding in all_findings if finding.place not in excuses] + stale
