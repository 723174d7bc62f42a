"""Whether the timeline shows what ran and what will ring, in a picture and in words."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.entrypoints.web.pages.scheduler.workflow_timeline import PER_PAGE

PAGE = "/workflows/timeline"


def count(page: str, sign: str) -> int:
    """How often a sign stands on the strips; the legend has each of them once."""
    return page.split("<tbody")[1].count(f'class="{sign}"')


def text_of(visitor: Visitor, path: str = PAGE) -> str:
    return read(visitor.get(path).text).text


def test_workflow_has_a_sign_for_every_fire_ahead(app: App, staff: Visitor) -> None:
    app.add("Stock mail", cron_schedule="0 9,15 * * *")
    page = staff.get(PAGE).text
    assert (count(page, "fire"), count(page, "often")) == (2, 0)
    assert "Stock mail Every day at 09:00 and 15:00, in UTC" in read(page).text
    assert "Next today 15:00, then 1 more No runs" in read(page).text


def test_week_shows_seven_days_of_fires(app: App, staff: Visitor) -> None:
    app.add(cron_schedule="0 9 * * *")
    assert count(staff.get(f"{PAGE}?ahead=week").text, "fire") == 7


def test_what_rings_often_is_a_band(app: App, staff: Visitor) -> None:
    app.add(cron_schedule="*/5 9-16 * * *")
    page = staff.get(PAGE).text
    assert (count(page, "fire"), count(page, "often")) == (0, 2)
    assert "Often: next today 12:05" in read(page).text


def test_past_day_tells_every_outcome_by_sign_and_word(app: App, staff: Visitor) -> None:
    app.add("Good", cron_schedule="0 9 * * *")
    app.add("Bad", kind="broken", inputs={}, cron_schedule="0 10 * * *", attempts=1)
    app.work_until(NOON + timedelta(days=1))
    page = staff.get(PAGE).text
    assert (count(page, "run good"), count(page, "run bad")) == (1, 1)
    assert "today 09:00: succeeded" in page
    assert "1 succeeded in the last 24 hours" in read(page).text
    assert "1 failed in the last 24 hours" in read(page).text


def test_many_runs_of_one_hour_are_one_sign(app: App, staff: Visitor) -> None:
    app.add(cron_schedule="*/10 * * * *")
    app.work_until(NOON + timedelta(hours=2))
    page = staff.get(PAGE).text
    assert "today 13:00: 6 succeeded" in page
    assert count(page, "run good") == 3


def test_paused_workflow_is_grey_with_its_note_and_has_no_fires(app: App, staff: Visitor) -> None:
    workflow = app.add("Stock mail")
    app.services.change_workflow.pause(workflow.id, note="Holiday", by="user/1")
    page = staff.get(PAGE).text
    assert count(page, "resting") == 1
    assert count(page, "fire") == 0
    assert "Stock mail paused" in read(page).text
    assert "“Holiday” Does not run until it is resumed." in read(page).text


def test_zone_is_named_only_where_it_is_not_the_teams(app: App, staff: Visitor) -> None:
    app.add("Here", cron_schedule="0 9 * * *", timezone="Europe/London")
    app.add("There", cron_schedule="0 9 * * *", timezone="Asia/Tokyo")
    text = text_of(staff)
    assert "Here Every day at 09:00 Next tomorrow 09:00" in text
    assert "There Every day at 09:00, in Asia/Tokyo Next tomorrow 00:00" in text


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(
            datetime(2027, 3, 27, 12, tzinfo=UTC),
            "On Sun 28 Mar the clocks go on: at 01:00 it is 02:00.",
            id="in spring",
        ),
        pytest.param(
            datetime(2027, 10, 30, 12, tzinfo=UTC),
            "On Sun 31 Oct the clocks go back: at 02:00 it is 01:00.",
            id="in autumn",
        ),
    ],
)
def test_night_the_clocks_change_is_told(
    app: App, staff: Visitor, now: datetime, expected: str
) -> None:
    app.clock.advance_to(now)
    fresh = app.visitor(app.take_in("Sue"))
    assert expected in text_of(fresh)


def test_list_can_be_narrowed_and_is_read_a_page_at_a_time(app: App, staff: Visitor) -> None:
    for number in range(PER_PAGE + 1):
        app.add(f"Mail {number:02}")
    first = read(staff.get(f"{PAGE}?show=yours").text)
    (ahead,) = [link for link in first.links if "after=" in link and not link.endswith("after=0")]
    assert f"Mail {PER_PAGE - 1:02}" in first.text
    assert f"Mail {PER_PAGE:02}" not in first.text
    second = read(staff.get(ahead).text).text
    assert f"Mail {PER_PAGE:02}" in second
    assert "Mail 00" not in second


def test_picture_is_hidden_from_those_who_hear_the_words(app: App, staff: Visitor) -> None:
    app.add()
    pictures = re.findall(r"<svg[^>]*>", staff.get(PAGE).text.split("<table")[1])
    assert pictures
    assert all('aria-hidden="true"' in picture for picture in pictures)


def test_app_without_workflows_says_what_to_do(app: App, owner: Visitor) -> None:
    page = read(owner.get(PAGE).text)
    assert "Nothing is scheduled yet" in page.text
    assert "/workflows/new" in page.links
    assert "None." in read(owner.get(f"{PAGE}?show=paused").text).text


def test_strange_words_in_the_address_mean_the_usual(app: App, staff: Visitor) -> None:
    app.add()
    strange = f"{PAGE}?ahead=century&show=%00&after=-1"
    assert "what runs in the next 24 hours" in text_of(staff, strange)
