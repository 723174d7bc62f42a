"""Calendars get the due dates at their secret address, and only there."""

from __future__ import annotations

import pytest
from tests.controls.calendars import read_calendar
from tests.entrypoints.web.pages.apps import App
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.test_guards import dump

from belfry.controls.reports.calendar_feed import feed_path


@pytest.fixture
def path(app: App) -> str:
    Office(app).open()
    return feed_path(app.services.controls.feed.share(by="user/1").token)


def test_calendar_is_given_to_whoever_has_the_address(app: App, path: str) -> None:
    answer = app.visitor().get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (
        200,
        "text/calendar; charset=utf-8",
    )
    events = read_calendar(answer.content).events
    assert [(event["SUMMARY"].text, event["DTSTART"].value) for event in events] == [
        ("Extinguishers", "20261102"),
        ("Restore a backup", "20261114"),
        ("Fire drill", "20261119"),
        ("Check the ledger", "20270104"),
    ]


def test_calendar_sets_no_cookie_and_is_kept_by_no_search_engine(app: App, path: str) -> None:
    headers = app.visitor().get(path).headers
    assert "set-cookie" not in headers
    assert (headers["x-robots-tag"], headers["referrer-policy"], headers["cache-control"]) == (
        "noindex, nofollow",
        "no-referrer",
        "private, no-cache",
    )
    assert headers["x-content-type-options"] == "nosniff"


def test_calendar_is_given_again_only_if_it_changed(app: App, path: str) -> None:
    client = app.visitor().client
    first = client.get(path)
    asked = {"If-None-Match": first.headers["etag"]}
    same = client.get(path, headers=asked)
    assert (same.status_code, same.content, same.headers["etag"]) == (
        304,
        b"",
        asked["If-None-Match"],
    )
    app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True)
    news = client.get(path, headers=asked)
    assert news.status_code == 200
    assert news.headers["etag"] != first.headers["etag"]


def test_looking_changes_nothing(app: App, path: str) -> None:
    before = dump(app)
    client = app.visitor().client
    assert [client.get(path).status_code, client.head(path).status_code] == [200, 200]
    assert client.head(path).headers["etag"] == client.get(path).headers["etag"]
    assert dump(app) == before


@pytest.mark.parametrize("guess", ["x", "a" * 43, "a" * 300, "%00", "..%2fcontrols"])
def test_any_other_address_leads_to_a_calm_page(app: App, path: str, guess: str) -> None:
    answer = app.visitor().get(f"/feeds/{guess}.ics")
    assert (answer.status_code, "VCALENDAR" in answer.text) == (404, False)


def test_old_address_leads_nowhere_once_there_is_a_new_one(app: App, path: str) -> None:
    new = feed_path(app.services.controls.feed.share(by="user/1", is_new=True).token)
    visitor = app.visitor()
    assert [visitor.get(path).status_code, visitor.get(new).status_code] == [404, 200]
