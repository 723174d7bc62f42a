"""Whether a week is drafted from the sheets, and what becomes of it when they ask too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.teams import (
    MONDAY,
    STAFF_FILE,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK,
    WEEK_FILE,
    Team,
    london,
    memory_team,
)
from tests.samples import NOON

from belfry.accounts.users import Role
from belfry.kernel.errors import Conflict
from belfry.rota.drafting.search import Drafted, draft_rota
from belfry.rota.drafts.draft_week import BrokenDraftError, DraftedWeek, JudgeDraft
from belfry.rota.drafts.drafted_weeks import Making, RotaWeek
from belfry.rota.drafts.open_draft import read_rota
from belfry.rota.drafts.proofs import Proof, Verdict
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import HOUR, Rota, Week


def draft(team: Team, *, dry_run: bool = False, monday: date = MONDAY) -> DraftedWeek:
    return team.rota.drafts.draft_week(monday, by="maria", dry_run=dry_run)


def show(drafted: DraftedWeek) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What became of each shift, and who has it."""
    return {line.shift_id: (line.outcome.value, line.people) for line in drafted.lines}


def count_placed(drafted: DraftedWeek) -> dict[str, int]:
    return {person.name: person.placed for person in drafted.people}


def test_week_is_drafted_within_the_rules(team: Team) -> None:
    drafted = draft(team)
    assert check_rota(drafted.facts, read_rota(drafted.lines)) == ()
    assert [line.outcome for line in drafted.lines if len(line.people) < line.headcount] == []
    assert str(drafted) == "draft 1 of the week of 2026-11-16: 13 of 13 seats filled, 0 flagged"
    assert drafted.proof == "Every open seat is filled."


def test_drafted_week_is_kept(team: Team) -> None:
    drafted = draft(team)
    assert drafted.draft == replace(team.drafts()[0], revision=0)
    assert list(team.lines().values()) == [replace(line, revision=1) for line in drafted.lines]
    assert (drafted.draft.making, drafted.draft.made_by) == (Making.DRAFTED, "maria")


def test_people_are_told_with_hours_target_and_cap(team: Team) -> None:
    people = {
        person.name: (person.placed, person.target, person.cap) for person in draft(team).people
    }
    assert people["Cara Woods"][1:] == (24 * HOUR, 32 * HOUR)
    assert sum(placed for placed, *_ in people.values()) == 13 * 8 * HOUR


def test_dry_run_keeps_nothing(team: Team) -> None:
    files = dict(team.folder.files)
    drafted = draft(team, dry_run=True)
    assert (drafted.draft, len(drafted.lines)) == (None, 12)
    assert (team.find_head(), team.drafts(), team.announced()) == (None, [], [])
    assert team.folder.files == files


def test_dry_run_shows_what_would_be_kept(team: Team) -> None:
    shown = draft(team, dry_run=True)
    saved = draft(team)
    assert show(shown) == show(saved)
    assert (shown.proof, shown.first) == (saved.proof, saved.first)


def test_same_facts_are_drafted_once(team: Team) -> None:
    first = draft(team)
    again = draft(team)
    assert (again.is_new, show(again)) == (False, show(first))
    assert [saved.number for saved in team.drafts()] == [1]
    assert str(again).endswith("flagged, as before")


def test_changed_sheet_makes_a_new_draft(team: Team) -> None:
    draft(team)
    team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-16,2026-11-16,approved,")
    assert draft(team).is_new
    assert team.head().draft == 2


def test_draft_that_somebody_edited_is_drafted_anew_when_asked(team: Team) -> None:
    draft(team)
    [made] = team.drafts()
    team.put(replace(made, making=Making.EDITED))
    assert draft(team).is_new


def test_archived_week_is_not_drafted_again(team: Team) -> None:
    team.put(RotaWeek(id=WEEK, archived_at=NOON))
    with pytest.raises(Conflict, match="the week of 2026-11-16 is over and archived"):
        draft(team)


def test_published_week_is_changed_as_little_as_can_be(team: Team) -> None:
    team.write_staff("Ana Diaz,,8,,,,,", "Ben Shaw,,8,,,,,", "Cara Woods,,8,,,,,")
    team.write_week("mon,Mon,12:00,20:00,,,1,,,", "fri,Fri,12:00,20:00,,,1,,,")
    draft(team)
    known = team.grid()
    team.put(replace(team.head(), published=1, edition=1, is_waiting=False))
    [name] = known["mon"]
    team.add(TIME_OFF_FILE, f"{name},2026-11-16,2026-11-16,approved,")
    again = draft(team)
    assert again.draft is not None
    assert (again.draft.making, again.draft.parent) == (Making.REDRAFTED, 1)
    assert again.facts.kept == known
    changed = {shift for shift, people in team.grid().items() if people != known[shift]}
    assert changed == {"mon"}
    assert (team.head().published, team.head().is_waiting) == (1, True)


