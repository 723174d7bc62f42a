"""Whether anything was left lying about: work put off, or traces of one machine.

The patterns are put together from pieces so that this file does not find itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tests.architecture.sources import Finding, Source

PUT_OFF = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|farm|root|home|Users)/")
INDEX_ADDRESS = re.compile(r"https?://\S*(?:/simple\b|pythonhosted|registry\.npm)")


def find_leftovers(files: Iterable[Source]) -> Iterator[Finding]:
    """Lines that put work off, name a folder of one machine, or name a package index."""
    for file in files:
        for number, line in enumerate(file.text.splitlines(), start=1):
            for pattern, what in (
                (PUT_OFF, "puts work off"),
                (MACHINE_PATH, "names a folder of one machine"),
                (INDEX_ADDRESS, "names a package index"),
            ):
                if pattern.search(line):
                    yield Finding(file.path, f"line {number} {what}")
