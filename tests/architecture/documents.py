"""Check the documents: links lead to a file, decisions are numbered in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.sources import Finding, Source

CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")
ELSEWHERE = re.compile(r"[a-z]+:|#")
DECISION = re.compile(r"(\d{4})-[a-z0-9-]+\.md")


def find_dead_links(top: Path, documents: Iterable[Source]) -> Iterator[Finding]:
    """Links to files of this project that are not there."""
    for document in documents:
        for link in LINK.findall(CODE_BLOCK.sub("", document.text)):
            if ELSEWHERE.match(link):
                continue
            target = (top / document.path).parent / link.partition("#")[0]
            if not target.exists():
                yield Finding(document.path, f"links to {link}, which is not there")


def find_misnumbered(decisions: Iterable[str]) -> Iterator[Finding]:
    """Decision records whose numbers do not run 0001, 0002, … without a gap or a double."""
    for expected, name in enumerate(sorted(decisions), start=1):
        match = DECISION.fullmatch(name)
        if match is None:
            yield Finding(name, "is not named NNNN-title.md")
        elif int(match[1]) != expected:
            yield Finding(name, f"stands where number {expected:04} should")
