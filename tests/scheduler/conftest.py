"""An app in memory for the clock's own tests; the stores have their contract suites."""

from __future__ import annotations

import pytest
from tests.apps import App, memory_app


@pytest.fixture
def app() -> App:
    return memory_app()
