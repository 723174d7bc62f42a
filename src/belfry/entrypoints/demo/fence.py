"""A draft that lies, and what the fence says to it.

The fence knows so many phrases that reading them all takes a while; a process of its own does so
while the shop's past is lived through.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

STAGE = "diagnosing"
LIE = "Hi Maya, good news: your kettle is ready to collect."


class Fence:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def tell(self) -> Iterator[str]:
        """Waits for the verdict."""
        yield f"The kettle is at {STAGE}. Suppose that a model wrote: “{LIE}”"
        for rule, says in json.loads(self._process.communicate()[0]):
            yield f"Refused ({rule}): {says}"
        yield "The plain sentence would be sent in its place."


@contextmanager
def open_fence() -> Iterator[Fence]:
    """Begins to look at the draft; a verdict that nobody asks for is given up."""
    command = (sys.executable, "-m", "belfry.entrypoints.demo.lie")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Fence(process)
        finally:
            process.kill()
