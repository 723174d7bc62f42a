"""What a look at the list takes up, what it leaves as it was, and what it tells."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.controls.offices import Office
from tests.controls.ticking import (
    CHECK,
    RULES,
    TASKS,
    cycles,
    data_problems,
    news,
    reminders,
    say,
    set_check,
    set_list,
    tick,
    tick_days,
)

from belfry.controls.tasks.sync_tasks import AT_ONCE, Synced
from belfry.kernel.errors import Conflict

SAFETY = "Default: remind 5 days before, on the day, and 2 days after\n"
NAMES = [f"Check {number}" for number in range(10)]


def look(office: Office, day: str = "2026-12-04", hour: str = "08:00") -> Synced:
    office.go_to(f"{day}T{hour}")
    return office.app.services.controls.sync()


def rows_of(*names: str) -> list[str]:
    return [f"{name},Safety,weekly,Maria,,2026-12-20,,," for name in names]


def actions(office: Office, control_id: str = "safety check") -> list[str]:
    entries = office.ports.audit_log.list_entries(f"control/{control_id}")
    return [f"{entry.action} by {entry.by}" for entry in entries]


def test_a_row_is_taken_up_as_it_stands(office: Office) -> None:
    head = "Control,Area,How often,Who,Proof to keep,Notes,Needs evidence,Reminders,First due date"
    row = 'Safety  Check,Safety,Every 2 weeks,Maria,a photo,by the door,yes,"-7, 0",2026-12-20'
    set_list(office, row, head=head)
    synced = look(office)

    assert (synced.listed, synced.problems, list(synced.changed)) == (1, (), ["safety check"])
    control = office.control(CHECK)
    assert (control.name, control.area, control.owner) == ("Safety Check", "Safety", "Maria")
    assert (control.proof, control.notes) == ("a photo", "by the door")
    assert (control.repeat, control.chain_override) == ("every 2 weeks", "-7, 0")
    assert (control.requires_evidence, control.due_on) == (True, date(2026, 12, 20))
    assert control.next_check_on == date(2026, 12, 13)
    assert actions(office) == ["first seen by belfry"]


def test_an_equal_list_writes_nothing(office: Office) -> None:
    set_list(office, *rows_of(*NAMES))
    look(office)
    before = len(office.app.crash_points.seen)
    assert look(office, hour="09:00").changed == {}
    assert "store.begin" not in office.app.crash_points.seen[before:]


@pytest.mark.parametrize(
    ("first", "second", "due"),
    [
        pytest.param(
            {"repeat": "weekly", "due": ""},
            {"repeat": "monthly", "due": ""},
            "2027-01-04",
            id="another repeat",
        ),
        pytest.param(
            {"due": "2026-12-10"}, {"due": "2026-12-15"}, "2026-12-15", id="another first due date"
        ),
        pytest.param(
            {"due": ""},
            {"due": "", "done": "2026-11-20"},
            "2026-12-20",
            id="when it was done before",
        ),
    ],
)
def test_a_changed_row_has_its_due_date_found_anew(
    office: Office, first: dict[str, str], second: dict[str, str], due: str
) -> None:
    set_check(office, **first)
    look(office)
    set_check(office, **second)
    look(office, hour="09:00")
    assert office.control(CHECK).due_on.isoformat() == due
    assert cycles(office) == []


def test_an_edit_that_leaves_the_due_date_keeps_the_cycle_where_it_is(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick_days(office, 5)
    set_check(office, repeat="every 2 months", more=",by the door")
    assert tick_days(office, 6, 10) == ["6 due-now", "10 due-now sends 0"]
    assert office.control(CHECK).repeat == "every 2 months"


def test_a_due_date_that_comes_back_is_not_reminded_of_twice(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick_days(office, 5)
    set_check(office, due="2026-12-20")
    tick_days(office, 6)
    set_check(office, due="2026-12-10")
    assert tick_days(office, 7, 10) == ["7 due-now", "10 due-now sends 0"]
    assert reminders(office) == [
        "2026-12-10 day-5 reminder on 12-05",
        "2026-12-10 day+0 reminder on 12-10",
    ]


def test_a_later_date_typed_into_the_list_counts_as_done(office: Office) -> None:
    set_check(office, done="2026-11-10", due="")
    look(office)
    assert office.control(CHECK).due_on == date(2026, 12, 10)

    set_check(office, done="2026-12-08", due="")
    look(office, "2026-12-09")
    control = office.control(CHECK)
    assert (control.due_on, control.last_done_on) == (date(2027, 1, 8), date(2026, 12, 8))
    assert (control.done_by, control.cycle) == ("the list", 2)
    assert cycles(office) == [("done", date(2026, 12, 10), "the list")]
    assert news(office) == ["control.done 2026-12-10"]
    assert actions(office)[-1] == "done by the list"


def test_an_older_date_changes_nothing_until_the_list_is_put_right(office: Office) -> None:
    set_check(office, done="2026-11-10", due="")
    look(office)
    set_check(office, done="2026-10-10", due="")
    look(office, hour="09:00")
    control = office.control(CHECK)
    assert (control.due_on, control.last_done_on) == (date(2026, 12, 10), date(2026, 11, 10))
    assert (control.row, cycles(office)) == ("", [])


def test_a_list_without_a_column_for_it_is_never_behind(office: Office) -> None:
    set_list(office, "Safety check,weekly", head="name,repeat")
    look(office)
    office.put(replace(office.control(CHECK), last_done_on=date(2026, 12, 3)))
    set_list(office, "Safety Check,weekly", head="name,repeat")
    look(office, hour="09:00")
    assert office.control(CHECK).row == "Safety Check,weekly\n"


def test_due_dates_that_passed_while_a_cycle_was_open_are_recorded_as_missed(
    office: Office,
) -> None:
    set_check(office, repeat="weekly on Monday", due="2026-12-07")
    look(office)
    set_check(office, repeat="weekly on Monday", due="2026-12-07", done="2026-12-22")
    look(office, "2026-12-22")
    assert [(what, day.day) for what, day, _ in cycles(office)] == [
        ("done", 21),
        ("missed", 7),
        ("missed", 14),
    ]
    assert office.control(CHECK).due_on == date(2026, 12, 28)


def test_very_many_missed_days_are_told_in_one_commit(office: Office) -> None:
    set_check(office, repeat="every weekday", due="2026-12-07")
    look(office)
    set_check(office, repeat="every weekday", due="2026-12-07", done="2027-03-08")
    look(office, "2027-03-08")
    cycle_lines = cycles(office)
    assert len(cycle_lines) == 1 + 1 + 35
    lines = office.ports.histories.list_cycles("safety check")
    assert lines[1].note == "30 due dates, until 15 January 2027"
    assert office.control(CHECK).lines == len(cycle_lines)


def test_a_typed_date_is_no_evidence(office: Office) -> None:
    set_check(office, more="yes,")
    look(office)
    set_check(office, more="yes,", done="2026-12-04")
    synced = look(office, hour="09:00")
    ((place, text),) = synced.problems
    assert place == f"{TASKS}, line 2, column E (last_done)"
    assert text.startswith("this control needs evidence")
    assert (cycles(office), office.control(CHECK).last_done_on) == ([], None)


def correct(office: Office, *, more: str = ",") -> Synced:
    """Done on the 4th by Maria; then the 5th is typed, which is too early for the next."""
    set_check(office, repeat="weekly", due="2026-12-04", more=more)
    look(office)
    if more != ",":
        office.app.services.controls.evidence.add(CHECK, by="Maria", note="all seen")
    office.app.services.controls.acts.mark_done(CHECK, by="Maria")
    set_check(office, repeat="weekly", due="2026-12-04", more=more, done="2026-12-05")
    return look(office, "2026-12-06")


def list_corrections(office: Office) -> list[tuple[str, date | None, date | None]]:
    corrections = office.app.services.controls.acts.list_corrections(limit=9)
    return [(c.control.name, c.was_on, c.control.last_done_on) for c in corrections]


def test_a_typed_correction_is_shown_until_a_person_has_seen_it(office: Office) -> None:
    correct(office)
    (correction,) = list_corrections(office)
    assert correction == (CHECK, date(2026, 12, 4), date(2026, 12, 5))
    look(office, "2026-12-07")
    assert list_corrections(office) == [correction], "the next sync does not hide it"
    office.app.services.controls.acts.accept_correction(CHECK, by="Tom")
    assert list_corrections(office) == []
    assert office.control(CHECK).last_done_on == date(2026, 12, 5)
    assert actions(office)[-1] == "correction seen by Tom"
    with pytest.raises(Conflict, match="no correction that waits"):
        office.app.services.controls.acts.accept_correction(CHECK, by="Tom")


def test_undo_of_a_typed_correction_puts_the_list_right(office: Office) -> None:
    before = correct(office)
    office.app.services.controls.acts.undo_done(CHECK, by="Tom")
    assert before.problems == ()
    assert list_corrections(office) == []
    assert office.control(CHECK).last_done_on == date(2026, 12, 4)
    office.relay()
    assert office.read(TASKS).splitlines()[1].split(",")[4] == "2026-12-04"
    look(office, "2026-12-07")
    assert office.control(CHECK).last_done_on == date(2026, 12, 4)


def test_first_date_that_is_typed_can_be_undone(office: Office) -> None:
    set_check(office, repeat="monthly", due="")
    look(office)
    before = office.control(CHECK)
    set_check(office, repeat="monthly", due="", done="2026-11-20")
    look(office, "2026-12-05")
    assert list_corrections(office) == [(CHECK, None, date(2026, 11, 20))]
    assert actions(office)[-1] == "learned by the list"
    office.app.services.controls.acts.undo_done(CHECK, by="Tom", opened_by=0)
    after = office.control(CHECK)
    assert (after.due_on, after.last_done_on) == (before.due_on, None)
    office.relay()
    assert office.read(TASKS).splitlines()[1].split(",")[4] == ""
    with pytest.raises(Conflict, match="nothing to take back"):
        office.app.services.controls.acts.undo_done(CHECK, by="Tom")


def test_typed_correction_is_a_question_where_evidence_is_required(office: Office) -> None:
    synced = correct(office, more="yes,")
    ((place, text),) = synced.problems
    assert place == f"{TASKS}, line 2, column E (last_done)"
    assert text.startswith("was it last done on 5 December 2026, not 4 December 2026? It needs")
    assert (list_corrections(office), office.control(CHECK).last_done_on) == (
        [],
        date(2026, 12, 4),
    )
    set_check(office, repeat="weekly", due="2026-12-04", more="yes,", done="2026-12-04")
    assert look(office, "2026-12-07").problems == ()


def test_a_date_to_come_is_blamed_and_counts_once_it_has_come(office: Office) -> None:
    set_check(office, done="2026-12-08")
    for day in ("2026-12-04", "2026-12-05"):
        ((place, text),) = look(office, day).problems
        assert (place, text) == (
            f"{TASKS}, line 2, column E (last_done)",
            "8 December 2026 is still to come",
        )
    assert look(office, "2026-12-08").problems == ()
    assert cycles(office) == [("done", date(2026, 12, 10), "the list")]


def test_an_unreadable_repeat_leaves_a_known_control_as_it_was(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    look(office)
    set_check(office, repeat="every blue moon")
    for day in (5, 6):
        (ticked,) = tick(office, f"2026-12-{day:02}").controls
        assert list(data_problems(office)) == [f"{TASKS}, line 2, column C (repeat)"]
    assert (say(ticked), office.control(CHECK).repeat) == ("due-now", "monthly")
    set_check(office)
    assert (look(office, "2026-12-07").problems, data_problems(office)) == ((), {})


def test_cells_that_cannot_be_read_leave_what_was_known_of_them(office: Office) -> None:
    set_check(office, chain="-7, 0", more="yes,")
    look(office)
    set_check(office, due="some day", chain="7", more="perhaps,new notes")
    synced = look(office, hour="09:00")
    control = office.control(CHECK)
    assert (control.due_on, control.chain_override) == (date(2026, 12, 10), "-7, 0")
    assert (control.requires_evidence, control.notes) == (True, "new notes")
    assert [place.rpartition(" ")[2] for place, _ in synced.problems] == [
        "(first_due)",
        "(chain_override)",
        "(requires_evidence)",
    ]


def test_two_rows_of_one_name_leave_a_known_control_as_it_was(office: Office) -> None:
    set_list(office, f"{CHECK},Safety,weekly,Maria,,2026-12-10,,,")
    look(office)
    rows = [f"{CHECK},Safety,weekly,Maria,,2026-12-10,,,", "safety-check,Safety,daily,Tom,,,,,"]
    set_list(office, *rows)
    for hour in ("09:00", "10:00", "11:00"):
        assert len(look(office, hour=hour).problems) == 2
    control = office.control(CHECK)
    assert (control.repeat, control.owner, control.gone_at) == ("weekly", "Maria", None)


def test_a_control_gone_from_the_list_is_put_away_at_the_second_look(office: Office) -> None:
    set_list(office, *rows_of(*NAMES))
    look(office)
    set_list(office, *rows_of(*NAMES[1:]))
    assert look(office, hour="09:00").gone == frozenset()
    assert look(office, hour="09:09").gone == frozenset()
    assert look(office, hour="09:11").gone == {"check 0"}
    assert look(office, hour="09:30").gone == frozenset()
    assert "check 0" not in office.ports.controls.rows()
    assert actions(office, "check 0") == ["first seen by belfry", "gone from the list by belfry"]


def test_a_control_that_comes_back_keeps_its_history(office: Office) -> None:
    office.write(RULES, SAFETY)
    other_rows = rows_of(*NAMES)
    check = f"{CHECK},Safety,monthly,Maria,,2026-12-10,,,"
    set_list(office, check, *other_rows)
    tick(office, "2026-12-05")
    set_list(office, *other_rows)
    tick(office, "2026-12-06")
    assert CHECK not in {control.control.name for control in tick(office, "2026-12-07").controls}

    set_list(office, check, *other_rows)
    ticked = tick(office, "2026-12-08")
    assert {control.control.name: say(control) for control in ticked.controls}[CHECK] == "due-now"
    assert office.control(CHECK).gone_at is None
    assert reminders(office) == ["2026-12-10 day-5 reminder on 12-05"]
    assert actions(office)[-1] == "back on the list by belfry"


def test_a_row_that_was_missing_for_one_look_is_not_put_away_later(office: Office) -> None:
    set_list(office, *rows_of(*NAMES))
    look(office)
    set_list(office, *rows_of(*NAMES[1:]))
    look(office, hour="09:00")
    set_list(office, *rows_of(*NAMES))
    look(office, hour="10:00")
    set_list(office, *rows_of(*NAMES[1:]))
    assert look(office, hour="11:00").gone == frozenset()


def test_many_rows_gone_at_once_are_a_mishap(office: Office) -> None:
    set_list(office, *rows_of(*NAMES))
    look(office)
    set_list(office, *rows_of(*NAMES[3:]))
    for hour in ("09:00", "10:00", "11:00"):
        synced = look(office, hour=hour)
        assert synced.gone == frozenset()
        assert synced.problems[0][1].startswith(f"3 of 10 controls {AT_ONCE}")
    assert len(office.ports.controls.rows()) == 10
    set_list(office, *rows_of(*NAMES))
    assert (look(office, hour="12:00").problems, data_problems(office)) == ((), {})


def test_nothing_is_put_away_while_a_row_has_no_name(office: Office) -> None:
    set_list(office, *rows_of(*NAMES))
    look(office)
    set_list(office, *rows_of(*NAMES[1:]), ",Safety,weekly,,,,,,")
    for hour in ("09:00", "10:00", "11:00"):
        assert look(office, hour=hour).gone == frozenset()


@pytest.mark.parametrize(
    ("owner", "note"),
    [
        pytest.param("Maria", None, id="a first name is enough"),
        pytest.param("somebody@example.com", None, id="an address needs no list"),
        pytest.param(
            "Mariah Lopez",
            "there is nobody called 'Mariah Lopez' in people.csv, so the next in line is reminded."
            " Did you mean Maria Lopez?",
            id="somebody who left, or a slip of the pen",
        ),
    ],
)
def test_an_owner_nobody_knows_is_told_and_the_control_stays(
    office: Office, owner: str, note: str | None
) -> None:
    set_list(office, f"{CHECK},Safety,weekly,{owner},,2026-12-10,,,")
    synced = look(office)
    place = f"{TASKS}, line 2, column D (owner)"
    assert (synced.problems, dict(synced.notes)) == ((), {place: note} if note else {})
    assert data_problems(office) == dict(synced.notes)
    assert office.control(CHECK).owner == owner


def test_people_the_rules_name_are_looked_for_too(office: Office) -> None:
    office.write(RULES, "Owner of safety: Zoe\nEscalate safety to: Tom\nEscalate to: Nobody\n")
    set_check(office)
    assert [place for place, _ in look(office).notes] == [f"{RULES} line 1", RULES]


def test_without_a_list_of_people_that_is_told_once(office: Office) -> None:
    office.remove("people.csv")
    set_list(office, *rows_of(*NAMES))
    assert [place for place, _ in look(office).notes] == ["people.csv"]
    set_list(office, "Check,,weekly,,,,,,")
    office.write(RULES, SAFETY)
    assert look(office, hour="09:00").notes == ()


def test_sections_about_nothing_on_the_list_are_told(office: Office) -> None:
    office.write(RULES, "Safety chek: on the day\nSafety: a week before\nOwner of data: Maria\n")
    set_check(office)
    notes = dict(look(office).notes)
    assert list(notes) == [f"{RULES} line 1, column 1", f"{RULES} line 3, column 10"]
    assert "did you mean Safety check?" in notes[f"{RULES} line 1, column 1"]


def test_a_control_may_be_called_much_like_a_setting(office: Office) -> None:
    office.write(RULES, "Holidays A: a week before\n")
    set_list(office, "Holidays A,Safety,weekly,,,2026-12-10,,,")
    assert tick_days(office, 3) == ["3 due-now sends -7"]
    assert data_problems(office) == {}


def test_very_long_names_are_told_apart_by_their_ends(office: Office) -> None:
    names = [f"{'The very long name of a control ' * 4}number {n}" for n in (1, 2)]
    set_list(office, *rows_of(*names))
    synced = look(office)
    assert (synced.problems, sorted(control.name for control in synced.changed.values())) == (
        (),
        names,
    )
