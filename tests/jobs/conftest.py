"""The shop that the room's tests work in, at each home where it is cheap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.jobs.shops import Bench, memory_bench, sql_bench
from tests.services.shaped_databases import settle_in


@pytest.fixture(params=["memory", "sqlite"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    if request.param == "memory":
        yield memory_bench()
        return
    with sql_bench(None, settle_in(tmp_path)) as shop:
        yield shop
