"""Whether a customer's page says where the job is, truly, and nothing about the customer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.jobs.board.moves import Corrected, Moved, judge_change
from belfry.jobs.customers.show_tracking import (
    Reach,
    ShowTracking,
    Tracking,
    list_hours,
    list_progress,
    list_stage_entries,
    say_moment,
    say_open,
)
from belfry.jobs.jobs import Course, Move, Photo
from belfry.jobs.settings.stages import parse_stages
from belfry.jobs.updates.language import load_language
from belfry.kernel.changes import Put, Remove
from belfry.kernel.errors import NotFound
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import parse_opening_hours

NAME, ADDRESS = "Maya Lindqvist", "maya.lind@example.com"


def shower(bench: Bench) -> ShowTracking:
    return bench.app.services.jobs.show_tracking


def token_of(bench: Bench, job_id: str = "J-1") -> str:
    return bench.app.services.jobs.customers.open_pages(bench.job(job_id)).token


def show(bench: Bench) -> Tracking:
    return shower(bench)(token_of(bench))


def move(bench: Bench, *stages: str) -> None:
    """The job goes from stage to stage, an hour apart, and each counts."""
    for stage in stages:
        if "J-1" in bench.lines:
            bench.put("J-1", stage)
        else:
            bench.put("J-1", stage, customer=NAME, contact=ADDRESS, item="old clock")
        bench.settle()
        bench.go(minutes=57)


def add_photo(bench: Bench, number: int, stage: str, content: bytes = b"jpeg") -> Photo:
    photo = Photo(
        job_id="J-1",
        number=number,
        stage=stage,
        source="upload",
        digest="d",
        width=4,
        height=3,
        size=len(content),
        added_at=NOON,
        added_by="user/1",
    )
    bench.ports.blobs.put(photo.blob_name, content)
    bench.ports.store.commit([Put(photo)])
    return photo


def test_page_says_where_the_job_is_and_by_when_it_goes_on(bench: Bench) -> None:
    move(bench, "received", "in progress")
    shown = show(bench)
    assert (shown.shop, shown.item, shown.job_id) == ("The Repair Bench", "your old clock", "J-1")
    assert (shown.stage, shown.is_over) == ("in progress", False)
    assert shown.news == "work on your old clock is now in progress."
    assert shown.since == "today, 1pm"
    assert shown.outlook == "we expect it to be ready to collect by Wednesday afternoon."
    assert [(stop.stage, stop.reach) for stop in shown.progress] == [
        ("received", Reach.DONE),
        ("diagnosing", Reach.DONE),
        ("in progress", Reach.NOW),
        ("ready", Reach.TO_COME),
        ("collected", Reach.TO_COME),
    ]
    assert shown.history == (("in progress", "today, 1pm"), ("received", "today, noon"))
    assert shown.open_now == "Open now, until 6pm"
    assert shown.hours[0] == ("Monday to Friday", "9am to 6pm")


def test_page_never_says_who_the_customer_is_or_how_they_are_reached(bench: Bench) -> None:
    move(bench, "received", "in progress", "ready")
    page_text = repr(asdict(show(bench))).casefold()
    assert "clock" in page_text
    for hidden in ("maya", "lind", "example.com"):
        assert hidden not in page_text


def test_side_stage_is_shown_as_where_it_is_now(bench: Bench) -> None:
    move(bench, "received", "in progress", "awaiting parts")
    shown = show(bench)
    assert [stop.stage for stop in shown.progress if stop.reach is Reach.NOW] == ["awaiting parts"]
    assert [stop.stage for stop in shown.progress][2:4] == ["in progress", "awaiting parts"]
    assert shown.outlook == ""


def test_mistake_is_never_shown_once_it_is_put_right(bench: Bench) -> None:
    move(bench, "received", "in progress", "ready")
    before = show(bench)
    move(bench, "in progress")
    shown = show(bench)
    assert before.stage == "ready"
    assert (shown.stage, shown.since) == ("in progress", "today, 1pm")
    assert [stage for stage, _ in shown.history] == ["in progress", "received"]
    assert "mistake" not in repr(shown)


def test_change_that_does_not_count_yet_is_not_shown(bench: Bench) -> None:
    move(bench, "received")
    bench.put("J-1", "ready")
    bench.poll()
    assert show(bench).stage == "received"


@pytest.mark.parametrize(
    ("minutes", "is_told"), [(-1, True), (0, False)], ids=["a minute before", "once it has passed"]
)
def test_eta_is_told_until_it_has_passed(bench: Bench, minutes: int, is_told: bool) -> None:
    move(bench, "received", "in progress")
    by = bench.job("J-1").eta_by
    assert by is not None
    bench.go_to(by + timedelta(minutes=minutes))
    assert bool(show(bench).outlook) is is_told


def test_job_that_is_collected_is_over(bench: Bench) -> None:
    move(bench, "received", "ready", "collected")
    shown = show(bench)
    assert (shown.is_over, shown.outlook) == (True, "")
    assert shown.news == "your old clock has been collected. Thank you!"


def test_job_that_left_the_board_is_closed_and_promises_nothing(bench: Bench) -> None:
    for number in range(2, 8):
        bench.put(f"J-{number}", "received")
    move(bench, "received", "in progress")
    bench.take_away("J-1")
    for _ in range(6):
        bench.poll(after=3)
    assert bench.job("J-1").closed_at is not None
    shown = show(bench)
    assert (shown.news, shown.outlook, shown.is_over) == ("this job is closed.", "", True)


def test_page_shows_the_newest_picture_of_each_stage_reached(bench: Bench) -> None:
    move(bench, "received", "in progress")
    add_photo(bench, 1, "received", b"one")
    add_photo(bench, 2, "in progress", b"two")
    add_photo(bench, 3, "received", b"three")
    add_photo(bench, 4, "ready", b"four")
    assert [photo.number for photo in show(bench).photos] == [2, 3]

    get = shower(bench).get_photo
    token = token_of(bench)
    assert (get(token, 2), get(token, 3)) == (b"two", b"three")
    for number in (1, 4, 9):
        with pytest.raises(NotFound):
            get(token, number)


def test_picture_that_is_taken_away_gives_way_to_the_one_before(bench: Bench) -> None:
    move(bench, "received")
    add_photo(bench, 1, "received")
    latest = add_photo(bench, 2, "received")
    stored = bench.ports.store.find(Photo, latest.key)
    assert stored is not None
    bench.ports.store.commit([Remove(stored)])
    assert [photo.number for photo in show(bench).photos] == [1]


def test_picture_of_another_job_is_not_found(bench: Bench) -> None:
    move(bench, "received")
    bench.put("J-2", "received")
    bench.poll()
    add_photo(bench, 1, "received")
    with pytest.raises(NotFound):
        shower(bench).get_photo(token_of(bench, "J-2"), 1)


@pytest.mark.parametrize("token", ["", "J-1", "nobody", "a\0b", "é", "x" * 100, "' OR 1=1 --"])
def test_link_that_leads_nowhere_is_not_found(bench: Bench, token: str) -> None:
    move(bench, "received")
    token_of(bench)
    for look in (shower(bench), lambda token: shower(bench).get_photo(token, 1)):
        with pytest.raises(NotFound, match="this link leads nowhere"):
            look(token)


def test_looking_changes_nothing(bench: Bench) -> None:
    move(bench, "received", "in progress")
    token = token_of(bench)
    before = bench.job("J-1"), bench.ports.audit_log.list_latest(limit=99)
    for _ in range(3):
        shower(bench)(token)
    assert (bench.job("J-1"), bench.ports.audit_log.list_latest(limit=99)) == before


STAGES = parse_stages("received, diagnosing, in progress, awaiting parts (side), ready, collected")
NAMES = [stage.name for stage in STAGES]


def line(stage: str, entered_from: str = "") -> str:
    """The line as signs: behind, (now), ahead."""
    signs = {Reach.DONE: "{}", Reach.NOW: "({})", Reach.TO_COME: "-{}"}
    stops = list_progress(stage, entered_from, STAGES)
    return " ".join(signs[stop.reach].format(stop.stage.replace(" ", "_")) for stop in stops)


@pytest.mark.parametrize(
    ("stage", "entered_from", "drawn"),
    [
        ("received", "", "(received) -diagnosing -in_progress -ready -collected"),
        ("in progress", "", "received diagnosing (in_progress) -ready -collected"),
        ("collected", "", "received diagnosing in_progress ready (collected)"),
        (
            "awaiting parts",
            "in progress",
            "received diagnosing in_progress (awaiting_parts) -ready -collected",
        ),
        (
            "awaiting parts",
            "received",
            "received (awaiting_parts) -diagnosing -in_progress -ready -collected",
        ),
        ("awaiting parts", "", "(awaiting_parts)"),
        ("polishing", "", "(polishing)"),
        ("awaiting parts", "polishing", "(awaiting_parts)"),
    ],
    ids=[
        *("at the beginning", "in the middle", "at the end", "aside", "aside early"),
        *("aside from nobody knows where", "a stage that is gone", "aside from one that is gone"),
    ],
)
def test_line_shows_what_is_behind_here_and_ahead(
    stage: str, entered_from: str, drawn: str
) -> None:
    assert line(stage, entered_from) == drawn


def moves_of(*steps: tuple[Course, str]) -> list[Move]:
    return [
        Move(
            job_id="J-1",
            number=number,
            came_from="",
            went_to=stage,
            course=course,
            seen_at=NOON + timedelta(hours=number),
            at=NOON + timedelta(hours=number, minutes=3),
            is_told=True,
        )
        for number, (course, stage) in enumerate(steps)
    ]


NEW, ON, BACK = Course.NEW, Course.FORWARD, Course.BACK


@pytest.mark.parametrize(
    ("moves", "seen"),
    [
        ([(NEW, "received"), (ON, "ready")], [("received", 0), ("ready", 1)]),
        (
            [(NEW, "in progress"), (ON, "awaiting parts"), (ON, "in progress")],
            [("in progress", 0), ("awaiting parts", 1), ("in progress", 2)],
        ),
        (
            [(NEW, "received"), (ON, "in progress"), (ON, "ready"), (BACK, "in progress")],
            [("received", 0), ("in progress", 1)],
        ),
        (
            [(NEW, "received"), (ON, "ready"), (BACK, "in progress")],
            [("received", 0), ("in progress", 2)],
        ),
        ([(NEW, "ready"), (BACK, "received")], [("received", 1)]),
        (
            [(NEW, "received"), (ON, "ready"), (BACK, "diagnosing"), (ON, "ready")],
            [("received", 0), ("diagnosing", 2), ("ready", 3)],
        ),
        (
            [(NEW, "in progress"), (ON, "awaiting parts"), (BACK, "diagnosing")],
            [("diagnosing", 2)],
        ),
        ([], []),
    ],
    ids=[
        *("steps forward", "aside and on", "put back to where it was", "put back to between"),
        *("put back to before the first", "put back and on again", "put back from aside", "none"),
    ],
)
def test_steps_are_the_way_forward(
    moves: Sequence[tuple[Course, str]], seen: Sequence[tuple[str, int]]
) -> None:
    expected = [(stage, NOON + timedelta(hours=hour)) for stage, hour in seen]
    steps = list_stage_entries(moves_of(*moves), STAGES)
    assert [(step.stage, step.at) for step in steps] == expected


@settings(derandomize=True, max_examples=300)
@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=12))
def test_steps_end_where_the_job_is_and_never_go_back(cells: list[str]) -> None:
    """Whatever people write on the board, one cell after the other."""
    stage, origin, taken = cells[0], None, [(NEW, cells[0])]
    for cell in cells[1:]:
        judged = judge_change(cell, stage=stage, entered_from=origin, stages=STAGES)
        if isinstance(judged, Moved | Corrected):
            stage, origin = judged.now, judged.entered_from
            taken.append((ON if isinstance(judged, Moved) else BACK, stage))

    steps = list_stage_entries(moves_of(*taken), STAGES)
    assert steps[-1].stage == stage
    assert [step.at for step in steps] == sorted(step.at for step in steps)
    along = [STAGES.position(known) for step in steps if (known := STAGES.find(step.stage))]
    main = [place for place in along if place is not None]
    assert main == sorted(main)
    assert [stop.reach for stop in list_progress(stage, origin or "", STAGES)].count(Reach.NOW) == 1


ENGLISH = load_language("en")
LONDON = ZoneInfo("Europe/London")
WEEK = parse_opening_hours("Mon-Fri 9am-1pm, 2pm-6pm; Sat 10am-4pm")
TUESDAY = datetime(2026, 11, 17, 10, 3, tzinfo=UTC)


def at(text: str) -> datetime:
    """A moment on London's wall clock."""
    return datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(UTC)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-11-17T09:00", "today, 9am"),
        ("2026-11-17T00:00", "today, midnight"),
        ("2026-11-16T23:59", "yesterday, 11.59pm"),
        ("2026-11-15T12:00", "Sunday 15 November, noon"),
        ("2025-12-31T17:30", "Wednesday 31 December 2025, 5.30pm"),
        ("2026-07-01T10:00", "Wednesday 1 July, 10am"),
    ],
)
def test_moment_is_said_on_the_shops_wall_clock(moment: str, expected: str) -> None:
    assert say_moment(at(moment), TUESDAY, LONDON, ENGLISH) == expected


