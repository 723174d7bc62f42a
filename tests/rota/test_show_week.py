"""How a week is shown: shifts by day, each person's hours, and what needs attention."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest
from tests.rota.teams import AVAILABILITY_FILE, MONDAY, TIME_OFF_FILE, WEEK_FILE, Team

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.show_week import WeekView
from belfry.rota.rules.weeks import HOUR


def show(team: Team, number: int | None = None) -> WeekView:
    return team.rota.drafts.show_week(MONDAY, number)


def publish(team: Team) -> None:
    head = team.head()
    team.put(replace(head, published=head.draft, edition=head.edition + 1, is_waiting=False))


def test_week_without_a_draft_is_seven_empty_days(team: Team) -> None:
    view = show(team)
    assert (view.head, view.draft, view.published, view.is_published) == (None, None, None, False)
    assert [(day.day, day.lines) for day in view.days] == [
        (MONDAY + timedelta(days=step), ()) for step in range(7)
    ]


def test_shifts_are_shown_by_day_in_order(team: Team) -> None:
    team.run("draft")
    shown = {day.day: [line.shift_id for line in day.lines] for day in show(team).days}
    assert shown[date(2026, 11, 20)] == ["fri-early", "fri-kitchen", "fri-late"]
    assert shown[date(2026, 11, 22)] == []
    assert sum(map(len, shown.values())) == 12


def test_night_is_shown_on_the_day_it_begins(team: Team) -> None:
    team.add(WEEK_FILE, "sun-night,Sun,22:00,06:00,,,1,,,")
    team.run("draft")
    assert [line.shift_id for line in show(team).days[6].lines] == ["sun-night"]


def test_everybody_is_shown_with_hours_target_and_cap(team: Team) -> None:
    team.run("draft")
    placed: Counter[str] = Counter()
    for line in team.lines().values():
        for name in line.people:
            placed[name] += 8 * HOUR
    people = [
        (person.name, person.placed, person.target, person.cap) for person in show(team).people
    ]
    assert people == [
        ("Ana Diaz", placed["Ana Diaz"], 32 * HOUR, 40 * HOUR),
        ("Ben Shaw", placed["Ben Shaw"], 32 * HOUR, 40 * HOUR),
        ("Cara Woods", placed["Cara Woods"], 24 * HOUR, 32 * HOUR),
        ("Dev Patel", placed["Dev Patel"], 24 * HOUR, 40 * HOUR),
    ]


def test_flags_have_their_reasons(team: Team) -> None:
    team.add(WEEK_FILE, "dive,Sun,09:00,17:00,,diving,1,,,", "hold,Sun,09:00,17:00,,,1,,,ask me")
    team.run("draft")
    assert [(line.shift_id, line.outcome.value, bool(line.why)) for line in show(team).flags] == [
        ("dive", "short-staffed", True),
        ("hold", "held", True),
    ]


def test_proof_is_told_in_words(team: Team) -> None:
    team.run("draft")
    assert show(team).proof == "Every open seat is filled."


def test_draft_that_people_know_has_no_changes(team: Team) -> None:
    team.run("draft")
    assert not show(team).is_published
    publish(team)
    view = show(team)
    assert (view.is_published, view.changes) == (True, ())


def test_draft_is_shown_with_its_answer_also_to_whoever_saw_it_before(team: Team) -> None:
    team.run("draft")
    before = show(team).draft
    team.put(*(replace(saved, approved_by="Maria Lopez") for saved in team.drafts()))
    after = show(team).draft
    assert (before and before.approved_by, after and after.approved_by) == ("", "Maria Lopez")


def test_new_draft_tells_what_changes_for_whom(team: Team) -> None:
    team.run("draft")
    publish(team)
    [name] = team.grid()["fri-kitchen"]
    team.add(TIME_OFF_FILE, f"{name},2026-11-20,2026-11-20,approved,")
    team.rota.drafts.draft_week(MONDAY, by="maria")
    view = show(team)
    assert view.draft is not None
    assert view.published is not None
    assert (view.draft.number, view.published.number, view.is_published) == (2, 1, False)
    assert f"{name} loses Friday 10:00-18:00" in view.changes


def test_older_draft_can_be_shown(team: Team) -> None:
    team.run("draft")
    first = team.grid()
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    team.run("draft")
    view = show(team, 1)
    assert {line.shift_id: line.people for day in view.days for line in day.lines} == first


@pytest.mark.parametrize("number", [2, 9])
def test_draft_that_is_not_there_is_not_found(team: Team, number: int) -> None:
    team.run("draft")
    with pytest.raises(NotFound, match=f"there is no draft {number} of the week of 2026-11-16"):
        show(team, number)


def test_draft_of_an_unknown_week_is_not_found(team: Team) -> None:
    with pytest.raises(NotFound, match="there is no draft 1 of the week of 2026-11-16"):
        show(team, 1)


def test_person_with_a_dated_row_alone_is_noted_on_the_week_and_by_the_command(team: Team) -> None:
    team.run("draft")
    assert show(team).notes == ()
    team.add(AVAILABILITY_FILE, "Dev Patel,2026-11-20,10:00,18:00")
    [note] = show(team).notes
    assert note.startswith("Dev Patel gets shifts on 2026-11-20 only")
    assert 'write "also 2026-11-20"' in note
