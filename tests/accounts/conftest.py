"""The use cases that the tests of accounts call, wired over memory adapters."""

from __future__ import annotations

import pytest
from tests.accounts.rig import Rig


@pytest.fixture
def rig() -> Rig:
    return Rig()
