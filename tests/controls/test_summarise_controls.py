"""Whether last month is told to the team's own post, once, as it really went."""

from __future__ import annotations

from datetime import date

import pytest
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.offices import ADMIN, RULES, Office, london, memory_office

from belfry.controls.reports.summaries import Drift, Fate, Month, Summary
from belfry.scheduler.builtins import BUILTINS
from belfry.scheduler.change_workflows import Wish
from belfry.scheduler.kinds import RunContext

DECEMBER, JANUARY = Month(2026, 12), Month(2027, 1)
DRILL = "Fire drill,Safety,monthly,Maria,,2026-12-10,,"
WALK = "Walk,Safety,weekly on Monday,Maria,,2026-12-07,,"
KEYS = "Keys,,yearly,,,2026-12-15,,"


def summarise(office: Office, month: Month | None = None) -> Summary:
    return office.house.services.controls.extras.summarise(month).summary


def tell(office: Office) -> str:
    """As the workflow does it."""
    now = office.house.clock.now()
    kind = office.house.services.kinds["controls-summary"]
    return kind.run({}, RunContext("r", 1, "controls-summary", 1, now, 1))


def live_through_december(office: Office) -> None:
    """The drill two days late, the walk late and twice missed, the keys never."""
    open_list(office, DRILL, WALK, KEYS)
    office.go_to("2026-12-12T10:00")
    mark_done(office)
    office.go_to("2026-12-22T10:00")
    mark_done(office, "Walk")


