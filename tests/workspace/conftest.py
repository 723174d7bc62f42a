"""The use cases that the tests of the workspace start from."""

from __future__ import annotations

import pytest
from tests.accounts.rig import Rig


@pytest.fixture
def rig() -> Rig:
    return Rig()
