"""requirements.lock is complete, hashed and free of hosts, and a bad one is reported."""

from __future__ import annotations

import pytest
from tests.architecture.lockfile import find_loose_pins, find_unlocked
from tests.architecture.sources import ROOT

PYPROJECT = """
[project]
dependencies = ["uvicorn>=0.34"]
[project.optional-dependencies]
postgres = ["Psycopg_Pool[binary]>=3"]
[dependency-groups]
dev = ["pytest>=8"]
"""
GOOD = """uvicorn==0.54.0 \\
    --hash=sha256:00
    # via belfry
psycopg-pool==3.3.3 ; sys_platform != 'win32' \\
    --hash=sha256:00 \\
    --hash=sha256:01
pytest==9.2.0 \\
    --hash=sha256:00
"""


LOCKS = [("requirements.lock", ""), ("requirements-emulator.lock", "emulator")]


@pytest.mark.parametrize("name, group", LOCKS)
def test_lock_pins_every_dependency(name: str, group: str) -> None:
    lock, pyproject = (ROOT / name).read_text(), (ROOT / "pyproject.toml").read_text()
    assert list(find_unlocked(pyproject, lock, group=group)) == []


@pytest.mark.parametrize("name, group", LOCKS)
def test_lock_is_hashed_and_names_no_host(name: str, group: str) -> None:
    assert list(find_loose_pins((ROOT / name).read_text())) == []


def test_good_lock_passes() -> None:
    assert list(find_unlocked(PYPROJECT, GOOD)) == []
    assert list(find_loose_pins(GOOD)) == []


@pytest.mark.parametrize(
    "was, now, place",
    [
        pytest.param("uvicorn==", "uvicorm==", "uvicorn", id="a dependency is missing"),
        pytest.param("pool==3.3.3", "pool==2.0", "Psycopg_Pool", id="an extra's pin is too old"),
        pytest.param("pytest==9", "pytest==7", "pytest", id="a group's pin is too old"),
    ],
)
def test_unlocked_dependency_is_found(was: str, now: str, place: str) -> None:
    unlocked = list(find_unlocked(PYPROJECT, GOOD.replace(was, now)))
    assert [finding.place for finding in unlocked] == [place]


@pytest.mark.parametrize(
    "lock, place",
    [
        pytest.param("a==1\nb==2 \\\n    --hash=sha256:00\n", "a", id="a pin without a hash"),
        pytest.param("--extra-index-url x\n", "--extra-index-url x", id="an index"),
        pytest.param("# from http://127.0.0.1/\n", "# from http://127.0.0.1/", id="an address"),
    ],
)
def test_loose_lock_is_found(lock: str, place: str) -> None:
    assert [finding.place for finding in find_loose_pins(lock)] == [place]
