"""Whether the trail is told in words, and a broken one is not kept quiet."""

from __future__ import annotations

import csv
import io
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.accounts.keys import Service
from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.audit import SHOWN, parse_place, render_place


def test_trail_is_told_newest_first_in_words(app: App, owner: Visitor) -> None:
    workflow = app.add("Stock mail")
    app.services.change_workflow.pause(workflow.id, note="Holiday", by="user/1")
    app.services.accounts.keys.create(service=Service.API, name="Till", team_id=1, by="user/1")
    text = read(owner.get("/audit?check=yes").text).text
    assert "whole All 6 entries about 3 things are as they were written." in text
    assert "Olive made the key Till today 12:00" in text
    assert "Olive signed in today 12:00" in text
    assert "The terminal took in Olive today 12:00" in text
    assert "Olive paused Stock mail “Holiday” today 12:00" in text


def test_only_those_who_look_after_people_see_them_come_and_go(
    app: App, owner: Visitor, staff: Visitor
) -> None:
    app.add("Stock mail")
    assert "Stan signed in" in read(owner.get("/audit").text).text
    text = read(staff.get("/audit").text).text
    assert "Belfry made Stock mail" in text
    assert "signed in" not in text


def test_broken_trail_is_told_with_its_place(app: App, owner: Visitor, tmp_path: Path) -> None:
    app.add("Stock mail")
    with sqlite3.connect(tmp_path / ".belfry" / "belfry.db") as database:
        database.execute("UPDATE audit_entries SET by = 'user/9' WHERE subject = 'workflow/1'")
    database.close()
    assert "broken" not in read(owner.get("/audit").text).text
    text = read(owner.get("/audit?check=yes").text).text
    assert "The audit log is broken" in text
    assert "Stock mail (workflow/1), entry 1: the entry was changed after it was written" in text
    assert "whole" not in text


def test_doings_of_jobs_and_messages_lead_to_them(app: App, staff: Visitor) -> None:
    bench = Bench(app)
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    page = read(staff.get("/audit").text)
    expected = "Belfry held the message jobs/J-2042/move-2 Waiting for approval."
    assert expected in page.text
    assert "Belfry moved on the job J-2042 To diagnosing" in page.text
    assert {"/jobs/J-2042", "/messages/jobs~2FJ-2042~2Fmove-2"} <= set(page.links)


def doings(visitor: Visitor, query: str = "") -> list[str]:
    """What the page names as found, from the newest on."""
    answer = visitor.get(f"/audit{query}")
    assert answer.status_code == 200
    text = read(answer.text).text
    words = ("paused", "resumed", "archived", "signed in", "made", "took in")
    listed = text.partition("Find ")[2].partition("All times")[0]
    return [
        word for _, word in sorted((listed.find(word), word) for word in words) if word in listed
    ]


@pytest.fixture
def lived_in(app: App, owner: Visitor) -> Visitor:
    """Olive paused Stock mail on Monday, and Belfry resumed Till on Tuesday."""
    stock, till = app.add("Stock mail"), app.add("Till")
    app.services.change_workflow.pause(stock.id, note="Holiday", by="user/1")
    app.services.change_workflow.pause(till.id, note="Broken", by="belfry")
    app.clock.advance(timedelta(days=1))
    app.services.change_workflow.resume(till.id, by="belfry")
    return app.visitor(app.services.ports.users.find(1))


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        pytest.param("?who=olive&did=paused", ["paused"], id="a name in any case"),
        pytest.param("?who=olive&did=resumed", [], id="somebody who did not do it"),
        pytest.param("?kind=workflow&name=till", ["resumed", "paused", "made"], id="a thing"),
        pytest.param("?kind=user&did=paused", [], id="a kind that has no such thing"),
        pytest.param("?from=2026-11-17&kind=workflow", ["resumed"], id="from a day"),
        pytest.param("?to=2026-11-16&kind=workflow", ["paused", "made"], id="up to a day"),
        pytest.param("?from=2026-11-16&to=2026-11-16&did=resumed", [], id="within a day"),
        pytest.param("?people=yes&kind=workflow", ["paused"], id="only what people did"),
        pytest.param("?kind=nonsense&did=resumed", ["resumed"], id="a kind that is none"),
    ],
)
def test_search_finds_what_it_asks_for(lived_in: Visitor, query: str, wanted: list[str]) -> None:
    assert doings(lived_in, query) == wanted


