"""What follows when a control is marked as done."""

from __future__ import annotations

from datetime import date, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from tests.controls.acting import (
    DRILL,
    DUE,
    MARIA,
    NEXT,
    TOM,
    acts,
    add_user,
    announced,
    audit_log,
    busy_office,
    cycles,
    evidence,
    give,
    mark_done,
    open_list,
    told_cycles,
    touch,
)
from tests.controls.offices import Office

from belfry.controls.answers.mark_done import TRIES
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotFound

TODAY = date(2026, 12, 1)
NEEDED = "Ladder check,Safety,monthly,Maria,,2026-12-10,yes,photo of the tag"


def test_done_ends_the_cycle_and_opens_the_next(office: Office) -> None:
    open_list(office)

    act = mark_done(office, note=" all  out in 3 minutes ")

    control = office.control()
    assert (control.due_on, control.last_done_on, control.done_by) == (
        date(2027, 1, 1),
        TODAY,
        MARIA,
    )
    assert (control.cycle, control.opened_by, control.lines) == (2, 1, 1)
    assert told_cycles(office) == [(1, "done", DUE, TODAY, MARIA, "all out in 3 minutes")]
    assert (act.control.due_on, act.control.id) == (control.due_on, control.id)
    assert act.line == (
        "cycle due on 10 December 2026: done on 1 December 2026; "
        "entered by Maria Lopez on 1 December 2026; next due on 1 January 2027"
    )


def test_done_is_announced_and_noted_once(office: Office) -> None:
    open_list(office)
    mark_done(office, done_on=date(2026, 11, 30))

    payload = {"due_on": "2026-12-10", "cycle": 1, "done_on": "2026-11-30"}
    assert announced(office) == [("control.done", payload)]
    assert audit_log(office) == ["first seen by belfry", f"done by {MARIA}"]
    assert office.app.services.accounts.verify_audit_log().breaks == ()


def test_day_of_the_work_is_kept_apart_from_the_day_of_the_entry(office: Office) -> None:
    open_list(office)
    office.go_to("2026-12-14T09:00")

    mark_done(office, done_on=DUE)

    (line,) = cycles(office)
    assert line.done_on == DUE
    assert line.at == office.app.clock.now()
    assert line.before["entered_on"] == "2026-12-14"
    assert office.control().due_on == NEXT


def test_today_is_the_teams_own_day(office: Office) -> None:
    open_list(office)
    office.go_to("2027-06-30T00:30")  # still the 29th in UTC
    mark_done(office)
    assert office.control().last_done_on == date(2027, 6, 30)


def test_cycles_passed_over_are_written_down_as_missed(office: Office) -> None:
    open_list(office, "Alarm test,,weekly on Monday,Maria,,,,")
    office.go_to("2026-12-22T12:00")

    mark_done(office, "Alarm test")

    by = (None, MARIA, "")
    assert told_cycles(office, "alarm test") == [
        (1, "done", date(2026, 12, 21), date(2026, 12, 22), MARIA, ""),
        (1, "missed", date(2026, 12, 7), *by),
        (1, "missed", date(2026, 12, 14), *by),
    ]
    assert office.control("Alarm test").due_on == date(2026, 12, 28)


def test_years_of_missed_cycles_fit_into_one_commit(office: Office) -> None:
    open_list(office, "Alarm test,,weekly on Monday,Maria,,,,")
    office.go_to("2032-12-22T12:00")
    mark_done(office, "Alarm test")
    lines = told_cycles(office, "alarm test")
    assert [line[1] for line in lines] == ["done"] + ["missed"] * 36
    assert lines[1][5] == "280 due dates, until 12 April 2032"


def test_tick_looks_at_a_control_again_when_its_next_cycle_begins(office: Office) -> None:
    open_list(office)
    mark_done(office)
    assert office.control().next_check_on == date(2026, 12, 27)


@pytest.mark.parametrize(
    "typed_name", ["fire drill", "FIRE-DRILL", "  Fire   Drill ", '"Fire drill"'], ids=repr
)
def test_control_is_found_however_its_name_is_spelt(office: Office, typed_name: str) -> None:
    open_list(office)
    assert mark_done(office, typed_name).control.name == DRILL


REFUSALS: dict[str, tuple[dict[str, Any], type[BelfryError], str]] = {
    "a day that is still to come": (
        {"done_on": date(2026, 12, 2)},
        InputError,
        "2 December 2026 is still to come",
    ),
    "a year that is a slip of the pen": (
        {"done_on": date(1026, 12, 1)},
        InputError,
        "expected a date from 1970 to 2200, not 1026-12-01",
    ),
    "a note that is a book": (
        {"note": "x" * 2001},
        InputError,
        "expected 0 to 2000 characters of plain text",
    ),
    "a name that is nearly right": (
        {"name": "Fire dril"},
        NotFound,
        'no control "Fire dril" is on the list; did you mean "Fire drill"?',
    ),
    "a name that is like no other": ({"name": "zzz"}, NotFound, 'no control "zzz" is on the list'),
    "no name at all": ({"name": " "}, InputError, "expected 1 to 200 characters of plain text"),
    "a cycle that never was": (
        {"cycle_due_on": date(2026, 12, 9)},
        Conflict,
        "Fire drill was changed meanwhile: it is due on 10 December 2026 now, and no longer on "
        "9 December 2026",
    ),
}