def test_hours_of_equal_neighbours_stand_together() -> None:
    assert list_hours(WEEK, ENGLISH) == [
        ("Monday to Friday", "9am to 1pm and 2pm to 6pm"),
        ("Saturday", "10am to 4pm"),
        ("Sunday", "closed"),
    ]
    assert list_hours(parse_opening_hours("daily 00:00-24:00"), ENGLISH) == [
        ("Monday to Sunday", "midnight to midnight")
    ]


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-17T09:00", "Open now, until 1pm"),
        ("2026-11-17T12:59", "Open now, until 1pm"),
        ("2026-11-17T13:00", "Closed now, opens today at 2pm"),
        ("2026-11-17T08:00", "Closed now, opens today at 9am"),
        ("2026-11-17T18:00", "Closed now, opens tomorrow at 9am"),
        ("2026-11-21T16:00", "Closed now, opens Monday at 9am"),
        ("2026-12-24T18:00", "Closed now, opens Saturday 2 January at 10am"),
    ],
)
def test_page_says_whether_the_shop_is_open(now: str, expected: str) -> None:
    def is_holiday(day: date) -> bool:
        return date(2026, 12, 25) <= day <= date(2027, 1, 1)

    assert say_open(Calendar(WEEK, LONDON, is_holiday), at(now), ENGLISH) == expected


def test_shop_that_never_opens_again_says_nothing() -> None:
    assert say_open(Calendar(WEEK, LONDON, lambda _: True), TUESDAY, ENGLISH) == ""