def test_search_that_breaks_a_rule_is_a_fault_and_nothing_is_kept(team: Team) -> None:
    def cheat(week: Week) -> Drafted:
        everything = {shift.id: ("Ana Diaz",) for shift in week.shifts}
        return Drafted(everything, everything)

    verb = replace(team.rota.drafts.draft_week, judge=JudgeDraft(cheat))
    with pytest.raises(BrokenDraftError, match="the draft of the week of 2026-11-16 is not legal"):
        verb(MONDAY)
    assert (team.find_head(), team.drafts(), team.announced()) == (None, [], [])


@pytest.mark.parametrize(
    ("starts", "outcome"),
    [("08:30", ("short-staffed", ())), ("09:00", ("filled", ("Ana Diaz",)))],
    ids=["half an hour too early", "after eleven hours"],
)
def test_rest_is_counted_across_the_week_s_boundary(
    team: Team, starts: str, outcome: tuple[str, tuple[str, ...]]
) -> None:
    team.write_staff("Ana Diaz,barista,40,,,,,")
    team.write_week("sun,Sun,14:00,22:00,barista,,1,Ana,,", name="rota/week-2026-11-09.csv")
    team.write_week(f"mon,Mon,{starts},16:00,barista,,1,,,")
    assert show(draft(team))["mon"] == outcome


class Knows:
    """A prover that gives the answer it was told."""

    def __init__(self, fuller: Rota | None = None) -> None:
        self.fuller = fuller
        self.asked = 0

    def prove(self, week: Week, rota: Rota) -> Proof:
        self.asked += 1
        verdict = Verdict.FULLER if self.fuller else Verdict.PROVED
        more = 1 if self.fuller else 0
        return Proof(verdict=verdict, seats=2, filled=1, bound=2, fuller=self.fuller, more=more)


def leave_one_open(week: Week) -> Drafted:
    """A search that is content with less."""
    drafted = draft_rota(week)
    rota = {shift: people for shift, people in drafted.rota.items() if shift != "mon-late"}
    return Drafted(rota, rota)


def with_prover(team: Team, prover: Knows) -> Callable[[date], DraftedWeek]:
    return replace(team.rota.drafts.draft_week, judge=JudgeDraft(leave_one_open, prover))


def test_prover_is_asked_about_what_is_open(team: Team) -> None:
    prover = Knows()
    assert with_prover(team, prover)(MONDAY).proof.startswith("Proved: no rota within the rules")
    assert prover.asked == 1


def test_prover_is_not_asked_about_a_full_week(team: Team) -> None:
    prover = Knows()
    replace(team.rota.drafts.draft_week, judge=JudgeDraft(draft_rota, prover))(MONDAY)
    assert prover.asked == 0


def test_fuller_rota_is_kept_with_the_draft(team: Team) -> None:
    fuller = draft_rota(team.rota.drafts.gather(MONDAY).week).rota
    with_prover(team, Knows(fuller))(MONDAY)
    [saved] = team.drafts()
    assert (saved.proof["verdict"], saved.proof["more"]) == ("fuller", 1)
    assert saved.proof["fuller"] == {shift: list(names) for shift, names in fuller.items() if names}


def test_fuller_rota_that_breaks_a_rule_is_not_offered(team: Team) -> None:
    week = team.rota.drafts.gather(MONDAY).week
    cheat = {shift.id: ("Ana Diaz",) for shift in week.shifts}
    with_prover(team, Knows(cheat))(MONDAY)
    [saved] = team.drafts()
    assert (saved.proof["verdict"], "fuller" in saved.proof) == ("not proven", False)


def test_draft_that_was_cut_short_anywhere_is_made_the_next_time() -> None:
    for step, team in crash_everywhere(draft):
        drafted = draft(team)
        assert drafted.draft is not None
        assert (team.head().draft, team.head().is_waiting) == (drafted.draft.number, True), step
        assert team.grid() == {line.shift_id: line.people for line in drafted.lines}, step
        assert team.announced() == [("ss.draft_ready", WEEK)], step


def publish(team: Team) -> None:
    """Drafted, approved, told, and written into the sheet."""
    draft(team)
    team.rota.publishing.approve(MONDAY, by="Maria Lopez")
    team.deliver()


