"""An API to call, over SQLite or over both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.api.apis import Api, open_api


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    api = open_api(tmp_path)
    yield api
    api.app.ports.close()


@pytest.fixture(scope="module")
def shared_api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """For tests that leave nothing behind which the others could stumble over."""
    api = open_api(tmp_path_factory.mktemp("team"))
    yield api
    api.app.ports.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """None is a file in the team's folder."""
    url: str | None = None
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def any_api(tmp_path: Path, database_url: str | None) -> Iterator[Api]:
    """The same API over each database."""
    api = open_api(tmp_path, database_url)
    yield api
    api.app.ports.close()
