"""Whether packs, calendar, spreadsheet and the look back answer at the terminal."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal

HEAD = "name,area,repeat,owner,first_due"
AT = ("--at", "2026-12-01T09:00:00Z")


@pytest.fixture
def office(belfry: Terminal) -> Terminal:
    """The team, with two controls."""
    folder = belfry.folder / "controls"
    folder.mkdir()
    rows = ("Fire drill,Safety,monthly,Maria,2026-10-10", "=Keys,,yearly,,2027-03-01")
    (folder / "tasks.csv").write_text("\n".join([HEAD, *rows, ""]))
    assert belfry("controls", "list", "--at", "2026-10-01T09:00:00Z").code == 0
    return belfry


def tasks(belfry: Terminal) -> Path:
    return belfry.folder / "controls" / "tasks.csv"


def test_packs_are_listed_without_a_team(belfry: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BELFRY_TEAM")
    packs = belfry("controls", "packs", "--json").json["packs"]
    assert [pack["name"] for pack in packs] == [
        *("clinic", "data", "facilities", "finance", "hr", "it", "restaurant", "safety")
    ]
    assert packs[0]["controls"][0] == {
        "name": "Vaccine fridge temperatures",
        "area": "Clinical",
        "repeat": "daily",
        "proof": "Log of the lowest, highest and present reading",
        "notes": "Call the person responsible at once if it was out of range.",
    }
    assert "Fire alarm test, Emergency lighting test" in belfry("controls", "packs").out


def test_load_adds_what_is_missing_and_the_list_knows_it(office: Terminal) -> None:
    loaded = office("controls", "load", "Safety", "--json").json
    assert (loaded["pack"], len(loaded["added"]), loaded["kept"]) == ("safety", 9, ["Fire drill"])
    shown = office("controls", "list", "--json").json["controls"]
    assert {control["name"] for control in shown} == {"Fire drill", "=Keys", *loaded["added"]}


def test_load_tells_people_what_came_and_what_stayed(belfry: Terminal) -> None:
    first = belfry("controls", "load", "data")
    assert first.out.startswith("Added to controls/tasks.csv: Backup restore test, Access review, ")
    assert first.out.endswith("They are a start: change or delete what does not fit.\n")
    before = tasks(belfry).read_bytes()
    again = belfry("controls", "load", "data")
    assert (again.code, again.out) == (
        0,
        "All of data is on the list already; nothing was changed.\n",
    )
    assert tasks(belfry).read_bytes() == before


def test_unknown_pack_is_refused_with_the_nearest(belfry: Terminal) -> None:
    answer = belfry("controls", "load", "resturant")
    assert (answer.code, answer.out, answer.err) == (
        2,
        "",
        "belfry: there is no pack 'resturant'; did you mean restaurant?\n",
    )
    assert not tasks(belfry).exists()


def test_export_prints_the_table(office: Terminal) -> None:
    exported = office("controls", "export", *AT)
    rows = list(csv.DictReader(io.StringIO(exported.out)))
    assert [(row["name"], row["due_on"], row["move"]) for row in rows] == [
        ("Fire drill", "2026-10-10", "escalate"),
        ("'=Keys", "2027-03-01", "on-track"),
    ]
    assert office("controls", "export", *AT, "--json").json == {"csv": exported.out}


def test_export_writes_a_new_file_and_no_other(office: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "controls.csv"
    assert office("controls", "export", "--out", out).out == f"Written to {out}.\n"
    content = out.read_bytes()
    assert content.startswith(b"\xef\xbb\xbfname,area,repeat,")
    again = office("controls", "export", "--out", out)
    assert (again.code, again.err) == (2, f"belfry: {out} is there already: name a new file\n")
    assert out.read_bytes() == content


@pytest.mark.parametrize("command", ["export", "summary"])
def test_team_without_a_list_is_told_so(belfry: Terminal, command: str) -> None:
    answer = belfry("controls", command)
    assert (answer.code, answer.out) == (2, "")
    assert "there is no controls/tasks.csv" in answer.err


def test_feed_has_one_link_until_a_new_one_is_wanted(belfry: Terminal) -> None:
    toml = belfry.folder / "belfry.toml"
    toml.write_text(f'{toml.read_text()}public_url = "https://bench.example.com"\n')
    first = belfry("controls", "feed", "--json").json
    assert first["link"] == f"https://bench.example.com{first['path']}"
    assert belfry("controls", "feed").out == f"{first['link']}\n"
    new = belfry("controls", "feed", "--new", "--json").json
    assert new["path"] != first["path"]
    assert belfry("controls", "feed", "--json").json == new


def test_feed_without_a_public_address_is_shown_for_this_machine(belfry: Terminal) -> None:
    feed = belfry("controls", "feed", "--json").json
    assert feed["link"] is None
    assert belfry("controls", "feed").out == (
        f"public_url is not set. On this machine: http://127.0.0.1:8787{feed['path']}\n"
    )


def test_feed_can_be_ended(belfry: Terminal) -> None:
    first = belfry("controls", "feed", "--json").json
    assert belfry("controls", "feed", "--end").out == "The feed has ended.\n"
    assert belfry("controls", "feed", "--end", "--json").json == {
        "link": None,
        "path": None,
        "ended": False,
    }
    assert belfry("controls", "feed", "--json").json["path"] != first["path"]
    assert belfry("controls", "feed", "--new", "--end").code == 2


def test_summary_tells_machines_the_numbers(office: Terminal) -> None:
    done = office("controls", "done", "Fire drill", "--on", "2026-10-14", *AT)
    assert done.code == 0, done.err
    assert office("controls", "summary", "--month", "2026-10", *AT, "--json").json == {
        "month": "2026-10",
        "due": 1,
        "on_time": 0,
        "late": 1,
        "missed": 0,
        "open": 0,
        "skipped": 0,
        "on_time_rate": 0.0,
        "days_late": {"average": 4.0, "most": 4},
        "slips": [{"name": "Fire drill", "due_on": "2026-10-10", "what": "late", "days": 4}],
        "carried": [],
        "drifting": [],
    }


def test_summary_is_of_last_month_and_in_plain_words(office: Terminal) -> None:
    office("controls", "done", "Fire drill", "--on", "2026-10-14", *AT)
    summary = office("controls", "summary", *AT)
    assert (summary.code, summary.out) == (
        0,
        "Due in November 2026: 1. On time: 0 (0%). Still not done: 1.\n\n"
        "Not on time:\n- Fire drill, due on 14 November 2026: not done, 17 days over\n\n"
        "Slipping again and again:\n"
        "- Fire drill: not on time 2 of its last 2 times, by 10 days on average\n",
    )


@pytest.mark.parametrize("month", ["2026-13", "October", "2026"])
def test_summary_of_no_month_is_refused(office: Terminal, month: str) -> None:
    answer = office("controls", "summary", "--month", month)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"belfry: month: expected a month such as 2026-10, not {month!r}\n"