@pytest.mark.parametrize("options, error, expected", REFUSALS.values(), ids=REFUSALS)
def test_what_cannot_be_is_refused_and_nothing_changes(
    office: Office, options: dict[str, Any], error: type[BelfryError], expected: str
) -> None:
    open_list(office)
    before = office.control()

    with pytest.raises(error) as refused:
        mark_done(office, **options)

    assert str(refused.value) == expected
    assert office.control() == before
    assert (cycles(office), announced(office)) == ([], [])


def test_second_answer_for_a_cycle_is_told_who_was_first(office: Office) -> None:
    open_list(office)
    maria = add_user(office, MARIA)
    mark_done(office, by=maria, cycle_due_on=DUE)
    office.go_to("2026-12-03T09:00")

    with pytest.raises(Conflict) as refused:
        mark_done(office, by=TOM, cycle_due_on=DUE)

    assert str(refused.value) == (
        "Fire drill was already done by Maria Lopez on 1 December 2026; "
        "it is due on 1 January 2027 now"
    )
    assert [line[4] for line in told_cycles(office)] == [maria]


def test_answer_for_a_cycle_that_was_skipped_is_told_so(office: Office) -> None:
    open_list(office)
    acts(office).skip(DRILL, reason="closed for works", by=TOM)
    with pytest.raises(Conflict, match="already skipped by Tom Hill; it is due on 10 January 2027"):
        mark_done(office, cycle_due_on=DUE)


def test_answer_counts_for_a_cycle_that_was_brought_back(office: Office) -> None:
    open_list(office)
    mark_done(office, cycle_due_on=DUE)
    acts(office).undo_done(DRILL, by=TOM)
    mark_done(office, by=TOM, cycle_due_on=DUE)
    assert [line[:2] for line in told_cycles(office)] == [(1, "done"), (1, "undone"), (2, "done")]


def test_end_that_was_taken_back_is_named_to_nobody(office: Office) -> None:
    open_list(office)
    mark_done(office)
    acts(office).undo_done(DRILL, by=TOM)
    office.edit("controls/tasks.csv", "2026-12-10", "2026-12-20")
    office.app.services.controls.sync()

    with pytest.raises(Conflict) as refused:
        mark_done(office, cycle_due_on=DUE)

    assert str(refused.value) == (
        "Fire drill was changed meanwhile: it is due on 20 December 2026 now, and no longer on "
        "10 December 2026"
    )


def test_old_answer_does_not_count_for_a_new_cycle_that_is_due_on_the_same_day(
    office: Office,
) -> None:
    """Seen and done on one day: the next due date is the one it had already."""
    open_list(office, "Bins,,weekly,Maria,,,,")
    seen = office.control("Bins")
    mark_done(office, "Bins", cycle_due_on=seen.due_on, opened_by=seen.opened_by)
    assert office.control("Bins").due_on == seen.due_on
    office.go_to("2026-12-02T12:00")

    with pytest.raises(Conflict, match="already done by Maria Lopez on 1 December 2026"):
        mark_done(office, "Bins", cycle_due_on=seen.due_on, opened_by=seen.opened_by)


def test_same_day_is_not_done_twice(office: Office) -> None:
    open_list(office)
    mark_done(office)
    with pytest.raises(Conflict, match="already done on 1 December 2026"):
        mark_done(office)
    assert len(cycles(office)) == 1


def test_control_that_needs_evidence_is_not_done_without(office: Office) -> None:
    open_list(office, NEEDED)

    with pytest.raises(Conflict) as refused:
        mark_done(office, "Ladder check", note="did it")

    assert str(refused.value) == (
        "Ladder check needs evidence before it counts as done; attach a note or a file first: "
        "photo of the tag"
    )
    assert cycles(office, "ladder check") == []


def test_evidence_of_an_earlier_cycle_does_not_count_for_the_next(office: Office) -> None:
    """Not even if both are due on one day."""
    open_list(office, "Ladder check,,weekly,Maria,,,yes,")
    give(office, "Ladder check", note="tag 7 is fine")
    mark_done(office, "Ladder check")
    assert office.control("Ladder check").due_on == evidence(office, "ladder check")[0].due_on
    office.go_to("2026-12-08T12:00")

    with pytest.raises(Conflict, match="needs evidence"):
        mark_done(office, "Ladder check")


