"""Whether a published week reaches each person once, whatever happens in between."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.fakes.crash_points import Crashed
from tests.rota.publishing import (
    MARIA,
    Invited,
    Post,
    approve,
    change,
    draft,
    hours,
    memory_cafe,
    move,
    publish,
    read_entry,
    read_post,
    sql_cafe,
)
from tests.rota.teams import MONDAY, PEOPLE_FILE, STAFF_FILE, WEEK, WEEK_FILE, Team, open_team

from belfry.kernel.changes import Event
from belfry.kernel.errors import InputError, Temporary, Unknown
from belfry.messaging.messages import State
from belfry.messaging.ports import OutgoingMessage
from belfry.ports.store import OutboxRow
from belfry.rota.drafts.drafted_weeks import snapshot_name
from belfry.rota.entries import PUBLISHED, ROTA

ANA, BEN, DEV = "ana@example.com", "ben@example.com", "dev@example.com"
OURS = "Your shifts from 16 to 22 November"
FIRST = [
    Post(
        ANA,
        f"{OURS}: 2, 16 h",
        [Invited("REQUEST", "Mon 07:00-15:00", 0), Invited("REQUEST", "Tue 07:00-15:00", 0)],
    ),
    Post(
        BEN,
        f"{OURS}: 2, 14 h",
        [Invited("REQUEST", "Mon 15:00-22:00", 0), Invited("REQUEST", "Fri 15:00-22:00", 0)],
    ),
    Post(DEV, f"{OURS}: 1, 8 h", [Invited("REQUEST", "Wed 10:00-18:00", 0)]),
]
CHANGED = "Changed: your shifts from 16 to 22 November"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def cafe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    if request.param == "memory":
        yield memory_cafe()
        return
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with sql_cafe(url, tmp_path) as opened:
        yield opened


def hear(team: Team, op: str, edition: int, number: int) -> None:
    payload = {"edition": edition, "draft": number}
    now = team.app.clock.now()
    event = Event(ROTA, WEEK, op, payload, now)
    row = OutboxRow(1, ROTA, WEEK, event.op, event.payload, now, 0, None)
    team.rota.publishing.notify(row)


def test_each_person_is_told_their_own_shifts_with_invitations(cafe: Team) -> None:
    publish(cafe)
    assert read_post(cafe) == FIRST


def test_nobody_sees_what_others_have(cafe: Team) -> None:
    publish(cafe)
    [ana, *_] = cafe.email.sent
    message_text = "\n".join(
        [ana.text, *(attachment.content.decode() for attachment in ana.attachments)]
    )
    assert [name for name in ("Ben", "Dev", "Cara") if name in message_text] == []


def test_whoever_has_nothing_in_the_first_edition_hears_nothing(cafe: Team) -> None:
    publish(cafe)
    assert "Cara Woods" not in [message.person for message in cafe.messages()]
    assert (hours(cafe, "Cara Woods").placed, hours(cafe, "Cara Woods").target) == (0, 24 * 60)


def test_everybody_s_hours_are_kept(cafe: Team) -> None:
    publish(cafe)
    hours_by_person = {
        worked.person: (
            worked.placed,
            worked.target,
            worked.cap,
            worked.edition,
        )
        for worked in cafe.ports.rotas.list_hours(WEEK)
    }
    assert hours_by_person == {
        "Ana Diaz": (960, 1920, 2400, 1),
        "Ben Shaw": (840, 1920, 2400, 1),
        "Cara Woods": (0, 1440, 1920, 1),
        "Dev Patel": (480, 1440, 2400, 1),
    }


def test_week_is_kept_whole_as_it_was_published(cafe: Team) -> None:
    publish(cafe)
    data = json.loads(cafe.ports.blobs.get(snapshot_name(WEEK, 1)))
    assert (data["week"], data["edition"], data["draft"], data["published_by"]) == (
        WEEK,
        1,
        1,
        MARIA,
    )
    assert {shift["shift_id"]: shift["assigned"] for shift in data["shifts"]} == {
        "mon-early": "Ana Diaz",
        "mon-late": "Ben Shaw",
        "tue-early": "Ana Diaz",
        "wed-kitchen": "Dev Patel",
        "fri-late": "Ben Shaw",
    }


def test_hearing_of_it_twice_changes_nothing(cafe: Team) -> None:
    publish(cafe)
    rows = cafe.ports.rotas.list_hours(WEEK)
    hear(cafe, PUBLISHED, 1, 1)
    cafe.release()
    assert (read_post(cafe), cafe.ports.rotas.list_hours(WEEK)) == (FIRST, rows)


def test_only_those_are_told_of_a_change_whom_it_touches(cafe: Team) -> None:
    publish(cafe)
    change(cafe, tue_early=("Cara Woods",))
    assert read_post(cafe)[len(FIRST) :] == [
        Post(
            ANA,
            CHANGED,
            [Invited("CANCEL", "Tue 07:00-15:00", 1), Invited("REQUEST", "Mon 07:00-15:00", 0)],
        ),
        Post(
            "cara@example.com",
            f"{OURS}: 1, 8 h",
            [Invited("REQUEST", "Tue 07:00-15:00", 0)],
        ),
    ]


def test_change_is_told_against_what_they_knew(cafe: Team) -> None:
    publish(cafe)
    change(cafe, tue_early=("Cara Woods",))
    text = cafe.email.sent[len(FIRST)].text
    assert "No longer yours: Tuesday 17 November 07:00-15:00 (barista)" in text


def test_moved_shift_is_told_with_a_higher_number_under_the_same_name(cafe: Team) -> None:
    publish(cafe)
    move(cafe, "tue-early", "Tue,07:00,15:00", "Tue,08:00,16:00")
    assert read_post(cafe)[len(FIRST) :] == [
        Post(
            ANA,
            CHANGED,
            [Invited("REQUEST", "Mon 07:00-15:00", 0), Invited("REQUEST", "Tue 08:00-16:00", 1)],
        )
    ]
    first, second = (read_entry(outgoing.attachments[1])[1] for outgoing in _emails_to(cafe, ANA))
    assert (first.uid, first.sequence < second.sequence) == (second.uid, True)


def test_whoever_loses_everything_is_told_an_empty_week(cafe: Team) -> None:
    publish(cafe)
    change(cafe, wed_kitchen=())
    [outgoing] = cafe.email.sent[len(FIRST) :]
    assert (outgoing.to, outgoing.subject) == (DEV, CHANGED)
    assert "You have no shifts any more from 16 to 22 November." in outgoing.text
    assert read_post(cafe)[-1].invites == [Invited("CANCEL", "Wed 10:00-18:00", 1)]


def test_somebody_who_left_the_staff_hears_what_they_lost(cafe: Team) -> None:
    publish(cafe)
    cafe.edit(STAFF_FILE, "Dev Patel,cook,24,opening,,dev@example.com,,\n", "")
    cafe.rota.publishing.redraft(MONDAY, by=MARIA)
    approve(cafe)
    cafe.deliver()
    assert [(outgoing.to, outgoing.subject) for outgoing in read_post(cafe)[len(FIRST) :]] == [
        (DEV, CHANGED)
    ]


def test_held_message_is_replaced_and_nothing_of_it_is_lost() -> None:
    team = memory_cafe()
    publish(team)
    team.go_to("2026-11-12T22:00")
    move(team, "tue-early", "Tue,07:00,15:00", "Tue,08:00,16:00")
    change(team, fri_late=("Ana Diaz",))
    assert len(team.email.sent) == len(FIRST)
    team.go_to("2026-11-13T08:00")
    team.deliver()
    ana = read_post(team)[len(FIRST)]
    assert ana == Post(
        ANA,
        CHANGED,
        [
            Invited("REQUEST", "Mon 07:00-15:00", 0),
            Invited("REQUEST", "Tue 08:00-16:00", 1),
            Invited("REQUEST", "Fri 15:00-22:00", 0),
        ],
    )
    text = team.email.sent[len(FIRST)].text
    assert "New: Friday 20 November 15:00-22:00 (barista)" in text
    assert "Moved: Tuesday 17 November 07:00-15:00 (barista) is now" in text
    assert _count_emails(team)[ANA] == 2


def test_what_changed_and_changed_back_in_the_night_is_not_told() -> None:
    team = memory_cafe()
    publish(team)
    team.go_to("2026-11-12T22:00")
    change(team, fri_late=("Ana Diaz",))
    change(team, fri_late=("Ben Shaw",))
    team.go_to("2026-11-13T08:00")
    team.deliver()
    assert read_post(team) == FIRST
    assert [entry for entry in team.said() if "different" in entry[2]] == [
        ("Ana Diaz", "dropped", "nothing is different from what they were told last"),
        ("Ben Shaw", "dropped", "nothing is different from what they were told last"),
    ]


def test_whoever_was_never_told_of_a_shift_is_not_told_that_it_is_gone() -> None:
    team = memory_cafe()
    team.go_to("2026-11-12T22:00")
    publish(team)
    change(team, wed_kitchen=())
    team.go_to("2026-11-13T08:00")
    team.deliver()
    assert DEV not in [outgoing.to for outgoing in team.email.sent]


def test_calendar_is_put_right_after_a_message_that_may_not_have_arrived() -> None:
    team = memory_cafe()
    publish(team)
    team.email.answer_with(Unknown("the line broke"))
    change(team, tue_early=("Cara Woods",))
    change(team, mon_early=("Cara Woods",))
    *_, last = [outgoing for outgoing in read_post(team) if outgoing.to == ANA]
    assert last.invites == [
        Invited("CANCEL", "Mon 07:00-15:00", 1),
        Invited("CANCEL", "Tue 07:00-15:00", 1),
    ]


def test_message_that_bounced_was_not_heard() -> None:
    team = memory_cafe()
    publish(team)
    [first] = [message for message in team.messages() if message.person == "Ana Diaz"]
    team.put(replace(first, state=State.BOUNCED))
    change(team, tue_early=("Cara Woods",))
    *_, last = [outgoing for outgoing in read_post(team) if outgoing.to == ANA]
    assert last == Post(ANA, f"{OURS}: 1, 8 h", [Invited("REQUEST", "Mon 07:00-15:00", 0)])


def test_shift_that_comes_back_has_a_higher_number_than_its_end(cafe: Team) -> None:
    publish(cafe)
    change(cafe, fri_late=("Ana Diaz",))
    change(cafe, fri_late=("Ben Shaw",))
    *_, last = [outgoing for outgoing in read_post(cafe) if outgoing.to == BEN]
    assert last.invites == [
        Invited("REQUEST", "Mon 15:00-22:00", 0),
        Invited("REQUEST", "Fri 15:00-22:00", 2),
    ]


def test_older_edition_that_is_heard_late_tells_nothing(cafe: Team) -> None:
    draft(cafe)
    approve(cafe)
    cafe.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA)
    approve(cafe)
    hear(cafe, PUBLISHED, 2, 2)
    hear(cafe, PUBLISHED, 1, 1)
    assert "tue-early,Tue,07:00,15:00,barista,,1,Cara Woods,," in cafe.read(WEEK_FILE)
    cafe.deliver()
    assert _count_emails(cafe) == {ANA: 1, BEN: 1, DEV: 1, "cara@example.com": 1}
    assert json.loads(cafe.ports.blobs.get(snapshot_name(WEEK, 1)))["edition"] == 1
    assert hours(cafe, "Ana Diaz").notified_shifts.keys() == {"mon-early"}


def test_nobody_without_an_address_keeps_the_others_waiting(cafe: Team) -> None:
    cafe.edit(STAFF_FILE, "dev@example.com", "")
    cafe.edit(PEOPLE_FILE, "dev@example.com", "")
    publish(cafe)
    why = "there is no address for Dev Patel in people.csv or the staff sheet that could be used"
    assert ("Dev Patel", "failed", why) in cafe.said()
    assert _count_emails(cafe) == {ANA: 1, BEN: 1}


def test_unknown_news_is_refused(cafe: Team) -> None:
    draft(cafe)
    with pytest.raises(InputError, match=r"unknown event 'rota\.sung' of a week"):
        hear(cafe, "rota.sung", 1, 1)


def test_busy_sheet_is_written_later_and_nobody_hears_twice() -> None:
    team = memory_cafe()
    draft(team)
    approve(team)
    team.folder.busy.add(WEEK_FILE)
    with pytest.raises(Temporary):
        hear(team, PUBLISHED, 1, 1)
    team.folder.busy.clear()
    team.deliver()
    assert read_post(team) == FIRST
    assert "mon-late,Mon,15:00,22:00,barista,till,1,Ben Shaw,," in team.read(WEEK_FILE)


def list_steps(team: Team) -> list[tuple[str, int]]:
    """Every step from the yes to the last email, and for which time it is reached."""
    draft(team)
    before = len(team.app.crash_points.seen)
    _publish(team)
    reached = team.app.crash_points.seen[before:]
    return [(step, reached[: place + 1].count(step)) for place, step in enumerate(reached)]


def test_everybody_gets_one_week_wherever_the_app_dies() -> None:
    steps = list_steps(memory_cafe())
    assert {"rota.approved", "rota.snapshot_kept", "rota.some_told", "rota.mirrored"} <= {
        step for step, _ in steps
    }
    for step, nth in steps:
        _check_whole(crash(memory_cafe(), step, nth), step)


def test_everybody_gets_one_week_wherever_the_app_on_a_database_dies(tmp_path: Path) -> None:
    with sql_cafe(None, tmp_path / "whole") as team:
        steps = list_steps(team)
    for number, (step, nth) in enumerate(steps[::4]):
        with sql_cafe(None, tmp_path / str(number)) as team:
            _check_whole(crash(team, step, nth), step)


def crash(team: Team, step: str, nth: int) -> Team:
    """The app dies at that step and is opened again, some time later."""
    draft(team)
    team.app.crash_points.crash_at(step, nth)
    with pytest.raises(Crashed):
        _publish(team)
    again = open_team(team.ports, mail={"from": "rota@example.com"})
    again.go(minutes=30)
    if again.head().is_waiting:
        approve(again)
    again.deliver()
    again.go(minutes=30)
    again.deliver()
    return again


def _publish(team: Team) -> None:
    approve(team)
    team.deliver()


def _check_whole(team: Team, step: str) -> None:
    """One week for each: an email that was on its way at that moment may be in doubt, never two."""
    weeks = [message for message in team.messages() if message.kind == "week"]
    assert sorted(message.person for message in weeks) == ["Ana Diaz", "Ben Shaw", "Dev Patel"], (
        step
    )
    assert {message.state.value for message in weeks} <= {"sent", "uncertain"}
    sent = _count_emails(team)
    assert set(sent.values()) <= {1}, step
    doubtful = {week.sent_to for week in weeks if week.state.value == "uncertain"}
    assert {ANA, BEN, DEV} - set(sent) <= doubtful, step
    assert team.ports.blobs.get(snapshot_name(WEEK, 1))
    assert "wed-kitchen,Wed,10:00,18:00,cook,,1,Dev Patel,," in team.read(WEEK_FILE)
    assert len(team.ports.rotas.list_hours(WEEK)) == 4


def _count_emails(team: Team) -> Counter[str]:
    return Counter(outgoing.to for outgoing in team.email.sent if "shifts" in outgoing.subject)


def _emails_to(team: Team, address: str) -> list[OutgoingMessage]:
    return [outgoing for outgoing in team.email.sent if outgoing.to == address]


def test_draft_is_told_to_everybody_who_decides(cafe: Team) -> None:
    draft(cafe)
    cafe.deliver()
    assert cafe.sent() == [
        ("maria@example.com", "Draft for 16 to 22 November: 5 of 5 filled"),
        ("owner@example.com", "Draft for 16 to 22 November: 5 of 5 filled"),
    ]


def test_draft_is_not_told_to_whoever_made_it(cafe: Team) -> None:
    draft(cafe)
    cafe.deliver()
    cafe.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA)
    cafe.deliver()
    *_, last = cafe.email.sent
    assert (last.to, len(cafe.email.sent)) == ("owner@example.com", 3)
    assert "Ana Diaz loses Tuesday 07:00-15:00" in last.text


def test_draft_that_was_answered_meanwhile_is_not_told(cafe: Team) -> None:
    draft(cafe)
    cafe.relay()
    approve(cafe)
    cafe.release()
    assert [(message.state.value, message.why) for message in cafe.messages()] == [
        ("dropped", "Maria Lopez has answered it"),
        ("dropped", "Maria Lopez has answered it"),
    ]


def test_deputy_is_told_of_a_draft_while_the_manager_is_away(cafe: Team) -> None:
    cafe.edit(PEOPLE_FILE, ",manager,,Olga Finch,,", ",manager,,Olga Finch,2026-11-01,2026-11-30")
    draft(cafe)
    cafe.deliver()
    assert [to for to, _ in cafe.sent()] == ["owner@example.com"]


def test_large_team_is_told_in_several_goes() -> None:
    team = memory_cafe()
    names = [f"Person {n:02}" for n in range(60)]
    team.write_staff(*(f"{name},barista,8,,,p{n}@example.com,," for n, name in enumerate(names)))
    team.write_week(
        *(f"s{n:02},Mon,07:00,15:00,barista,,1,{name},," for n, name in enumerate(names))
    )
    publish(team)
    assert len(team.email.sent) == 60
    assert team.app.crash_points.seen.count("rota.some_told") == 3


def test_person_told_by_the_hour_of_another_zone() -> None:
    team = memory_cafe()
    team.edit(PEOPLE_FILE, "ana@example.com,,,staff", "ana@example.com,,Asia/Tokyo,staff")
    team.go_to("2026-11-12T13:00")
    publish(team)
    assert ("Ana Diaz", "held", "quiet hours") in team.said()
    assert replace(hours(team, "Ana Diaz"), revision=0).notified_edition == 1
