"""Apps that a browser visits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.demo_days import open_demo
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.browser.sample_shop import furnish
from tests.entrypoints.web.pages.apps import open_app
from tests.services.shaped_databases import settle_in


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    """An app that has not been used yet."""
    with open_app(settle_in(tmp_path)) as app, serve(app.app) as address:
        yield Shop(app, address)


@pytest.fixture(scope="module")
def sample_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A repair shop with a week behind it, to be looked at."""
    with open_app(tmp_path_factory.mktemp("shop"), admin="maria@example.com") as app:
        furnish(app)
        with serve(app.app) as address:
            yield Shop(app, address)


@pytest.fixture(scope="module")
def demo_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """The demo's shop with its four weeks, to be looked at."""
    with (
        open_demo(tmp_path_factory.mktemp("demo") / "team") as app,
        serve(app.app) as address,
    ):
        yield Shop(app, address)


@pytest.fixture(params=["with scripts", "without scripts"])
def page(request: pytest.FixtureRequest) -> Page:
    """A browser's page, once as most people have it and once without JavaScript."""
    name = "browser_page" if request.param == "with scripts" else "plain_page"
    chosen_page: Page = request.getfixturevalue(name)
    return chosen_page