def test_day_that_is_none_is_told_at_its_field(lived_in: Visitor) -> None:
    answer = lived_in.get("/audit?from=yesterday")
    assert answer.status_code == 422
    page = read(answer.text)
    assert page.errors == {"from": "Yesterday is no day: write it like 2026-11-16"}
    assert page.typed["from"] == "yesterday"


def test_search_that_finds_nothing_says_what_to_do(lived_in: Visitor) -> None:
    text = read(lived_in.get("/audit?who=nobody+at+all").text).text
    assert "No entries match. Try fewer words, or other days." in text
    assert "Show all" in text


def test_long_trail_goes_on_page_by_page(app: App, owner: Visitor) -> None:
    workflow = app.add("Stock mail")
    for _ in range(SHOWN // 2):
        app.services.change_workflow.pause(workflow.id, note="", by="user/1")
        app.services.change_workflow.resume(workflow.id, by="user/1")
        app.clock.advance(timedelta(minutes=1))
    first = read(owner.get("/audit?kind=workflow").text)
    assert first.text.count("Olive resumed Stock mail") == SHOWN // 2
    (older,) = (link for link in first.links if "before=" in link)
    rest = read(owner.get(older).text).text
    assert "Belfry made Stock mail" in rest
    assert "resumed" not in rest
    assert "Older" not in rest


def test_found_entries_are_taken_away_without_formulas(app: App, owner: Visitor) -> None:
    evil = app.take_in("=1+1", Role.MANAGER)
    workflow = app.add("Stock mail")
    app.services.change_workflow.pause(workflow.id, note="", by=evil.subject)
    answer = owner.get("/audit.csv?did=paused")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="audit.csv"'
    _, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert [row[1:5] for row in rows] == [[evil.subject, "'=1+1", "paused", "workflow/1"]]
    links = read(owner.get("/audit?did=paused").text).links
    assert "/audit.csv?did=paused" in links


def test_who_comes_and_goes_is_not_taken_away_by_others(
    app: App, manager: Visitor, staff: Visitor
) -> None:
    app.add("Stock mail")
    assert staff.get("/audit.csv").status_code == 403
    assert "/audit.csv" not in staff.get("/audit").text
    content = manager.get("/audit.csv").text
    assert "workflow/1" in content
    assert "user/" not in content.replace("by,name", "")


def test_requests_about_shifts_are_for_those_who_decide(asking: Asking, maria: Visitor) -> None:
    asking.ask()
    ben = asking.cafe.visitor("Ben Shaw")
    assert "asked for the swap" in read(maria.get("/audit").text).text
    for path in ("/audit", "/audit?kind=message", "/audit.csv"):
        assert "swap" not in ben.get(path).text.replace('value="swap"', "")


def test_script_in_a_search_is_only_words(owner: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    answer = owner.get("/audit", params={"who": evil, "name": evil, "did": evil, "from": evil})
    assert "<script>alert" not in answer.text
    assert read(answer.text).typed["who"] == evil


def test_place_comes_back_from_its_address() -> None:
    place = (NOON, "message/jobs/a~b/1", 12)
    assert parse_place(render_place(place)) == place


@pytest.mark.parametrize(
    "text", ["", "~1~x", "yesterday~1~x", "2026-11-16T12:00:00~1~x", f"{NOON.isoformat()}~-1~x"]
)
def test_address_that_is_no_place_begins_at_the_beginning(text: str) -> None:
    assert parse_place(text) is None
