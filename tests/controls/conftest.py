"""The team that the room's tests work in, at each home where it is cheap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.controls.offices import Office, memory_office, sql_office
from tests.services.shaped_databases import settle_in


@pytest.fixture(params=["memory", "sqlite"])
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Office]:
    if request.param == "memory":
        yield memory_office()
        return
    with sql_office(settle_in(tmp_path)) as team:
        yield team
