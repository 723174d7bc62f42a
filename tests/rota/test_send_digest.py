"""Staff are reminded of the coming week once, and managers of its open shifts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.publishing import (
    MARIA,
    SHIFTS,
    approve,
    change,
    draft,
    memory_cafe,
    publish,
    sql_cafe,
)
from tests.rota.teams import MONDAY, STAFF_FILE, WEEK, WEEK_FILE, Team

from belfry.kernel.errors import Conflict
from belfry.messaging.messages import State
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.message_keys import OPEN_SHIFTS, REMINDER, UNPUBLISHED

SUNDAY = "2026-11-15T18:00"
REMINDERS = [
    ("ana@example.com", "Reminder: your shifts from 16 to 22 November"),
    ("ben@example.com", "Reminder: your shifts from 16 to 22 November"),
    ("dev@example.com", "Reminder: your shifts from 16 to 22 November"),
]
HELD = "sat-party,Sat,10:00,14:00,barista,,1,,,ask the customer first"
NOBODY_CAN = "thu-van,Thu,10:00,14:00,driver,,2,,,"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def cafe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    if request.param == "memory":
        yield memory_cafe()
        return
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with sql_cafe(url, tmp_path) as opened:
        yield opened


def digest(team: Team, at: str = SUNDAY) -> str:
    """The digest runs at that time, and what may leave then leaves."""
    team.go_to(at)
    team.email.sent.clear()
    report = team.run("digest")
    team.release()
    return report


def list_kinds(team: Team) -> list[tuple[str, str]]:
    kinds = (REMINDER, OPEN_SHIFTS, UNPUBLISHED)
    return sorted(
        (message.kind, message.person) for message in team.messages() if message.kind in kinds
    )


def test_everybody_who_has_shifts_is_reminded_of_them(cafe: Team) -> None:
    publish(cafe)
    assert digest(cafe) == "3 people reminded of the week of 2026-11-16"
    assert cafe.sent() == REMINDERS
    assert cafe.email.sent[0].text == (
        "Hello Ana Diaz,\n\n"
        "A reminder of your shifts from 16 to 22 November.\n\n"
        "- Monday 16 November 07:00-15:00 (barista, 8 h)\n"
        "- Tuesday 17 November 07:00-15:00 (barista, 8 h)\n\n"
        "In all: 2 shifts, 16 h.\n\n" + cafe.email.sent[0].text.split("\n\n")[-1]
    )


def test_digest_that_runs_twice_says_nothing_twice(cafe: Team) -> None:
    publish(cafe)
    digest(cafe)
    assert digest(cafe, "2026-11-15T18:05") == (
        "everybody was reminded of the week of 2026-11-16 before"
    )
    assert cafe.sent() == []


def test_reminder_tells_what_is_true_when_it_leaves(cafe: Team) -> None:
    publish(cafe)
    cafe.go_to(SUNDAY)
    cafe.run("digest")
    cafe.rota.publishing.edit(MONDAY, {"tue-early": ("Cara Woods",)}, by=MARIA)
    approve(cafe)
    cafe.email.sent.clear()
    cafe.deliver()
    [ana] = [
        outgoing
        for outgoing in cafe.email.sent
        if outgoing.to == "ana@example.com" and outgoing.subject.startswith("Reminder")
    ]
    assert "Tuesday" not in ana.text


def test_reminder_of_a_week_that_is_nobodys_any_more_is_dropped() -> None:
    team = memory_cafe()
    publish(team)
    team.go_to(SUNDAY)
    team.run("digest")
    team.rota.publishing.edit(MONDAY, {"wed-kitchen": ()}, by=MARIA)
    approve(team)
    team.deliver()
    [dev] = [
        message
        for message in team.messages()
        if message.kind == REMINDER and message.person == "Dev Patel"
    ]
    assert (dev.state, dev.why) == (
        State.DROPPED,
        "they have no shifts in that week any more",
    )


def test_whoever_is_about_to_hear_of_their_week_is_not_reminded_besides() -> None:
    team = memory_cafe()
    team.go_to("2026-11-15T07:00")
    publish(team)  # in quiet hours: all messages wait
    assert team.run("digest") == "0 people reminded of the week of 2026-11-16"
    assert list_kinds(team) == []


def test_managers_hear_of_open_and_held_shifts_with_reasons(cafe: Team) -> None:
    cafe.write_week(*SHIFTS, HELD, NOBODY_CAN)
    publish(cafe)
    report = digest(cafe)
    assert report == "3 people reminded of the week of 2026-11-16, 2 shifts to look at"
    emails = [outgoing for outgoing in cafe.email.sent if outgoing.subject.startswith("Still open")]
    assert [outgoing.to for outgoing in emails] == ["maria@example.com", "owner@example.com"]
    assert emails[0].subject == "Still open from 16 to 22 November: 2 shifts"
    lines = [line for line in emails[0].text.splitlines() if line.startswith("- ")]
    assert [line.partition(": ")[0] for line in lines] == [
        "- Thursday 19 November 10:00-14:00 (driver), short-staffed (2 missing)",
        "- Saturday 21 November 10:00-14:00 (barista), held for you to decide (1 missing)",
    ]


def test_manager_who_works_hears_of_both_their_shifts_and_the_open_ones() -> None:
    team = memory_cafe()
    team.add(STAFF_FILE, "Maria Lopez,barista,8,,,maria@example.com,40,")
    team.write_week("mon-early,Mon,07:00,15:00,barista,,1,Maria Lopez,,", NOBODY_CAN)
    publish(team)
    digest(team)
    assert [subject for to, subject in team.sent() if to == "maria@example.com"] == [
        "Reminder: your shifts from 16 to 22 November",
        "Still open from 16 to 22 November: 1 shift",
    ]


def test_list_of_open_shifts_is_dropped_once_all_are_filled() -> None:
    team = memory_cafe()
    team.write_week(*SHIFTS, HELD)
    publish(team)
    team.go_to(SUNDAY)
    team.run("digest")
    team.edit(WEEK_FILE, HELD, HELD.replace("ask the customer first", ""))
    team.rota.publishing.redraft(MONDAY, by=MARIA)
    approve(team)
    team.deliver()
    dropped = [message.why for message in team.messages() if message.kind == OPEN_SHIFTS]
    assert dropped == ["nothing is open in that week any more"] * 2


@pytest.mark.parametrize(
    ("prepare", "waiting"),
    [
        pytest.param(draft, "The draft is waiting for your approval.", id="a draft waits"),
        pytest.param(lambda team: None, "There is no draft yet.", id="nothing was drafted"),
    ],
)
def test_week_that_is_not_published_is_told_to_managers_alone(
    cafe: Team, prepare: object, waiting: str
) -> None:
    assert callable(prepare)
    prepare(cafe)
    assert digest(cafe) == "the week of 2026-11-16 is not published: 2 people told"
    assert [to for to, _ in cafe.sent()] == ["maria@example.com", "owner@example.com"]
    outgoing = cafe.email.sent[0]
    assert outgoing.subject == "Not published yet: 16 to 22 November"
    assert waiting in outgoing.text


def test_week_published_after_the_digest_can_be_told_by_running_it_again() -> None:
    team = memory_cafe()
    draft(team)
    digest(team)
    approve(team)
    team.deliver()
    assert digest(team, "2026-11-15T19:00") == "3 people reminded of the week of 2026-11-16"
    assert team.sent() == REMINDERS


def test_word_that_a_week_is_not_published_is_dropped_once_it_is() -> None:
    team = memory_cafe()
    draft(team)
    team.go_to(SUNDAY)
    team.run("digest")
    approve(team)
    team.deliver()
    dropped = [message.why for message in team.messages() if message.kind == UNPUBLISHED]
    assert dropped == ["the week is published now"] * 2


def test_team_without_a_rota_hears_nothing() -> None:
    team = memory_cafe()
    team.remove(STAFF_FILE)
    assert digest(team) == "nothing to tell: there is no rota/staff.csv"
    assert team.messages() == []


def test_team_that_closes_for_a_week_hears_nothing_unless_it_usually_works() -> None:
    team = memory_cafe()
    team.remove(WEEK_FILE)
    assert digest(team) == "nothing to tell: the week of 2026-11-16 has no shifts"
    team.put(RotaWeek(id="2026-11-09", draft=1, published=1, edition=1))
    assert digest(team, "2026-11-15T18:01") == (
        "the week of 2026-11-16 is not published: 2 people told"
    )


@pytest.mark.parametrize(
    ("at", "week"),
    [
        pytest.param("2026-11-15T18:00", "2026-11-16", id="on Sunday evening it is the next"),
        pytest.param("2026-11-16T00:00", "2026-11-16", id="six hours late it is the same"),
        pytest.param("2026-11-17T09:00", "2026-11-23", id="on Tuesday it is the next"),
    ],
)
def test_digest_is_of_the_week_that_begins(at: str, week: str) -> None:
    team = memory_cafe()
    team.write(f"rota/week-{week}.csv", team.read(WEEK_FILE))
    assert digest(team, at) == f"the week of {week} is not published: 2 people told"


def test_digest_crashed_anywhere_and_run_again_reminds_everybody_once() -> None:
    def prepare(team: Team) -> None:
        team.write_week(*SHIFTS, HELD)
        publish(team)
        team.go_to(SUNDAY)

    def act(team: Team) -> None:
        team.run("digest")

    expected = [
        (OPEN_SHIFTS, "Maria Lopez"),
        (OPEN_SHIFTS, "Olga Finch"),
        *((REMINDER, person) for person in ("Ana Diaz", "Ben Shaw", "Dev Patel")),
    ]
    crashed = 0
    for step, team in crash_everywhere(act, prepare):
        team.run("digest")
        assert list_kinds(team) == expected, step
        assert team.head().digest_at is not None, step
        crashed += 1
    assert crashed >= len(expected)


def test_digest_is_in_the_trail_of_its_week(cafe: Team) -> None:
    publish(cafe)
    digest(cafe)
    actions = [entry.action for entry in cafe.ports.audit_log.list_entries(f"rota/{WEEK}")]
    assert actions.count("reminded") == 1


def test_change_after_the_digest_is_told_as_a_change_and_not_as_a_reminder() -> None:
    team = memory_cafe()
    publish(team)
    digest(team)
    team.email.sent.clear()
    change(team, tue_early=("Cara Woods",))
    assert [subject for _, subject in team.sent()] == [
        "Changed: your shifts from 16 to 22 November",
        "Your shifts from 16 to 22 November: 1, 8 h",
    ]


def test_digest_follows_a_head_that_changes_meanwhile() -> None:
    team = memory_cafe()
    publish(team)
    team.put(replace(team.head(), template_at=team.app.clock.now()))
    digest(team)
    assert team.head().digest_at is not None


WEEKS = ("2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16")


def keep_weeks(team: Team) -> None:
    team.put(*(RotaWeek(id=week, draft=1, published=1, edition=1) for week in WEEKS))


def list_archived(team: Team) -> list[str]:
    return [week for week in WEEKS if team.head(week).archived_at]


def test_weeks_are_put_away_once_their_sunday_is_over(team: Team) -> None:
    keep_weeks(team)
    team.go_to("2026-11-15T23:59")
    assert team.rota.reports.archive() == 2
    assert list_archived(team) == ["2026-10-26", "2026-11-02"]
    team.go_to("2026-11-16T00:00")
    assert team.rota.reports.archive() == 1
    assert list_archived(team) == ["2026-10-26", "2026-11-02", "2026-11-09"]


def test_putting_away_twice_changes_nothing(team: Team) -> None:
    keep_weeks(team)
    team.rota.reports.archive()
    first = [team.head(week) for week in WEEKS]
    team.go(days=1)
    assert team.rota.reports.archive() == 0
    assert [team.head(week) for week in WEEKS] == first


def test_digest_puts_weeks_away(team: Team) -> None:
    keep_weeks(team)
    team.go_to("2026-11-15T18:00")
    assert team.run("digest") == "0 people reminded of the week of 2026-11-16; 2 weeks archived"


def test_putting_away_crashed_anywhere_goes_on_with_the_rest() -> None:
    crashed = [
        (step, team.rota.reports.archive(), list_archived(team))
        for step, team in crash_everywhere(lambda team: team.rota.reports.archive(), keep_weeks)
    ]
    assert [archived for _, _, archived in crashed] == [["2026-10-26", "2026-11-02"]] * len(crashed)
    assert {again for _, again, _ in crashed} == {0, 1, 2}


def test_week_that_was_put_away_is_neither_edited_nor_told() -> None:
    team = memory_cafe()
    publish(team)
    team.go_to("2026-11-23T09:00")
    team.rota.reports.archive()
    with pytest.raises(Conflict):
        team.rota.publishing.edit(MONDAY, {"mon-early": ()}, by=MARIA)


def test_hours_of_a_week_that_was_put_away_still_count() -> None:
    team = memory_cafe()
    publish(team)
    before = team.rota.reports.find_fairness(MONDAY)
    team.go_to("2026-11-23T09:00")
    team.rota.reports.archive()
    assert team.rota.reports.find_fairness(MONDAY) == before
    assert [person.placed for person in before.people] == [960, 840, 0, 480]
