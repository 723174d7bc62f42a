"""A messaging app in memory; the stores have their contract suites."""

from __future__ import annotations

import pytest
from tests.messaging.post import Post, memory_post


@pytest.fixture
def post() -> Post:
    return memory_post()
