"""Whether a rota is kept whole as the next draft of its week, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.teams import MONDAY, WEEK, WEEK_FILE, Team

from belfry.kernel.changes import Append, Put
from belfry.kernel.errors import Conflict
from belfry.rota.drafts.drafted_weeks import Making, RotaWeek, facts_name
from belfry.rota.drafts.open_draft import read_week
from belfry.rota.drafts.save_draft import NewDraft, SavedDraft
from belfry.rota.rules.weeks import Rota

ROTA = {"mon-early": ("Ana Diaz",), "mon-late": ("Ben Shaw",)}


def make_new(team: Team, rota: Rota | None = None, **changes: object) -> NewDraft:
    week = team.rota.drafts.gather(MONDAY).week
    new = NewDraft(week=week, rota=ROTA if rota is None else rota, making=Making.EDITED, by="maria")
    return replace(new, **changes)  # type: ignore[arg-type]


def keep(team: Team, rota: Rota | None = None, *, is_announced: bool = True) -> SavedDraft:
    return team.rota.drafts.save(make_new(team, rota), team.find_head(), is_announced=is_announced)


def test_draft_is_kept_with_its_lines_and_facts(team: Team) -> None:
    saved = keep(team)
    assert saved.head == team.head()
    assert team.drafts() == [replace(saved.draft, revision=1)]
    assert {shift: people for shift, people in team.grid().items() if people} == ROTA
    facts = team.ports.blobs.get(facts_name(saved.draft.facts)).decode()
    assert read_week(facts) == team.rota.drafts.gather(MONDAY).week


def test_week_is_turned_to_the_draft_and_waits_for_an_answer(team: Team) -> None:
    keep(team)
    head = team.head()
    assert (head.draft, head.is_waiting, head.published, head.edition) == (1, True, 0, 0)


def test_draft_counts_its_seats(team: Team) -> None:
    draft = keep(team).draft
    assert (draft.seats, draft.filled, draft.flagged) == (13, 2, 10)
    assert (draft.making, draft.made_by, draft.parent) == (Making.EDITED, "maria", 0)


def test_trail_tells_who_made_which_draft(team: Team) -> None:
    keep(team)
    [entry] = team.ports.audit_log.list_entries(team.head().subject)
    assert (entry.action, entry.by, dict(entry.before), dict(entry.after)) == (
        "rota.edited",
        "maria",
        {"draft": 0},
        {"draft": 1, "seats": 13, "filled": 2},
    )


def test_managers_hear_of_the_draft_and_its_flags(team: Team) -> None:
    team.edit(
        WEEK_FILE,
        "fri-late,Fri,14:00,22:00,barista,till,1,,,",
        "fri-late,Fri,14:00,22:00,barista,till,1,,,ask me",
    )
    keep(team, {})
    events = [(row.op, dict(row.payload)) for row in team.waiting()]
    assert events[0] == ("ss.draft_ready", {"draft": 1})
    assert events.count(("ss.held", {"draft": 1, "shift_id": "fri-late"})) == 1
    assert [op for op, _ in events[1:]].count("ss.short_staffed") == 11


def test_only_so_many_flags_are_told_at_once(team: Team) -> None:
    team.write_week(*(f"s{number},Mon,09:00,17:00,,,1,,," for number in range(60)))
    keep(team, {})
    assert [row.op for row in team.waiting()] == ["ss.draft_ready", *["ss.short_staffed"] * 40]
    assert len(team.lines()) == 60


def test_nobody_hears_of_a_draft_that_is_not_to_be_told(team: Team) -> None:
    keep(team, is_announced=False)
    assert (team.announced(), team.head().draft) == ([], 1)


def test_numbers_only_grow(team: Team) -> None:
    keep(team)
    keep(team)
    assert [saved.number for saved in team.drafts()] == [1, 2]
    assert team.head().draft == 2


def test_numbers_that_were_begun_and_given_up_are_not_used_again(team: Team) -> None:
    keep(team)
    line = replace(next(iter(team.lines().values())), revision=0)
    given_up = range(2, 10)
    team.ports.store.commit([Append(replace(line, draft=number)) for number in given_up])
    assert keep(team).draft.number == 10
    assert [len(team.lines(number)) for number in given_up] == [1] * 8


def test_week_that_was_changed_meanwhile_is_not_turned(team: Team) -> None:
    keep(team)
    old = team.head()
    team.ports.store.commit([Put(replace(old, is_waiting=False))])
    with pytest.raises(Conflict, match="the week of 2026-11-16 was changed meanwhile"):
        team.rota.drafts.save(make_new(team), old)
    assert (team.head().draft, [saved.number for saved in team.drafts()]) == (1, [1])


def test_two_who_draft_a_new_week_at_once_do_not_both_win(team: Team) -> None:
    new = make_new(team)
    team.rota.drafts.save(new, None)
    with pytest.raises(Conflict):
        team.rota.drafts.save(new, None)
    assert [saved.number for saved in team.drafts()] == [1]


def test_week_without_shifts_can_be_kept(team: Team) -> None:
    team.write_week()
    saved = keep(team, {})
    assert (saved.lines, saved.draft.seats, team.head().draft) == ((), 0, 1)


def test_draft_that_was_cut_short_anywhere_is_kept_whole_the_next_time() -> None:
    for step, team in crash_everywhere(keep):
        head = team.find_head()
        assert bool(head) == bool(team.drafts()) == bool(team.announced()), step
        keep(team)
        number = team.head().draft
        assert {shift: names for shift, names in team.grid().items() if names} == ROTA, step
        assert [saved.number for saved in team.drafts()][-1] == number, step
        ready = [op for op, _ in team.announced() if op == "ss.draft_ready"]
        assert len(ready) == (2 if head else 1), step


def test_head_of_a_new_week_keeps_what_the_template_left(team: Team) -> None:
    at = team.app.clock.now()
    team.put(RotaWeek(id=WEEK, template_at=at))
    keep(team)
    assert team.head().template_at == at
