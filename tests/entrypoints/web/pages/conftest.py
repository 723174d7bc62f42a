"""A house whose pages are tested, and people who look at them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.houses import House, Visitor, open_house
from tests.services.shaped_databases import settle_in

from belfry.desk.roles import Role


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(settle_in(tmp_path)) as house:
        yield house


@pytest.fixture
def owner(house: House) -> Visitor:
    return house.visitor(house.take_in("Olive", Role.OWNER))


@pytest.fixture
def manager(house: House) -> Visitor:
    return house.visitor(house.take_in("Max", Role.MANAGER))


@pytest.fixture
def staff(house: House) -> Visitor:
    return house.visitor(house.take_in("Stan", Role.STAFF))


@pytest.fixture
def bench(house: House) -> Bench:
    """A repair bench in that house; it is not open yet."""
    return Bench(house)
