"""The desk that the tests of its use cases work at."""

from __future__ import annotations

import pytest
from tests.desk.desks import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()
