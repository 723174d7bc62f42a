"""What becomes of controls that are gone from the list when a person says that they are over."""

from __future__ import annotations

import pytest
from tests.controls.offices import Office
from tests.controls.ticking import data_problems, set_list, tick

from belfry.kernel.errors import NotFound

NAMES = [f"Check {number}" for number in range(4)]


def rows_of(*names: str) -> list[str]:
    return [f"{name},,weekly,,,2026-12-20,,," for name in names]


def test_many_controls_are_put_away_at_once_in_the_name_of_whoever_said_so(office: Office) -> None:
    office.write("controls/rules.txt", "")
    set_list(office, *rows_of(*NAMES))
    tick(office, "2026-12-04")
    set_list(office, *rows_of(NAMES[0]), "Odd,,every blue moon,,,,,,")
    tick(office, "2026-12-05")
    assert "controls/tasks.csv" in data_problems(office)

    assert office.app.services.controls.sync.close_missing(by="Ann") == tuple(NAMES[1:])
    assert [control.control.name for control in tick(office, "2026-12-06").controls] == [NAMES[0]]
    assert list(data_problems(office)) == ["controls/tasks.csv, line 3, column C (repeat)"]
    entry = office.ports.audit_log.list_entries("control/check 1")[-1]
    assert (entry.action, entry.by) == ("gone from the list", "Ann")


def test_nothing_is_put_away_while_every_control_is_there(office: Office) -> None:
    set_list(office, *rows_of(*NAMES))
    tick(office, "2026-12-04")
    assert office.app.services.controls.sync.close_missing(by="Ann") == ()


def test_a_list_that_is_gone_says_nothing_of_its_controls(office: Office) -> None:
    tick(office, "2026-12-04")
    office.remove("controls/tasks.csv")
    with pytest.raises(NotFound):
        office.app.services.controls.sync.close_missing(by="Ann")
