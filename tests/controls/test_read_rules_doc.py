"""Which rules count: the team's, the last whole ones, or Belfry's own."""

from __future__ import annotations

from datetime import date

import pytest
from tests.controls.offices import Office
from tests.controls.ticking import RULES, set_list

from belfry.controls.chains.read_rules import KnownNames, RulesNow
from belfry.workspace.docs import NeverRead

NEAR_A_SETTING = "Holidays A: on the day\n"


def read(office: Office) -> RulesNow:
    return office.app.services.controls.read_rules()


def test_the_teams_rules_count_as_they_stand(office: Office) -> None:
    office.write(RULES, "Default: on the day\n")
    assert (read(office).rules.default, read(office).text) == ((0,), "Default: on the day\n")


def test_without_a_doc_the_built_in_rules_count_with_the_holidays_of_the_country(
    office: Office,
) -> None:
    office.remove(RULES)
    reading = read(office)
    assert (reading.rules.default, reading.text, reading.problems) == (None, "", ())
    assert reading.rules.holidays.is_holiday(date(2026, 12, 25))


def test_a_doc_with_a_mistake_leaves_the_last_whole_reading(office: Office) -> None:
    office.write(RULES, "Default: on the day\n")
    read(office)
    office.write(RULES, "Default: soon\n")
    reading = read(office)
    assert reading.rules.default == (0,)
    assert [place for place, _ in reading.problems] == [f"{RULES} line 1, column 10"]


def test_a_doc_that_was_never_whole_is_not_replaced_by_a_guess(office: Office) -> None:
    office.write(RULES, "Test mode: yes\nDefault: soon\n")
    with pytest.raises(NeverRead):
        read(office)


def test_a_name_like_a_settings_is_known_from_the_controls(office: Office) -> None:
    office.write(RULES, NEAR_A_SETTING)
    with pytest.raises(NeverRead):
        read(office)
    set_list(office, "Holidays A,,weekly,,,,,,")
    office.app.services.controls.sync()
    assert list(read(office).rules.chains) == ["holidays a"]


def test_a_name_like_a_settings_may_be_given(office: Office) -> None:
    office.write(RULES, NEAR_A_SETTING)
    known = KnownNames(areas=frozenset({"Holidays A"}))
    rules = office.app.services.controls.read_rules(lambda: known)
    assert list(rules.rules.chains) == ["holidays a"]
