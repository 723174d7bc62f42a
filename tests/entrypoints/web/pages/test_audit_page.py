"""Whether the trail is told in words, and a broken one is not kept quiet."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.keys import Service


def test_trail_is_told_newest_first_in_words(house: House, owner: Visitor) -> None:
    workflow = house.add("Stock mail")
    house.services.change_workflow.pause(workflow.id, note="Holiday", by="user/1")
    house.services.accounts.create_key(service=Service.API, name="Till", team_id=1, by="user/1")
    text = read(owner.get("/audit?check=yes").text).text
    assert "whole All 6 entries about 3 things are as they were written." in text
    assert "Olive made the key Till today 12:00" in text
    assert "Olive signed in today 12:00" in text
    assert "The terminal took in Olive today 12:00" in text
    assert "Olive paused Stock mail “Holiday” today 12:00" in text


def test_only_those_who_look_after_people_see_them_come_and_go(
    house: House, owner: Visitor, staff: Visitor
) -> None:
    house.add("Stock mail")
    assert "Stan signed in" in read(owner.get("/audit").text).text
    text = read(staff.get("/audit").text).text
    assert "Belfry made Stock mail" in text
    assert "signed in" not in text


def test_broken_trail_is_told_with_its_place(house: House, owner: Visitor, tmp_path: Path) -> None:
    house.add("Stock mail")
    with sqlite3.connect(tmp_path / ".belfry" / "belfry.db") as database:
        database.execute("UPDATE audit_entries SET by = 'user/9' WHERE subject = 'workflow/1'")
    database.close()
    assert "broken" not in read(owner.get("/audit").text).text
    text = read(owner.get("/audit?check=yes").text).text
    assert "The trail is broken" in text
    assert "Stock mail (workflow/1), entry 1: the entry was changed after it was written" in text
    assert "whole" not in text


def test_doings_of_jobs_and_messages_lead_to_them(house: House, staff: Visitor) -> None:
    bench = Bench(house)
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    found = read(staff.get("/audit").text)
    said = "Belfry held the message jobs/J-2042/move-2 Waits for somebody to say yes."
    assert said in found.text
    assert "Belfry moved on the job J-2042 To diagnosing" in found.text
    assert {"/jobs/J-2042", "/messages/jobs~2FJ-2042~2Fmove-2"} <= set(found.links)
