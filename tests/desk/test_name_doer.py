"""Whether somebody is called by the name they go by."""

from __future__ import annotations

import pytest
from tests.houses import memory_house

from belfry.accounts.change_users import NameDoer
from belfry.accounts.users import Role


def test_somebody_who_may_sign_in_goes_by_their_name() -> None:
    house = memory_house()
    user = house.services.accounts.add_user(name="Ann Lee", email=None, role=Role.STAFF, by="test")
    assert NameDoer(house.ports.store)(user.subject) == "Ann Lee"


@pytest.mark.parametrize("by", ["terminal", "Maria", "user/99", "user/", "user/x", "key/1", ""])
def test_anybody_else_goes_by_what_they_are_called(by: str) -> None:
    assert NameDoer(memory_house().ports.store)(by) == by
