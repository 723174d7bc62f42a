"""Only entrypoints catch everything, and a broad except elsewhere is reported."""

from __future__ import annotations

import pytest
from tests.architecture.excepts import find_broad_excepts
from tests.architecture.sources import ROOT, Finding, Source, read_python, unexcused

# Place → reason. An excuse that is no longer needed fails too.
BROAD_EXCEPTS = {
    "belfry/adapters/system/kinds.py:_load_kind": "another's package must not stop the app",
    "belfry/scheduler/fire_triggers.py:_plan": "one schedule must not stop the others",
}


def test_only_entrypoints_catch_everything() -> None:
    assert unexcused(find_broad_excepts(read_python(ROOT / "src")), BROAD_EXCEPTS) == []


@pytest.mark.parametrize("caught", ["", " Exception", " BaseException", " (KeyError, Exception)"])
def test_broad_except_is_found(caught: str) -> None:
    text = f"def ring():\n    try:\n        x()\n    except{caught}:\n        pass"
    broad_excepts = list(find_broad_excepts([Source("belfry/scheduler/ring.py", text)]))
    assert broad_excepts == [Finding("belfry/scheduler/ring.py:ring", "line 4 catches everything")]


def test_narrow_except_passes() -> None:
    source = Source(
        "belfry/scheduler/ring.py", "try:\n    x()\nexcept (KeyError, OSError):\n    pass"
    )
    assert list(find_broad_excepts([source])) == []


def test_entrypoint_may_catch_everything() -> None:
    text = "try:\n    x()\nexcept Exception:\n    pass"
    assert list(find_broad_excepts([Source("belfry/entrypoints/worker/loop.py", text)])) == []
