"""An API to call, over SQLite or over both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.entrypoints.web.api.apis import Api, open_api
from tests.houses import House, sql_house


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = sql_house(None, tmp_path_factory.mktemp("team"))
    yield house
    house.ports.close()


@pytest.fixture
def api(house: House) -> Api:
    return open_api(house)


@pytest.fixture(params=["sqlite", "postgres"])
def any_api(request: pytest.FixtureRequest) -> Iterator[Api]:
    """The same API over each database."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    house = sql_house(url, request.getfixturevalue("tmp_path"))
    yield open_api(house)
    house.ports.close()
