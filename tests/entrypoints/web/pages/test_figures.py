"""Whether the figures are drawn truly, and can be read without the bars."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.control_books import a_cycle
from tests.contracts.shop_books import a_message, a_move
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.controls.reports.monthly_summary import Month, MonthCounts
from belfry.entrypoints.web.pages.figures import (
    SOLID,
    WIDTH,
    Measured,
    draw,
    measure_day,
    measure_month,
    measure_person,
)
from belfry.jobs.board.stage_times import StageTime, measure_stages
from belfry.kernel.changes import Put
from belfry.kernel.records import Record
from belfry.messaging.messages import State
from belfry.ports.figures import Stay
from belfry.rota.drafts.open_draft import PersonHours

HOUR = timedelta(hours=1)
AMOUNTS = st.floats(min_value=0, max_value=1e6)


@given(st.lists(st.tuples(st.lists(AMOUNTS, max_size=3), st.none() | AMOUNTS), max_size=8))
def test_bars_keep_their_proportions_and_stay_within_the_picture(
    sizes: list[tuple[list[float], float | None]],
) -> None:
    measured = [
        Measured("", "", tuple((SOLID, part) for part in parts), mark) for parts, mark in sizes
    ]
    rows = draw(measured)
    longest = max((max(sum(parts), mark or 0.0) for parts, mark in sizes), default=0.0)
    for row, (parts, mark) in zip(rows, sizes, strict=True):
        drawn = sum(segment.width for segment in row.segments)
        assert drawn <= WIDTH + 0.05
        if longest:
            assert drawn == pytest.approx(sum(parts) / longest * WIDTH, abs=0.05)
        if longest and mark is not None:
            assert row.mark == pytest.approx(mark / longest * WIDTH, abs=0.05)


def test_hours_over_the_target_are_told_apart() -> None:
    bar = measure_person(PersonHours("Ana", placed=42 * 60, target=40 * 60, cap=48 * 60))
    assert bar.words == "42 h of 40 h"
    assert bar.parts == (("solid", 2400.0), ("hatched", 120.0))
    assert bar.mark == 2400.0


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (MonthCounts(on_time=3, late=1), "3 of 4 on time (75%), 1 late"),
        (MonthCounts(on_time=2, missed=1), "2 of 3 on time (66%), 1 missed"),
        (MonthCounts(on_time=1, open=2), "1 of 3 on time (33%), 2 not done"),
    ],
    ids=["one late", "rounded down", "those still open count"],
)
def test_month_is_told_in_words(counts: MonthCounts, words: str) -> None:
    assert measure_month(Month(2026, 10), counts).words == words


def test_day_tells_what_became_of_its_messages() -> None:
    states = {"sent": 4, "uncertain": 1, "held": 2, "dropped": 1, "failed": 1}
    day = measure_day(date(2026, 11, 16), states)
    words = "4 went out, 2 waiting, 1 unconfirmed, 2 not sent"
    assert (day.label, day.words) == ("Mon 16 Nov", words)
    assert measure_day(date(2026, 11, 15), {}).words == "none"


def test_stages_are_measured_by_the_middle_job_and_by_nine_in_ten() -> None:
    lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]
    stays = [Stay("diagnosing", NOON, NOON + hours * HOUR) for hours in lengths]
    stays.append(Stay("a stage of old", NOON, NOON + HOUR))
    assert measure_stages(stays, ["received", "diagnosing"]) == [
        StageTime("diagnosing", 10, 5.5 * HOUR, 9 * HOUR)
    ]
    assert measure_stages(stays[:1], ["diagnosing"]) == [StageTime("diagnosing", 1, HOUR, HOUR)]


def test_page_says_what_to_do_where_there_is_nothing_to_draw(owner: Visitor) -> None:
    text = read(owner.get("/figures").text).text
    assert "No job has moved on in the last 28 days." in text
    assert "No control has come due yet." in text
    assert "This week has no rota that people know." in text


def test_page_shows_what_was_written_down(app: App, owner: Visitor, staff: Visitor) -> None:
    records: list[Record] = [
        a_message("one", made_at=NOON, state=State.SENT),
        a_message("two", made_at=NOON - timedelta(days=1), state=State.HELD),
        a_move("J-1", 1, came_from="", went_to="received", at=NOON - 5 * HOUR),
        a_move("J-1", 2, came_from="received", went_to="ready", at=NOON),
        a_cycle("exits", 1, due_on=date(2026, 10, 5), done_on=date(2026, 10, 7)),
    ]
    app.services.ports.store.commit([Put(record) for record in records])
    text = read(owner.get("/figures").text).text
    assert "Mon 16 Nov 1 went out" in text
    assert "Sun 15 Nov 1 waiting" in text
    assert "October 2026 0 of 1 on time (0%), 1 late" in text
    assert "Hours against target" not in read(staff.get("/figures").text).text


def test_days_end_with_today_whatever_day_it_is(app: App, owner: Visitor) -> None:
    app.clock.advance(timedelta(days=3))
    text = read(owner.get("/figures").text).text
    assert "In words Thu 19 Nov none Wed 18 Nov none" in text


def test_figures_and_today_count_the_same_messages(app: App, owner: Visitor) -> None:
    """Some were held over night, one may not have arrived, and there are many."""
    day = timedelta(days=1)
    messages = [
        *(a_message(f"m{n}", about=f"job/{n}", state=State.SENT, sent_at=NOON) for n in range(70)),
        a_message("held", made_at=NOON - day, state=State.SENT, sent_at=NOON),
        a_message("unsure", made_at=NOON, state=State.UNCERTAIN, sent_at=NOON),
        a_message("yesterday", made_at=NOON - day, state=State.SENT, sent_at=NOON - day),
    ]
    app.services.ports.store.commit_each([[Put(message)] for message in messages])
    assert "71 messages went out today." in read(owner.get("/").text).text
    figures = read(owner.get("/figures").text).text
    assert "Mon 16 Nov 71 went out, 1 unconfirmed" in figures
    assert "Sun 15 Nov 1 went out" in figures
