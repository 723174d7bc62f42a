"""What every test may ask for: a real Postgres, an AWS that is not AWS, a browser, mail."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# A test needs no luck: the same examples at every run, however busy the machine is. Whoever goes
# looking for new ones says --hypothesis-profile=explore.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("same")

# Tests that take long, or wait: a worker that came to one last would keep the others waiting.
SLOWEST_FIRST = ("tests/stories/", "tests/infra/", "tests/browser/test_looks.py", "tests/browser/")
MEMORY = Path("/dev/shm")
ROOM = 4 << 30


def keep_folders_in_memory() -> None:
    """Put every temporary folder in memory, if there is room and programs may be run from there.

    SQLite waits for the disk at every commit, which is half the time of many tests.
    """
    is_fit = (
        MEMORY.is_dir()
        and shutil.disk_usage(MEMORY).free > ROOM
        and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    )
    if is_fit and "TMPDIR" not in os.environ:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


keep_folders_in_memory()

pytest_plugins = [
    "tests.services.postgres",
    "tests.services.dynamodb",
    "tests.services.ministack",
    "tests.services.browser",
    "tests.services.smtp_server",
    "tests.services.imap_server",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slowest, which are dealt out to all workers; the others keep their order.

    Each worker is given a part of the list: one part with all the slow tests would come to its last
    ones when the other workers have nothing left to do.
    """

    def rank(item: pytest.Item) -> int:
        matches = (n for n, part in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(part))
        return next(matches, len(SLOWEST_FIRST))

    slow = sorted((item for item in items if rank(item) < len(SLOWEST_FIRST)), key=rank)
    quick = [item for item in items if rank(item) == len(SLOWEST_FIRST)]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    shares = [slow[number::workers] for number in range(workers)]
    size = len(items) // workers
    dealt: list[pytest.Item] = []
    for share in shares:
        room = max(0, size - len(share))
        dealt += [*share, *quick[:room]]
        del quick[:room]
    items[:] = dealt + quick


def pytest_collection_finish() -> None:
    """Keep the tests themselves, which live until the end, out of every garbage collection."""
    gc.freeze()
