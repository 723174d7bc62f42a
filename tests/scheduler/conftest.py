"""A house in memory for the clock's own tests; the stores have their contract suites."""

from __future__ import annotations

import pytest
from tests.houses import House, memory_house


@pytest.fixture
def house() -> House:
    return memory_house()