@pytest.mark.parametrize("is_corrected", [True, False], ids=["corrected", "undone and done again"])
def test_evidence_attached_early_counts_though_the_done_before_it_was_replaced(
    office: Office, is_corrected: bool
) -> None:
    open_list(office, "Ladder check,,weekly,Maria,,2026-12-01,yes,")
    give(office, "Ladder check", note="tag 7 is fine")
    office.go_to("2026-12-03T12:00")
    mark_done(office, "Ladder check", done_on=date(2026, 12, 3))
    give(office, "Ladder check", note="for the week after: tag 8 is fine")
    show = office.app.services.controls.show
    for done_on in (date(2026, 12, 2), date(2026, 12, 1)):
        if is_corrected:
            mark_done(office, "Ladder check", done_on=done_on, corrects=True)
        else:
            acts(office).undo_done("Ladder check", by=MARIA)
            mark_done(office, "Ladder check", done_on=done_on)
        shown = [proof.note for proof in show("Ladder check").proofs]
        assert shown == ["for the week after: tag 8 is fine"]
    give(office, "Ladder check", note="for the week after: tag 8 is fine")
    assert len(evidence(office, "ladder check")) == 2
    office.go_to("2026-12-08T12:00")
    mark_done(office, "Ladder check")
    assert show("Ladder check").proofs == ()


def test_evidence_counts_though_the_due_date_was_moved(office: Office) -> None:
    open_list(office, NEEDED)
    give(office, "Ladder check", note="tag 7 is fine")
    office.edit("controls/tasks.csv", "2026-12-10", "2026-12-20")
    office.app.services.controls.sync()
    assert office.control("Ladder check").due_on == date(2026, 12, 20)
    assert mark_done(office, "Ladder check").control.opened_by == 1


def test_control_that_left_the_list_is_not_done(office: Office) -> None:
    open_list(
        office, "Fire drill,,monthly,Maria,,2026-12-10,,", *(f"C{n},,daily,,,,," for n in "12345")
    )
    office.edit("controls/tasks.csv", "Fire drill,,monthly,Maria,,2026-12-10,,\n", "")
    for hour in (13, 14, 15):
        office.go_to(f"2026-12-01T{hour}:00")
        office.app.services.controls.sync()
    assert office.control().gone_at is not None

    with pytest.raises(Conflict, match="Fire drill is no longer on the list"):
        mark_done(office)


def test_rules_that_were_never_readable_keep_nobody_from_working(office: Office) -> None:
    office.write("controls/rules.txt", "Default: soon")
    office.app.services.controls.sync()
    office.write("controls/rules.txt", "")
    office.app.services.controls.sync()
    office.write("controls/rules.txt", "Default: soon")
    assert mark_done(office).control.opened_by == 1


def test_of_two_who_answer_at_once_one_is_told_of_the_other(office: Office) -> None:
    open_list(office)
    start, refused = Barrier(2), []

    def answer(by: str, done_on: date) -> None:
        start.wait()
        try:
            mark_done(office, by=by, done_on=done_on, cycle_due_on=DUE)
        except Conflict as error:
            refused.append(str(error).partition(" by ")[0])

    both = [(MARIA, TODAY - timedelta(days=1)), (TOM, TODAY)]
    threads = [Thread(target=answer, args=arguments) for arguments in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert refused == ["Fire drill was already done"]
    assert [line[1:3] for line in told_cycles(office)] == [("done", DUE)]
    assert [op for op, _ in announced(office)] == ["control.done"]


def test_answer_that_comes_a_moment_late_does_not_count_for_the_next_cycle() -> None:
    """It was meant for the cycle that was open when it was read, whatever its day."""
    office, meddlers = busy_office()
    meddlers.append(lambda: mark_done(office, by=TOM, done_on=TODAY - timedelta(days=1)))

    with pytest.raises(Conflict, match="already done by Tom Hill on 30 November 2026"):
        mark_done(office, done_on=TODAY)

    assert [line[2:5] for line in told_cycles(office)] == [(DUE, TODAY - timedelta(days=1), TOM)]


def test_change_by_somebody_else_in_between_is_taken_into_account() -> None:
    office, meddlers = busy_office()
    meddlers.append(lambda: acts(office).snooze(DRILL, days=3, by=TOM))
    mark_done(office)
    assert audit_log(office)[-2:] == [f"snoozed by {TOM}", f"done by {MARIA}"]
    assert cycles(office)[0].before["snoozes"]["1"]["until"] == "2026-12-04"


def test_control_that_never_stands_still_is_given_up() -> None:
    office, meddlers = busy_office()
    meddlers += [lambda: touch(office) for _ in range(TRIES)]
    with pytest.raises(Conflict, match="Fire drill is being changed again and again; try once"):
        mark_done(office)
    assert cycles(office) == []

    meddlers += [lambda: touch(office) for _ in range(TRIES - 1)]
    assert mark_done(office).control.opened_by == 1
