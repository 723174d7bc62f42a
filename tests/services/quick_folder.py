"""A folder in the machine's memory, for tests that live through weeks of commits.

A database there is as real as any; only the disk is not waited for. Where a machine has no such
place, it is a temporary folder like any other.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    if not MEMORY.is_dir():
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="belfry-", dir=MEMORY))
    yield folder
    shutil.rmtree(folder)