def test_month_is_told_from_what_people_did(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-04T09:00")
    summary = summarise(office)
    assert summary.month == DECEMBER
    assert [(due.control_id, due.on.day, due.fate, due.days) for due in summary.dues] == [
        ("walk", 7, Fate.LATE, 15),
        ("fire drill", 10, Fate.LATE, 2),
        ("walk", 14, Fate.MISSED, 0),
        ("keys", 15, Fate.OPEN, 20),
        ("walk", 21, Fate.MISSED, 0),
        ("walk", 28, Fate.OPEN, 7),
    ]
    assert [one.control_id for one in summary.drifting] == ["walk"]


def test_undone_end_takes_its_missed_days_with_it(office: Office) -> None:
    live_through_december(office)
    acts(office).undo_done("Walk", by="Maria Lopez")
    office.go_to("2027-01-04T09:00")
    walks = [due for due in summarise(office).dues if due.control_id == "walk"]
    assert [(due.on.day, due.fate) for due in walks] == [(7, Fate.OPEN)]


def test_days_missed_in_a_month_are_taken_back_with_an_end_of_the_month_before(
    office: Office,
) -> None:
    live_through_december(office)
    office.go_to("2027-01-20T10:00")
    mark_done(office, "Walk")
    missed = [due.on.day for due in summarise(office, JANUARY).dues if due.fate is Fate.MISSED]
    assert missed == [4, 11, 18]
    acts(office).undo_done("Walk", by="Maria Lopez")
    summary = summarise(office, JANUARY)
    assert [due for due in summary.dues if due.fate is Fate.MISSED] == []
    assert [due.on for due in summary.carried] == [date(2026, 12, 15), date(2026, 12, 28)]


def test_open_control_that_was_late_before_slips_again(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-02-01T09:00")
    assert summarise(office).drifting == (Drift("fire drill", 2, 2, (2 + 20) / 2),)


def test_month_still_running_is_told_as_far_as_it_went(office: Office) -> None:
    live_through_december(office)
    assert summarise(office).dues == ()
    present = summarise(office, DECEMBER)
    assert [due.on.day for due in present.dues] == [7, 10, 14, 15, 21]


def test_name_of_a_control_that_left_the_list_is_still_known(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-04T09:00")
    named = office.house.services.controls.extras.summarise()
    assert named.names == {"walk": "Walk", "fire drill": "Fire drill", "keys": "Keys"}


def test_admin_gets_one_letter_a_month(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    assert [tell(office), tell(office)] == ["2026-12 is told", "2026-12 was told before"]
    office.release()
    ((to, subject),) = office.letters()
    assert (to, subject) == (ADMIN, "Controls in December 2026: 0 of 6 on time")
    assert office.email.letters[0].text.startswith(
        "Hello,\n\nDue in December 2026: 6. On time: 0 (0%). "
        "Late: 2, by 8 days on average, 15 days at most. Missed: 2. Still not done: 2."
    )
    assert "answer" not in office.email.letters[0].text


def test_letter_says_what_is_true_when_it_leaves() -> None:
    office = memory_office()
    live_through_december(office)
    office.go_to("2027-01-01T09:00")
    tell(office)
    office.release()
    assert office.letters() == []  # a holiday, and then the weekend
    mark_done(office, "Keys", done_on=date(2026, 12, 14))
    office.go_to("2027-01-04T09:30")
    office.release()
    assert office.letters() == [(ADMIN, "Controls in December 2026: 1 of 6 on time")]


def test_letter_of_which_nothing_is_left_is_dropped() -> None:
    office = memory_office()
    open_list(office, KEYS)
    office.go_to("2027-01-01T09:00")
    tell(office)
    office.edit("controls/tasks.csv", "2026-12-15", "2027-03-15")
    office.house.services.controls.sync()
    office.go_to("2027-01-04T09:30")
    office.release()
    ((_, state, why),) = office.said()
    assert (state, why) == ("dropped", "there is nothing to tell of that month any more")


def test_admin_of_the_team_is_greeted_by_name() -> None:
    office = memory_office(admin="ann@example.com")
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    tell(office)
    office.release()
    assert office.email.letters[0].text.startswith("Hello Ann Lee,\n")


@pytest.mark.parametrize(
    "tasks", [pytest.param((), id="an empty month"), pytest.param(None, id="no list")]
)
def test_nothing_is_said_of_nothing(office: Office, tasks: tuple[str, ...] | None) -> None:
    if tasks is None:
        office.remove("controls/tasks.csv")
    office.go_to("2026-12-01T13:00")
    assert tell(office) == "nothing to tell of 2026-11"
    assert office.messages() == []


@pytest.mark.parametrize("rule", ["Ask me first: yes", "Test mode: on"])
def test_letter_waits_for_a_yes_where_the_team_wants_to_be_asked(rule: str) -> None:
    office = memory_office()
    live_through_december(office)
    office.write("controls/rules.txt", f"{RULES}{rule}\n")
    office.go_to("2027-01-04T09:30")
    tell(office)
    office.release()
    ((_, state, _),) = office.said()
    assert (state, office.letters()) == ("held", [])


def test_team_without_an_address_is_told_so_and_nobody_else_gets_it() -> None:
    office = memory_office(admin="")
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    tell(office)
    office.release()
    assert office.said() == [
        ("the admin", "failed", "nobody of the team has an address: set admin in belfry.toml")
    ]


def test_each_month_has_a_letter_of_its_own(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-01T09:00")
    tell(office)
    office.go_to("2027-02-01T09:00")
    tell(office)
    office.release()
    assert [subject for _, subject in office.letters()] == [
        "Controls in December 2026: 0 of 6 on time",
        "Controls in January 2027: 0 of 1 on time",
    ]


def test_first_of_the_month_at_nine_is_when_it_rings() -> None:
    office = memory_office()
    live_through_december(office)
    others = {one.name for one in BUILTINS} - {"controls-summary"}
    wishes = {name: Wish(enabled=False) for name in others}
    office.house.services.ensure_builtins(timezone="Europe/London", wishes=wishes)
    office.house.go(until=london("2027-02-02T00:00"))
    assert [(run.scheduled_for, run.output) for run in office.house.runs()] == [
        (london("2027-01-01T09:00"), "2026-12 is told"),
        (london("2027-02-01T09:00"), "2027-01 is told"),
    ]
