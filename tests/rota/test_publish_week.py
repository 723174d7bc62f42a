"""A draft is published once, by a manager who has seen what speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.publishing import MARIA, approve, draft, memory_cafe
from tests.rota.teams import MONDAY, STAFF_FILE, TIME_OFF_FILE, WEEK, WEEK_FILE, Team, open_team

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.ports.store import Store
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.drafts.drafted_weeks import RotaWeek


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    draft(team)
    return team


def test_approved_draft_is_the_week_that_people_know(team: Team) -> None:
    draft(team)
    now = team.app.clock.now()
    approved = approve(team)
    head = team.head()
    assert approved.head == head
    assert (head.draft, head.published, head.edition, head.is_waiting) == (1, 1, 1, False)
    assert (head.published_by, head.published_at) == (MARIA, now)
    [saved] = team.drafts()
    assert (saved.approved_by, saved.approved_at) == (MARIA, now)
    assert ("rota.published", WEEK) in team.announced()


def test_trail_tells_who_published_which_draft(cafe: Team) -> None:
    approve(cafe)
    *_, entry = cafe.ports.audit_log.list_entries(cafe.head().subject)
    assert (entry.action, entry.by, dict(entry.after)) == (
        "rota.published",
        MARIA,
        {"published": 1, "edition": 1},
    )


def test_second_answer_is_told_who_was_first(cafe: Team) -> None:
    approve(cafe)
    with pytest.raises(Conflict, match=r"draft 1 of .* was approved by Maria Lopez already"):
        approve(cafe, by="Olga Finch")
    assert cafe.head().edition == 1


def test_outdated_draft_is_refused_with_the_one_that_took_its_place(cafe: Team) -> None:
    cafe.rota.publishing.redraft(MONDAY, by="Olga Finch")
    expected = r"draft 1 is outdated: draft 2, made by Olga Finch, has taken its place"
    with pytest.raises(Conflict, match=expected):
        approve(cafe, draft=1)
    assert (cafe.head().published, cafe.head().is_waiting) == (0, True)


def test_approving_a_draft_that_never_was_is_refused(team: Team) -> None:
    draft(team)
    with pytest.raises(NotFound, match="has no draft 7: the newest is 1"):
        approve(team, draft=7)


def test_week_without_a_draft_cannot_be_approved() -> None:
    with pytest.raises(NotFound, match="there is no draft yet of the week of 2026-11-16"):
        approve(memory_cafe())


def test_week_that_is_put_away_cannot_be_approved(cafe: Team) -> None:
    cafe.put(replace(cafe.head(), archived_at=cafe.app.clock.now()))
    with pytest.raises(Conflict, match="over and archived"):
        approve(cafe)


@pytest.mark.parametrize("by", ["Ana Diaz", "somebody", "user/7"])
def test_nobody_else_approves(cafe: Team, by: str) -> None:
    with pytest.raises(NotAllowed):
        approve(cafe, by=by)
    assert cafe.head().published == 0


class Overtaken:
    """A store in which another process commits first, once."""

    def __init__(self, store: Store, first: Change | None = None) -> None:
        self._store, self.first = store, first
        self.find, self.commit_each = store.find, store.commit_each

    def commit(self, changes: Sequence[Change]) -> None:
        if self.first is not None:
            first, self.first = self.first, None
            self._store.commit([first])
        self._store.commit(changes)


def test_of_two_managers_at_once_one_is_told_that_the_other_was_first(cafe: Team) -> None:
    class OlgaFirst(Overtaken):
        def commit(self, changes: Sequence[Change]) -> None:
            if self.first is None:
                self.first = next(iter(changes))
                approve(cafe, by="Olga Finch")
            self._store.commit(changes)

    verb = replace(cafe.rota.publishing.approve, store=OlgaFirst(cafe.ports.store))
    with pytest.raises(Conflict, match=r"draft 1 of .* was approved by Olga Finch already"):
        verb(MONDAY, by=MARIA)
    assert (cafe.head().edition, cafe.head().published_by) == (1, "Olga Finch")


def test_approval_goes_on_when_something_else_of_the_week_changed(cafe: Team) -> None:
    stamped = Put(replace(cafe.head(), template_at=cafe.app.clock.now()))
    verb = replace(cafe.rota.publishing.approve, store=Overtaken(cafe.ports.store, stamped))
    assert verb(MONDAY, by=MARIA).head.edition == 1
    assert cafe.head().template_at


SINCE: dict[str, tuple[Callable[[Team], None], str]] = {
    "somebody got time off": (
        lambda team: team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,wedding"),
        "Ana Diaz is off from 2026-11-17 to 2026-11-17, and tue-early falls into it",
    ),
    "somebody left": (
        lambda team: team.edit(STAFF_FILE, "Dev Patel,", "Dan Patel,"),
        "nobody is called Dev Patel",
    ),
    "a shift was moved": (
        lambda team: team.edit(WEEK_FILE, "tue-early,Tue,07:00", "tue-early,Tue,08:00"),
        "Tuesday 07:00-15:00 (tue-early) is Tuesday 08:00-15:00 in the sheet now",
    ),
    "a shift was added": (
        lambda team: team.add(WEEK_FILE, "sun,Sun,09:00,12:00,,,1,,,"),
        "Sunday 09:00-12:00 (sun) was added to the sheet since",
    ),
    "a shift was taken out": (
        lambda team: team.edit(WEEK_FILE, "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,,\n", ""),
        "Tuesday 07:00-15:00 (tue-early) does not stand in the sheet any more",
    ),
    "a shift needs more people": (
        lambda team: team.edit(WEEK_FILE, "15:00,barista,,1,Ana", "15:00,barista,,2,Ana"),
        "Monday 07:00-15:00 (mon-early) needs something else in the sheet now",
    ),
    "somebody else was named": (
        lambda team: team.edit(WEEK_FILE, "till,1,Ben Shaw,,\ntue", "till,1,Ana Diaz,,\ntue"),
        "Monday 15:00-22:00 (mon-late) names Ana Diaz in the sheet now",
    ),
    "a shift was held": (
        lambda team: team.edit(WEEK_FILE, "cook,,1,Dev Patel,,", "cook,,1,Dev Patel,,yes"),
        "Wednesday 10:00-18:00 (wed-kitchen) is on hold in the sheet now",
    ),
}


@pytest.mark.parametrize("since", list(SINCE))
def test_draft_is_not_published_silently_after(cafe: Team, since: str) -> None:
    act, expected = SINCE[since]
    act(cafe)
    with pytest.raises(ObjectionsError) as refused:
        approve(cafe)
    assert expected in [objection.words for objection in refused.value.objections]
    assert (cafe.head().published, cafe.head().is_waiting) == (0, True)


def test_what_speaks_against_a_draft_is_shown_without_approving(cafe: Team) -> None:
    cafe.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,wedding")
    opened = cafe.rota.drafts.show_week.open_draft(WEEK)
    [objection] = cafe.rota.publishing.approve.list_objections(cafe.head(), opened)
    assert (objection.rule, objection.name, objection.shift_id) == (
        "time off",
        "Ana Diaz",
        "tue-early",
    )
    assert cafe.head().published == 0


def test_rule_that_is_overruled_stays_in_the_trail_without_anybodys_reasons(cafe: Team) -> None:
    cafe.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,wedding")
    approved = approve(cafe, anyway=True)
    assert [objection.brief for objection in approved.overruled] == [
        "time off, Ana Diaz, tue-early"
    ]
    *_, entry = cafe.ports.audit_log.list_entries(cafe.head().subject)
    assert entry.after["overruled"] == ["time off, Ana Diaz, tue-early"]
    assert "wedding" not in str(entry)


def test_draft_stands_on_its_own_facts_while_a_sheet_cannot_be_read(cafe: Team) -> None:
    cafe.write(WEEK_FILE, "no such columns\n")
    assert approve(cafe).head.published == 1


def test_shifts_that_have_begun_speak_against_nothing(cafe: Team) -> None:
    cafe.go_to("2026-11-18T09:00")
    cafe.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,")
    assert approve(cafe).overruled == ()


def test_approval_that_crashed_is_whole_or_not_there() -> None:
    for step, team in crash_everywhere(approve, prepare=_prepare):
        again = open_team(team.ports)
        head = again.ports.store.find(RotaWeek, WEEK)
        assert head is not None, step
        if head.published:
            with pytest.raises(Conflict, match="was approved by Maria Lopez already"):
                approve(again)
        else:
            approve(again)
        assert (again.head().edition, again.announced().count(("rota.published", WEEK))) == (1, 1)


def _prepare(team: Team) -> None:
    team.write_week("mon-early,Mon,07:00,15:00,barista,,1,Ana Diaz,,")
    draft(team)
