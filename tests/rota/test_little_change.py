"""What drafting a published week again changes: few people, then few seats; nothing is emptied."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from tests.rota.drafting.planted import plant_week, random_week
from tests.rota.drafting.random_weeks import weeks
from tests.rota.publishing import MARIA, approve, memory_cafe, publish
from tests.rota.teams import MONDAY, TIME_OFF_FILE, WEEK, Team
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week

from belfry.kernel.errors import Conflict
from belfry.rota.drafting.search import draft_rota
from belfry.rota.drafts.draft_week import JudgeDraft
from belfry.rota.drafts.proofs import Verdict
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import Rota, Week

DAYS = ("Mon", "Tue", "Wed")


def count_changes(week: Week, rota: Rota) -> tuple[int, int]:
    """How many people are touched, and how many of their seats."""
    changed = [
        (shift.id, name)
        for shift in week.shifts
        for name in {*week.kept.get(shift.id, ())} ^ {*rota[shift.id]}
    ]
    return len({name for _, name in changed}), len(changed)


def send_away(week: Week, name: str, *days: str) -> Week:
    """The week as it was drafted and published, before a person was given days off."""
    leaves = [make_time_off(name, day, monday=week.starts_on) for day in days]
    published = draft_rota(week).rota
    return replace(week, kept=published, time_off=(*week.time_off, *leaves))


def list_emptied(week: Week, rota: Rota) -> list[str]:
    """Published shifts that have fewer people than those of them who may still come."""
    alone = {
        (shift.id, name)
        for shift in week.shifts
        for name in week.kept.get(shift.id, ())
        if not check_rota(replace(week, shifts=(replace(shift, wishes=()),)), {shift.id: (name,)})
    }
    return [
        shift.id
        for shift in week.shifts
        if len(rota[shift.id]) < sum(shift_id == shift.id for shift_id, _ in alone)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_published_shift_is_not_emptied_to_fill_another(seed: int) -> None:
    week = random_week(10, 55, seed)
    later = send_away(week, week.members[0].name, *DAYS)
    drafted = draft_rota(later)
    assert check_rota(later, drafted.rota) == ()
    assert list_emptied(later, drafted.rota) == []
    if drafted.fuller:
        assert check_rota(later, drafted.fuller) == ()
        assert list_emptied(later, drafted.fuller) == []


def test_new_shift_stays_open_rather_than_empty_a_published_one() -> None:
    old = make_shift("Mon 09:00-17:00", id="old")
    new = make_shift("Mon 09:00-17:00", id="new", skills=["keys"], headcount=1)
    week = make_week([old, new], [make_member("Ana", skills=["keys"])], published={"old": ("Ana",)})
    assert draft_rota(week).rota == {"old": ("Ana",), "new": ()}


def list_rotas(week: Week) -> list[Rota]:
    """Every rota of a small week with at most one person on a shift."""
    names = [(), *((member.name,) for member in week.members)]
    ids = [shift.id for shift in week.shifts]
    rotas = [dict(zip(ids, people, strict=True)) for people in product(names, repeat=len(ids))]
    return [rota for rota in rotas if not check_rota(week, rota)]


@pytest.mark.parametrize("seed", range(6))
def test_fewest_people_and_then_fewest_seats_are_changed(seed: int) -> None:
    members = [make_member(name, 16, cap=24 - 8 * (seed % 2)) for name in ("Ana", "Ben", "Cem")]
    spans = ("06:00-14:00", "14:00-22:00")
    shifts = [make_shift(f"{day} {span}", id=f"{day}{span[:2]}") for day in DAYS for span in spans]
    week = make_week(shifts[: 4 + seed % 3], members)
    later = send_away(week, "Ana", DAYS[seed % 3])
    rota = draft_rota(later).rota
    filled = sum(map(len, rota.values()))
    as_full = [other for other in list_rotas(later) if sum(map(len, other.values())) == filled]
    fewest = min(count_changes(later, other) for other in as_full if not list_emptied(later, other))
    assert count_changes(later, rota) == fewest


@settings(max_examples=30, deadline=None)
@given(weeks())
def test_whatever_is_published_is_never_emptied_beyond_what_the_rules_ask(week: Week) -> None:
    first = draft_rota(replace(week, kept={})).rota
    again = replace(week, kept=first)
    assert {id_: {*names} for id_, names in draft_rota(again).rota.items()} == {
        id_: {*names} for id_, names in first.items()
    }


def test_both_rotas_are_offered_where_a_seat_costs_much() -> None:
    week = random_week(50, 300, 0)
    later = send_away(week, week.members[0].name, "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    judged = JudgeDraft(draft_rota)(later)
    assert judged.proof.verdict is Verdict.FULLER
    assert judged.proof.touched is not None
    assert "but changes the shifts of" in judged.proof.words
    assert count_changes(later, judged.rota)[0] == judged.proof.touched[0]
    assert judged.proof.fuller is not None
    assert list_emptied(later, judged.proof.fuller) == []


def test_planted_week_is_filled_again_after_one_day_off() -> None:
    week = plant_week(12, 3)
    later = send_away(week, week.members[3].name, "Tue")
    rota = draft_rota(later).rota
    assert check_rota(later, rota) == ()


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    publish(team)
    team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,")
    team.rota.publishing.redraft(MONDAY, by=MARIA)
    return team


def test_draft_of_a_published_week_is_discarded(cafe: Team) -> None:
    before = cafe.grid(1)
    head = cafe.rota.publishing.discard(MONDAY, 2, by=MARIA)
    assert (head.draft, head.published, head.is_waiting) == (1, 1, False)
    assert cafe.grid() == before
    assert cafe.rota.drafts.show_week(MONDAY).is_published
    [entry] = list(cafe.ports.audit_log.list_entries(f"rota/{WEEK}"))[-1:]
    assert (entry.action, entry.before, entry.after) == (
        "rota.discarded",
        {"draft": 2},
        {"draft": 1},
    )


def test_discarded_draft_is_not_approved_and_its_number_not_used_again(cafe: Team) -> None:
    cafe.rota.publishing.discard(MONDAY, by=MARIA)
    with pytest.raises(Conflict, match="approved by Maria Lopez already"):
        approve(cafe)
    cafe.rota.publishing.redraft(MONDAY, by=MARIA)
    assert cafe.head().draft == 3


def test_managers_hear_nothing_of_a_discarded_draft(cafe: Team) -> None:
    cafe.relay()
    cafe.rota.publishing.discard(MONDAY, by=MARIA)
    cafe.release()
    assert ("Olga Finch", "dropped", "it was discarded") in cafe.said()


def test_only_a_waiting_draft_of_a_published_week_is_discarded(cafe: Team) -> None:
    approve(cafe)
    with pytest.raises(Conflict, match="draft 2 was answered already"):
        cafe.rota.publishing.discard(MONDAY, by=MARIA)
    fresh = memory_cafe()
    fresh.rota.drafts.draft_week(MONDAY)
    with pytest.raises(Conflict, match="no rota to go back to"):
        fresh.rota.publishing.discard(MONDAY, by=MARIA)
