"""A person's calendar feed shows their own shifts only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.rota.calendar_readers import read_calendar
from tests.rota.publishing import (
    change,
    hours,
    memory_cafe,
    move,
    publish,
    read_entry,
    sql_cafe,
)
from tests.rota.teams import LONDON, STAFF_FILE, Team

from belfry.kernel.errors import NotAllowed, NotFound
from belfry.rota.publishing.own_shifts import OwnShift, PersonWeek, dump_shifts

ANA, MARIA, BEN = "Ana Diaz", "Maria Lopez", "Ben Shaw"


@pytest.fixture(params=["memory", "sqlite"])
def cafe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    if request.param == "memory":
        yield memory_cafe()
        return
    with sql_cafe(None, tmp_path) as opened:
        yield opened


def share(team: Team, person: str = ANA, *, by: str = ANA, is_new: bool = False) -> str:
    return team.rota.reports.share_feed(person, by=by, is_new=is_new).token


def show(team: Team, token: str) -> list[str]:
    """When the shifts of a feed are, on London's clock."""
    entries = read_calendar(team.rota.reports.show_feed(token)).entries
    return [f"{entry.starts_at.astimezone(LONDON):%a %d %H:%M}" for entry in entries]


def test_feed_shows_the_published_shifts_of_its_person(cafe: Team) -> None:
    publish(cafe)
    assert show(cafe, share(cafe)) == ["Mon 16 07:00", "Tue 17 07:00"]
    assert b"Ben" not in cafe.rota.reports.show_feed(share(cafe))


def test_feed_shows_no_drafts(cafe: Team) -> None:
    cafe.rota.drafts.draft_week(date(2026, 11, 16))
    assert show(cafe, share(cafe)) == []


def test_feed_follows_changes_by_itself(cafe: Team) -> None:
    publish(cafe)
    token = share(cafe)
    change(cafe, tue_early=("Cara Woods",))
    assert show(cafe, token) == ["Mon 16 07:00"]


def test_shift_is_the_same_entry_in_the_feed_and_in_its_invitation(cafe: Team) -> None:
    publish(cafe)
    [ana] = [outgoing for outgoing in cafe.email.sent if outgoing.to == "ana@example.com"]
    invited = [read_entry(attachment)[1] for attachment in ana.attachments]
    shown = read_calendar(cafe.rota.reports.show_feed(share(cafe))).entries
    assert [(entry.uid, entry.sequence) for entry in shown] == [
        (entry.uid, entry.sequence) for entry in invited
    ]


def test_shift_that_moved_is_as_new_in_the_feed_as_in_its_invitation(cafe: Team) -> None:
    publish(cafe)
    cafe.email.sent.clear()
    move(cafe, "tue-early", "Tue,07:00,15:00", "Tue,08:00,16:00")
    [ana] = [outgoing for outgoing in cafe.email.sent if outgoing.to == "ana@example.com"]
    invited = {(entry.uid, entry.sequence) for _, entry in map(read_entry, ana.attachments)}
    shown = read_calendar(cafe.rota.reports.show_feed(share(cafe))).entries
    assert {(entry.uid, entry.sequence) for entry in shown} == invited
    assert [entry.sequence for entry in shown] == [0, 1]


def test_feed_goes_back_four_weeks(cafe: Team) -> None:
    publish(cafe)
    for back in (4, 5):
        _keep_earlier(cafe, back)
    cafe.go_to("2026-11-16T09:00")
    assert show(cafe, share(cafe)) == [
        "Mon 19 08:00",
        "Mon 16 07:00",
        "Tue 17 07:00",
    ]  # from summer time


def _keep_earlier(team: Team, back: int) -> None:
    known, span = hours(team, ANA), timedelta(weeks=back)
    starts = team.lines()["mon-early"].starts_at - span
    shift = OwnShift(id="old", starts_at=starts, ends_at=starts + timedelta(hours=8))
    week = (date(2026, 11, 16) - span).isoformat()
    team.put(
        PersonWeek(
            person=ANA,
            week=week,
            placed=480,
            target=known.target,
            cap=known.cap,
            edition=1,
            notified_shifts=dump_shifts([shift]),
        )
    )


def test_address_stays_until_somebody_wants_another(cafe: Team) -> None:
    first = share(cafe)
    assert share(cafe) == first
    second = share(cafe, is_new=True)
    assert second != first
    assert show(cafe, second) == []
    with pytest.raises(NotFound):
        show(cafe, first)


def test_entries_keep_their_names_under_a_new_address(cafe: Team) -> None:
    publish(cafe)
    before = read_calendar(cafe.rota.reports.show_feed(share(cafe))).entries
    after = read_calendar(cafe.rota.reports.show_feed(share(cafe, is_new=True))).entries
    assert [entry.uid for entry in after] == [entry.uid for entry in before]


def test_feed_that_ended_shows_nothing(cafe: Team) -> None:
    token = share(cafe)
    assert cafe.rota.reports.share_feed.end(ANA, by=ANA) is True
    assert cafe.rota.reports.share_feed.end(ANA, by=ANA) is False
    with pytest.raises(NotFound):
        show(cafe, token)
    assert share(cafe) != token


def test_feed_of_somebody_who_has_left_can_be_ended() -> None:
    team = memory_cafe()
    token = share(team)
    team.write_staff("Ben Shaw,barista,32,,,,,")
    assert team.rota.reports.share_feed.end(ANA, by=MARIA) is True
    with pytest.raises(NotFound):
        show(team, token)


@pytest.mark.parametrize(
    "token",
    [
        pytest.param("", id="no address"),
        pytest.param("../../etc/passwd", id="no address of ours"),
        pytest.param("A" * 43, id="an address that nobody has"),
    ],
)
def test_unknown_address_leads_nowhere(cafe: Team, token: str) -> None:
    share(cafe)
    cafe.rota.reports.share_feed.end(ANA, by=ANA)
    with pytest.raises(NotFound, match="this link leads nowhere"):
        show(cafe, token)


def test_manager_may_share_for_somebody_and_a_colleague_may_not() -> None:
    team = memory_cafe()
    assert share(team, by=MARIA) == share(team, by=ANA)
    for act in (team.rota.reports.share_feed, team.rota.reports.share_feed.end):
        with pytest.raises(NotAllowed):
            act(ANA, by=BEN)


def test_name_is_taken_as_people_write_it() -> None:
    team = memory_cafe()
    assert share(team, "ana") == share(team, "ANA DIAZ")
    with pytest.raises(NotFound, match="there is nobody called 'Zoe' in the staff sheet"):
        share(team, "Zoe", by=MARIA)


def test_sharing_and_ending_are_in_the_trail(cafe: Team) -> None:
    share(cafe)
    share(cafe, is_new=True)
    cafe.rota.reports.share_feed.end(ANA, by=ANA)
    entries = cafe.ports.audit_log.list_entries(f"shift-feed/{ANA}")
    assert [(entry.action, entry.by) for entry in entries] == [
        ("shared", ANA),
        ("shared", ANA),
        ("ended", ANA),
    ]
    assert not any("token" in str((entry.before, entry.after)) for entry in entries)


def test_staff_sheet_that_is_gone_ends_nobodys_feed() -> None:
    team = memory_cafe()
    publish(team)
    token = share(team)
    team.remove(STAFF_FILE)
    assert show(team, token) == ["Mon 16 07:00", "Tue 17 07:00"]
    feed = team.rota.reports.share_feed.find(ANA)
    assert feed is not None
    assert feed.token == token
