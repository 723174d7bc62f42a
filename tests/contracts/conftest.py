"""Every contract suite runs over every adapter named here."""

from __future__ import annotations

import pytest
from tests.contracts.books import CLOCK, Book, ClockBook

BOOKS = CLOCK.everywhere()


@pytest.fixture(params=list(BOOKS))
def book(request: pytest.FixtureRequest) -> Book:
    return BOOKS[request.param](request)


@pytest.fixture(params=list(BOOKS))
def clock_book(request: pytest.FixtureRequest) -> ClockBook:
    return BOOKS[request.param](request)
