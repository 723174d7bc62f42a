"""Whether a draft can be changed by hand, and every rule against it is shown before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.publishing import MARIA, approve, draft, memory_cafe, publish
from tests.rota.teams import MONDAY, TIME_OFF_FILE, Team, open_team

from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.drafts.drafted_weeks import Making, Outcome


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    draft(team)
    return team


def broken(team: Team, shift: str, *names: str) -> list[str]:
    return [
        breach.words for breach in team.rota.publishing.edit.preview(MONDAY, {shift: names}).broken
    ]


def edit(team: Team, shift: str, *names: str, by: str = MARIA, **more: object) -> None:
    team.rota.publishing.edit(MONDAY, {shift: names}, by=by, **more)  # type: ignore[arg-type]


def test_edit_makes_a_new_draft_and_leaves_the_old_one_alone(team: Team) -> None:
    team.write_week(
        "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,,", "wed,Wed,10:00,18:00,cook,,1,Dev Patel,,"
    )
    draft(team)
    edit(team, "tue-early", "Cara Woods")
    assert team.grid(1) == {"tue-early": ("Ana Diaz",), "wed": ("Dev Patel",)}
    assert team.grid(2) == {"tue-early": ("Cara Woods",), "wed": ("Dev Patel",)}
    made = team.drafts()[-1]
    assert (made.number, made.parent, made.making, made.made_by) == (2, 1, Making.EDITED, MARIA)
    assert (team.head().draft, team.head().is_waiting) == (2, True)


def test_edited_shift_is_pinned_and_says_why(cafe: Team) -> None:
    edit(cafe, "tue-early", "Cara Woods")
    line = cafe.lines()["tue-early"]
    assert (line.is_pinned, line.why) == (True, "Cara Woods is pinned to it")


def test_edit_says_whom_it_touches(cafe: Team) -> None:
    edited = cafe.rota.publishing.edit(MONDAY, {"tue-early": ["Cara"]}, by=MARIA)
    assert [change.name for change in edited.changes] == ["Ana Diaz", "Cara Woods"]
    assert cafe.drafts()[-1].because == (
        "Ana Diaz loses Tuesday 07:00-15:00. Cara Woods gains Tuesday 07:00-15:00"
    )


RULES = {
    "role": ("mon-early", "Dev Patel", {"role"}),
    "skills": ("fri-late", "Cara Woods", {"skills"}),
    "availability": ("mon-early", "Ben Shaw", {"availability", "shifts a day", "longest day"}),
    "time off": ("wed-kitchen", "Cara Woods", {"time off"}),
    "shifts a day": ("mon-late", "Ana Diaz", {"shifts a day", "rest", "longest day"}),
    "rest": ("tue-early", "Ben Shaw", {"rest"}),
}


@pytest.mark.parametrize("rule", list(RULES))
def test_rule_is_shown_before_it_is_broken(cafe: Team, rule: str) -> None:
    shift, name, kinds = RULES[rule]
    breaches = cafe.rota.publishing.edit.preview(MONDAY, {shift: [name]}).broken
    assert {breach.block.rule.value for breach in breaches if breach.block} == kinds
    assert [draft.number for draft in cafe.drafts()] == [1]


def test_too_many_people_are_told(cafe: Team) -> None:
    expected = "Tuesday 07:00-15:00 needs 1 person, not 2"
    assert expected in broken(cafe, "tue-early", "Ana Diaz", "Cara Woods")


def test_every_rule_that_a_change_breaks_is_shown_at_once(cafe: Team) -> None:
    cafe.add(TIME_OFF_FILE, "Dev Patel,2026-11-16,2026-11-16,approved,")
    breaches = cafe.rota.publishing.edit.preview(MONDAY, {"mon-late": ["Dev Patel"]}).broken
    kinds = {breach.block.rule.value for breach in breaches if breach.block}
    assert kinds == {"role", "skills", "time off"}


def test_rules_of_today_count_and_not_those_of_the_draft(cafe: Team) -> None:
    assert broken(cafe, "tue-early", "Cara Woods") == []
    cafe.add(TIME_OFF_FILE, "Cara Woods,2026-11-17,2026-11-17,approved,")
    assert len(broken(cafe, "tue-early", "Cara Woods")) == 1


def test_two_people_may_trade_shifts_in_one_edit() -> None:
    team = memory_cafe()
    team.write_week(
        "a,Tue,07:00,15:00,barista,,1,Ana Diaz,,", "b,Tue,08:00,16:00,barista,,1,Ben Shaw,,"
    )
    draft(team)
    assert broken(team, "a", "Ben Shaw") != []
    edited = team.rota.publishing.edit(MONDAY, {"a": ["Ben"], "b": ["Ana"]}, by=MARIA)
    assert (edited.overruled, team.grid()) == ((), {"a": ("Ben Shaw",), "b": ("Ana Diaz",)})


def test_rule_is_not_broken_without_a_word(cafe: Team) -> None:
    with pytest.raises(ObjectionsError, match="the rules are against it: Dev Patel") as refused:
        edit(cafe, "mon-early", "Dev Patel")
    assert [objection.rule for objection in refused.value.objections] == ["role"]
    assert cafe.head().draft == 1


def test_rule_that_is_broken_on_purpose_is_kept_with_the_draft(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel", anyway=True)
    line = cafe.lines()["mon-early"]
    assert line.people == ("Dev Patel",)
    assert line.why.startswith("Dev Patel is on it, but ")
    *_, entry = cafe.ports.audit_log.list_entries(cafe.head().subject)
    assert entry.action == "rota.edited"
    assert entry.after["overruled"] == ["role, Dev Patel, mon-early"]
    assert entry.after["shifts"] == ["mon-early"]


def test_rule_that_was_overruled_by_hand_is_no_objection_at_approval(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel", anyway=True)
    assert cafe.lines()["mon-early"].why.endswith("Maria Lopez allowed it")
    assert approve(cafe).head.edition == 1


def test_shift_left_to_nobody_waits_for_a_person(cafe: Team) -> None:
    edit(cafe, "tue-early")
    line = cafe.lines()["tue-early"]
    assert (line.people, line.outcome) == ((), Outcome.HELD)
    assert line.why.endswith("left open by hand")


def test_shift_on_hold_is_decided_by_an_edit() -> None:
    team = memory_cafe()
    team.write_week("tue-early,Tue,07:00,15:00,barista,,1,,,ask Maria")
    draft(team)
    assert team.lines()["tue-early"].outcome is Outcome.HELD
    edit(team, "tue-early", "Ana Diaz")
    assert team.lines()["tue-early"].outcome is Outcome.FILLED
    assert approve(team).overruled == ()


def test_first_name_will_do_and_a_name_counts_once(cafe: Team) -> None:
    edit(cafe, "tue-early", "cara", " Cara  Woods ")
    assert cafe.grid()["tue-early"] == ("Cara Woods",)


def test_unknown_shift_is_refused(cafe: Team) -> None:
    with pytest.raises(NotFound, match="there is no shift tue-lte in the week of 2026-11-16"):
        edit(cafe, "tue-lte", "Ana Diaz")


def test_unknown_person_is_refused_even_anyway(cafe: Team) -> None:
    expected = "there is nobody called 'Anna Diaz' in the staff sheet; did you mean Ana Diaz"
    with pytest.raises(InputError, match=expected):
        edit(cafe, "tue-early", "Anna Diaz", anyway=True)
    assert cafe.head().draft == 1


def test_edit_of_nothing_is_refused(cafe: Team) -> None:
    with pytest.raises(InputError, match="no shift was named"):
        cafe.rota.publishing.edit(MONDAY, {}, by=MARIA)


def test_edit_of_an_outdated_draft_is_refused(cafe: Team) -> None:
    edit(cafe, "tue-early", "Cara Woods")
    with pytest.raises(Conflict, match="draft 1 is outdated: draft 2 has taken its place"):
        edit(cafe, "mon-early", "Cara Woods", draft=1)


def test_week_without_a_draft_has_nothing_to_change() -> None:
    with pytest.raises(NotFound, match="there is no draft yet"):
        edit(memory_cafe(), "tue-early", "Ana Diaz")


def test_week_that_is_put_away_is_not_changed(cafe: Team) -> None:
    cafe.put(replace(cafe.head(), archived_at=cafe.app.clock.now()))
    with pytest.raises(Conflict, match="over and archived"):
        edit(cafe, "tue-early", "Cara Woods")


def test_nobody_else_edits(cafe: Team) -> None:
    with pytest.raises(NotAllowed):
        edit(cafe, "tue-early", "Cara Woods", by="Ana Diaz")


def test_published_week_stays_what_people_know_until_the_edit_is_approved(cafe: Team) -> None:
    publish(cafe)
    emails = len(cafe.email.sent)
    edit(cafe, "tue-early", "Cara Woods")
    cafe.deliver()
    head = cafe.head()
    assert (head.draft, head.published, head.edition, head.is_waiting) == (2, 1, 1, True)
    assert [to for to, _ in cafe.sent()[emails:]] == ["owner@example.com"]


def test_edit_that_crashed_is_whole_or_not_there() -> None:
    def act(team: Team) -> None:
        edit(team, "mon", "Cara Woods")

    def prepare(team: Team) -> None:
        team.write_week("mon,Mon,07:00,15:00,barista,,1,Ana Diaz,,")
        draft(team)

    for step, team in crash_everywhere(act, prepare):
        again = open_team(team.ports)
        if again.head().draft == 1:
            assert again.grid() == {"mon": ("Ana Diaz",)}, step
            act(again)
        assert again.grid() == {"mon": ("Cara Woods",)}, step
        assert len(again.drafts()) == 2