def test_names_that_were_published_are_no_wishes_of_the_next_draft(team: Team) -> None:
    team.write_week("mon,Mon,12:00,20:00,barista,,1,,,", "tue,Tue,12:00,20:00,,,1,Dev Patel,,")
    publish(team)
    again = draft(team)
    wishes = {shift.id: shift.wishes for shift in again.facts.shifts}
    assert wishes == {"mon": (), "tue": ("Dev Patel",)}
    assert show(again) == show(draft(team))


@pytest.mark.parametrize("dry_run", [pytest.param(False, id="kept"), pytest.param(True, id="dry")])
def test_shift_that_has_begun_is_not_drafted_again(team: Team, *, dry_run: bool) -> None:
    team.write_week("mon,Mon,12:00,20:00,barista,,1,,,", "tue,Tue,12:00,20:00,barista,,1,,,")
    publish(team)
    known = team.grid()
    team.go_to("2026-11-16 13:00")
    for shift, day in (("mon", 16), ("tue", 17)):
        [name] = known[shift]
        team.add(TIME_OFF_FILE, f"{name},2026-11-{day},2026-11-{day},approved,")
    again = {shift: people for shift, (_, people) in show(draft(team, dry_run=dry_run)).items()}
    assert again["mon"] == known["mon"]
    assert again["tue"] != known["tue"]


MADE = "draft 1 of the week of 2026-11-16: 13 of 13 seats filled, 0 flagged"


def test_clock_drafts_next_week(team: Team) -> None:
    assert team.run("draft") == MADE
    [draft] = team.drafts()
    assert (draft.made_by, draft.making) == ("belfry", Making.DRAFTED)


def test_run_that_is_made_again_drafts_nothing_more(team: Team) -> None:
    team.run("draft")
    assert team.run("draft") == f"{MADE}, as before"
    assert team.announced() == [("ss.draft_ready", "2026-11-16")]


def test_sheets_that_changed_since_are_drafted_anew(team: Team) -> None:
    team.run("draft")
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    team.run("draft")
    assert team.head().draft == 2


@pytest.mark.parametrize("name", [STAFF_FILE, WEEK_FILE])
def test_nothing_is_drafted_without_a_sheet(team: Team, name: str) -> None:
    team.remove(TEMPLATE_FILE)
    team.remove(name)
    assert team.run("draft") == f"nothing to draft: there is no {name}"
    assert team.find_head() is None


def test_draft_that_is_quicker_than_the_pattern_copies_it_first(team: Team) -> None:
    """After an absence both are due at once."""
    team.remove(WEEK_FILE)
    assert team.run("draft") == MADE
    assert team.head().template_at is not None
    assert "is there already" in team.run("template-sync")


def test_sheet_that_was_made_and_taken_away_stays_away(team: Team) -> None:
    team.remove(WEEK_FILE)
    team.run("template-sync")
    team.remove(WEEK_FILE)
    assert team.run("draft") == f"nothing to draft: there is no {WEEK_FILE}"


def test_published_week_is_left_to_people(team: Team) -> None:
    team.run("draft")
    team.put(replace(team.head(), published=1, edition=1, is_waiting=False))
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    expected = "the week of 2026-11-16 is published: only a person drafts it again"
    assert team.run("draft") == expected
    assert team.head().draft == 1


def test_draft_of_somebody_s_own_is_left_to_them(team: Team) -> None:
    team.run("draft")
    [made] = team.drafts()
    team.put(replace(made, making=Making.EDITED, made_by="Maria Lopez"))
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    left = "draft 1 of the week of 2026-11-16 was made by Maria Lopez"
    assert team.run("draft") == left
    users = team.app.services.accounts.users
    maria = users.add(name="Maria Lopez", email=None, role=Role.MANAGER, by="Olga Finch")
    [made] = team.drafts()
    team.put(replace(made, made_by=maria.subject))
    assert team.run("draft") == left
    assert team.head().draft == 1


@pytest.mark.parametrize(
    ("now", "monday"),
    [
        ("2026-11-12 14:00", MONDAY),
        ("2026-11-15 23:59", MONDAY),
        ("2026-11-16 00:00", date(2026, 11, 23)),
    ],
    ids=["on Thursday", "in the last minute of Sunday", "from Monday on"],
)
def test_next_week_begins_with_the_coming_monday(now: str, monday: date) -> None:
    team = memory_team(london(now))
    team.remove(TEMPLATE_FILE)
    team.remove(WEEK_FILE)
    assert team.run("draft") == f"nothing to draft: there is no rota/week-{monday}.csv"
