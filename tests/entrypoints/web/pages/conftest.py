"""An app whose pages are tested, and people who look at them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.cafes import PUBLIC, Cafe
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_app(settle_in(tmp_path)) as app:
        yield app


@pytest.fixture
def owner(app: App) -> Visitor:
    return app.visitor(app.take_in("Olive", Role.OWNER))


@pytest.fixture
def manager(app: App) -> Visitor:
    return app.visitor(app.take_in("Max", Role.MANAGER))


@pytest.fixture
def staff(app: App) -> Visitor:
    return app.visitor(app.take_in("Stan", Role.STAFF))


@pytest.fixture
def bench(app: App) -> Bench:
    """A repair bench in that app; it is not open yet."""
    return Bench(app)


@pytest.fixture
def cafe(tmp_path: Path) -> Iterator[Cafe]:
    """A café on Thursday afternoon, whose coming week is to be drafted."""
    with open_app(settle_in(tmp_path), public_url=PUBLIC, admin="owner@example.com") as app:
        cafe = Cafe(app)
        cafe.open()
        cafe.go_to()
        yield cafe


@pytest.fixture
def maria(cafe: Cafe) -> Visitor:
    """Who manages the café."""
    return cafe.visitor("Maria Lopez", Role.MANAGER)


@pytest.fixture
def asking(cafe: Cafe) -> Asking:
    """The café with its week published, so that shifts can change hands."""
    asking = Asking(cafe)
    asking.publish()
    return asking
