"""Published shifts whose people may no longer work them: flagged until they are covered."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.drafting.random_weeks import weeks
from tests.rota.publishing import MARIA, approve, change, memory_cafe, publish
from tests.rota.requesting import memory_asking
from tests.rota.teams import (
    AVAILABILITY_FILE,
    MONDAY,
    STAFF_FILE,
    TIME_OFF_FILE,
    WEEK_FILE,
    Team,
)

from belfry.rota.explaining.covers import list_needing_cover
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rule, Week


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    publish(team)
    return team


def needs(team: Team) -> dict[str, str]:
    """By shift, who needs cover and why."""
    flagged = team.rota.drafts.open_published.list_needing_cover([team.head()])
    return {line.shift_id: f"{need.name} {need.words}" for line, need in flagged}


def grant(team: Team, person: str = "Ana Diaz", day: str = "2026-11-17") -> None:
    team.add(TIME_OFF_FILE, f"{person},{day},{day},approved,")


def test_published_week_needs_no_cover(cafe: Team) -> None:
    assert needs(cafe) == {}


@pytest.mark.parametrize(
    "file, old, new, expected",
    [
        pytest.param(
            TIME_OFF_FILE,
            "Cara Woods,",
            "Ana Diaz,2026-11-17,2026-11-17,approved,\nCara Woods,",
            {"tue-early": "Ana Diaz is off on 17 November"},
            id="time off approved later",
        ),
        pytest.param(
            STAFF_FILE,
            "Dev Patel,cook,24,opening,,dev@example.com,,\n",
            "",
            {"wed-kitchen": "Dev Patel is not on the staff list any more"},
            id="left",
        ),
        pytest.param(
            STAFF_FILE,
            "Ben Shaw,barista,32,till,",
            "Ben Shaw,barista,32,,",
            {"mon-late": "Ben Shaw lacks till", "fri-late": "Ben Shaw lacks till"},
            id="skill lost",
        ),
        pytest.param(
            AVAILABILITY_FILE,
            "Ben Shaw,Mon,12:00,24:00\n",
            "",
            {"mon-late": "Ben Shaw cannot come on Monday"},
            id="no longer available",
        ),
        pytest.param(
            TIME_OFF_FILE,
            "Cara Woods,",
            "Ana Diaz,2026-11-17,2026-11-17,pending,\nCara Woods,",
            {},
            id="undecided time off",
        ),
    ],
)
def test_shift_needs_cover_once_its_person_may_not_work_it(
    cafe: Team, file: str, old: str, new: str, expected: dict[str, str]
) -> None:
    cafe.edit(file, old, new)
    assert needs(cafe) == expected


def test_shift_needs_cover_until_another_person_has_it(cafe: Team) -> None:
    grant(cafe)
    assert list(needs(cafe)) == ["tue-early"]
    cafe.rota.publishing.redraft(MONDAY, by=MARIA)
    assert list(needs(cafe)) == ["tue-early"]
    approve(cafe)
    assert needs(cafe) == {}


def test_shift_needs_cover_also_after_another_one_changed_hands() -> None:
    asking = memory_asking()
    grant(asking.team)
    flagged = needs(asking.team)
    assert flagged == {"tue-early": "Ana Diaz is off on 17 November"}
    asking.verbs.answer_swap.agree(asking.offer().id, by=MARIA)
    asking.open_up("sat-open", "Ana Diaz")
    assert asking.team.head().edition == 3
    assert needs(asking.team) == flagged


def test_shift_that_a_manager_leaves_as_it_is_needs_no_cover(cafe: Team) -> None:
    grant(cafe)
    change(cafe, tue_early=("Ana Diaz",), anyway=True)
    assert needs(cafe) == {}


def test_shift_that_has_begun_needs_no_cover(cafe: Team) -> None:
    grant(cafe)
    cafe.go_to("2026-11-17T07:00")
    assert needs(cafe) == {}


def test_published_shift_needs_cover_even_without_the_sheet_of_its_week(cafe: Team) -> None:
    cafe.remove(WEEK_FILE)
    grant(cafe)
    assert list(needs(cafe)) == ["tue-early"]


def test_week_that_is_over_is_not_judged_again(
    cafe: Team, caplog: pytest.LogCaptureFixture
) -> None:
    cafe.remove(STAFF_FILE)
    assert needs(cafe) == {}
    assert "rota.old_facts" in caplog.text
    caplog.clear()
    cafe.go_to("2026-11-23T00:00")
    assert needs(cafe) == {}
    assert "rota.old_facts" not in caplog.text


def test_week_shows_what_needs_cover_beside_its_next_draft(cafe: Team) -> None:
    grant(cafe)
    view = cafe.rota.drafts.show_week(MONDAY)
    assert [line.shift_id for line, _ in view.needs_cover] == ["tue-early"]
    cafe.rota.publishing.redraft(MONDAY, by=MARIA)
    assert len(cafe.rota.drafts.show_week(MONDAY).needs_cover) == 1


def test_person_and_managers_hear_that_granted_time_off_needs_cover() -> None:
    asking = memory_asking()
    team = asking.team
    asked = asking.verbs.ask_time_off("Ana Diaz", MONDAY, MONDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.approve(asked.id, by="Olga Finch")
    team.deliver()
    posts = {outgoing.to: outgoing for outgoing in team.email.sent}
    assert "Monday 16 November 07:00-15:00" in posts["ana@example.com"].text
    assert "Needs cover" in posts["ana@example.com"].text
    flagged = "07:00-15:00 (barista), needs cover: Ana Diaz is off on 16 November"
    assert flagged in posts["maria@example.com"].text


def test_digest_names_what_needs_cover_to_the_person_and_to_managers(cafe: Team) -> None:
    grant(cafe)
    cafe.go_to("2026-11-15T18:00")
    assert "1 shift to look at" in cafe.run("digest")
    before = len(cafe.email.sent)
    cafe.deliver()
    posts = {outgoing.to: outgoing.text for outgoing in cafe.email.sent[before:]}
    assert "Needs cover" in posts["ana@example.com"]
    assert "Needs cover" not in posts["ben@example.com"]
    assert "needs cover: Ana Diaz is off on 17 November" in posts["maria@example.com"]


def test_draft_message_names_only_what_the_draft_leaves_uncovered(cafe: Team) -> None:
    grant(cafe)
    cafe.rota.publishing.redraft(MONDAY, by="Olga Finch")
    before = len(cafe.email.sent)
    cafe.deliver()
    [text] = [
        outgoing.text for outgoing in cafe.email.sent[before:] if outgoing.to == "maria@example.com"
    ]
    assert "needs cover" not in text


@settings(max_examples=100, deadline=None)
@given(weeks(), st.data())
def test_every_published_shift_has_a_person_who_may_work_it_or_is_flagged(
    week: Week, data: st.DataObject
) -> None:
    names = [member.name for member in week.members] or ["Zoe"]
    people = st.lists(st.sampled_from(names), max_size=2, unique=True).map(tuple)
    rota = {shift.id: data.draw(people) for shift in week.shifts}
    start = min((shift.starts_at for shift in week.shifts), default=None)
    # As if it had been published before any rule was against it.
    calm = Week(
        starts_on=week.starts_on,
        zone=week.zone,
        rules=week.rules,
        shifts=(),
        members=week.members,
    )
    before = start.replace(year=2020) if start else None
    flagged = {
        (need.shift_id, need.name)
        for need in (list_needing_cover(Placed(week, rota), calm, before) if before else ())
    }
    own = {Rule.ROLE, Rule.SKILLS, Rule.AVAILABILITY, Rule.TIME_OFF}
    broken = {
        (breach.shift_id, breach.name)
        for breach in check_rota(week, rota)
        if breach.rule in own or breach.rule is Rule.UNKNOWN_PERSON
    }
    assert broken <= flagged
