"""Who may do what, in full."""

from __future__ import annotations

import pytest

from belfry.accounts.users import Act, Role, may

MAY = {
    Role.OWNER: {"look", "work", "run", "edit", "answer", "keys", "people", "forget"},
    Role.MANAGER: {"look", "work", "run", "edit", "answer"},
    Role.STAFF: {"look", "work"},
}


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("role", Role)
def test_role_may_do_what_the_table_says_and_nothing_else(role: Role, act: Act) -> None:
    assert may(role, act) is (act.value in MAY[role])
