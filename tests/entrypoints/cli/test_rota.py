"""Whether `belfry rota draft`, `show` and `explain` answer machines and people in full."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Answer, Terminal
from tests.rota.teams import FILES, STAFF_FILE, TEMPLATE_FILE, TIME_OFF_FILE, WEEK_FILE

from belfry.accounts.users import Role
from belfry.bootstrap import Services

WEEK = ("--week", "2026-11-16")


@pytest.fixture
def cafe(belfry: Terminal) -> Terminal:
    """The team has the sheets of a week."""
    (belfry.folder / "rota").mkdir()
    for name, text in FILES.items():
        (belfry.folder / name).write_text(text, encoding="utf-8")
    return belfry


def add(belfry: Terminal, name: str, line: str) -> None:
    with (belfry.folder / name).open("a") as file:
        file.write(f"{line}\n")


def draft(cafe: Terminal, *more: str) -> dict[str, Any]:
    drafted: dict[str, Any] = cafe("rota", "draft", *WEEK, "--json", *more).json
    return drafted


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "rota").iterdir())}


def test_template_makes_the_sheet_of_a_week_and_asks_about_who_is_away(cafe: Terminal) -> None:
    (cafe.folder / WEEK_FILE).unlink()
    (cafe.folder / TEMPLATE_FILE).write_text(
        "shift_id,day,start,end,role,assigned_to\nwed-early,Wed,07:00,15:00,barista,Cara Woods\n"
    )
    made = cafe("rota", "template", *WEEK, "--json")
    assert made.json == {
        "week": "2026-11-16",
        "made": True,
        "clashes": [
            {
                "shift_id": "wed-early",
                "person": "Cara Woods",
                "why": made.json["clashes"][0]["why"],
            }
        ],
        "why": "",
        "problems": [],
    }
    assert "2026-11-18" in (cafe.folder / WEEK_FILE).read_text()


def test_template_says_which_rows_it_could_not_copy(cafe: Terminal) -> None:
    (cafe.folder / WEEK_FILE).unlink()
    with (cafe.folder / TEMPLATE_FILE).open("a") as template:
        template.write("odd,Mno,09:00,17:00,,,1,,,\n")
    answer = cafe("rota", "template", *WEEK)
    assert (answer.code, "; 1 problem in rota/template.csv." in answer.out) == (1, True)
    assert "column B (day): expected a day such as Mon" in answer.out


def test_template_leaves_a_sheet_alone_that_is_there(cafe: Terminal) -> None:
    before = read_files(cafe.folder)
    answer = cafe("rota", "template", *WEEK)
    assert answer.out == "rota/week-2026-11-16.csv is there already, 0 new clashes.\n"
    assert read_files(cafe.folder) == before


def test_template_that_is_missing_is_said(cafe: Terminal) -> None:
    (cafe.folder / TEMPLATE_FILE).unlink()
    answer = cafe("rota", "template", *WEEK)
    assert (answer.code, answer.out) == (
        1,
        "no pattern is copied: there is no rota/template.csv.\n",
    )


def test_draft_tells_machines_each_shift(cafe: Terminal) -> None:
    drafted = draft(cafe)
    assert (drafted["week"], drafted["draft"], drafted["problems"]) == ("2026-11-16", 1, [])
    [shift] = [
        candidate for candidate in drafted["shifts"] if candidate["shift_id"] == "wed-kitchen"
    ]
    assert shift == {
        "shift_id": "wed-kitchen",
        "day": "2026-11-18",
        "start": "10:00",
        "end": "18:00",
        "starts_at": "2026-11-18T10:00:00+00:00",
        "ends_at": "2026-11-18T18:00:00+00:00",
        "role": "cook",
        "skills": [],
        "headcount": 1,
        "outcome": "filled",
        "assigned_to": ["Dev Patel"],
        "pinned": False,
        "why": shift["why"],
    }
    assert shift["why"]


def test_draft_tells_machines_everybody_s_hours(cafe: Terminal) -> None:
    drafted = draft(cafe)
    people = {person["name"]: person for person in drafted["people"]}
    theirs = [shift for shift in drafted["shifts"] if "Cara Woods" in shift["assigned_to"]]
    assert people["Cara Woods"] == {
        "name": "Cara Woods",
        "hours_placed": 8 * len(theirs),
        "hours_target": 24,
        "cap": 32,
    }
    assert list(people) == ["Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"]


def test_hours_that_are_not_whole_are_told_as_they_are(cafe: Terminal) -> None:
    (cafe.folder / WEEK_FILE).write_text("day,start,end,assigned_to\nMon,09:00,16:30,Ana\n")
    people = {person["name"]: person["hours_placed"] for person in draft(cafe)["people"]}
    assert people["Ana Diaz"] == 7.5


def test_draft_is_the_same_twice_and_made_once(cafe: Terminal) -> None:
    assert draft(cafe) == draft(cafe)


def test_draft_is_the_same_in_every_process(cafe: Terminal) -> None:
    add(cafe, WEEK_FILE, "dive,Sun,09:00,17:00,,diving;till,2,,,")
    command = [sys.executable, "-m", "belfry", "--team", str(cafe.folder)]
    asked = ["rota", "draft", *WEEK, "--dry-run", "--explain", "--json"]
    outputs = {
        subprocess.run(
            [*command, *asked],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=300,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_any_day_names_its_week(cafe: Terminal) -> None:
    drafted = cafe("rota", "draft", "--week", "2026-11-19", "--dry-run", "--json").json
    assert drafted["week"] == "2026-11-16"


def test_next_week_is_meant_where_none_is_named(cafe: Terminal) -> None:
    at = ("--at", "2026-11-12T14:00:00Z")
    assert cafe("rota", "draft", *at, "--json").json["week"] == "2026-11-16"
    assert cafe("rota", "show", *at, "--json").json["week"] == "2026-11-16"
    assert cafe("rota", "explain", *at, "--json").json["week"] == "2026-11-16"


def test_dry_run_writes_nothing(cafe: Terminal, services: Services) -> None:
    before = read_files(cafe.folder)
    shown = draft(cafe, "--dry-run")
    assert (shown["draft"], len(shown["shifts"])) == (None, 12)
    assert read_files(cafe.folder) == before
    assert services.ports.rotas.list_drafts("2026-11-16") == []
    assert cafe("rota", "show", *WEEK).code == 2


def test_dry_run_shows_what_a_draft_would_be(cafe: Terminal) -> None:
    shown, saved = draft(cafe, "--dry-run", "--explain"), draft(cafe, "--explain")
    assert {**shown, "draft": 1} == saved


def test_explaining_says_of_everybody_why(cafe: Terminal) -> None:
    drafted = draft(cafe, "--explain")
    [wednesday] = [
        explanation
        for explanation in drafted["explanations"]
        if explanation["shift_id"] == "wed-early"
    ]
    reasons = {
        reason["name"]: reason for reason in (*wednesday["assigned_to"], *wednesday["others"])
    }
    assert sorted(reasons) == ["Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"]
    assert reasons["Cara Woods"] == {
        "name": "Cara Woods",
        "words": "Cara Woods is off on 18 November (dentist)",
        "rules": ["time off"],
    }
    assert reasons["Dev Patel"]["words"] == "Dev Patel does not have the role barista"


def test_short_staffed_is_an_answer_like_any_other(cafe: Terminal) -> None:
    for name in ("Ana", "Ben", "Cara", "Dev"):
        add(cafe, TIME_OFF_FILE, f"{name},2026-11-01,2026-11-30,approved,")
    drafted = draft(cafe, "--explain")
    assert {shift["outcome"] for shift in drafted["shifts"]} == {"short-staffed"}
    assert all(explanation["options"] for explanation in drafted["explanations"])


def test_rows_that_were_left_out_are_listed(cafe: Terminal) -> None:
    add(cafe, WEEK_FILE, "odd,Someday,09:00,17:00,,,1,,,")
    answer = cafe("rota", "draft", *WEEK, "--json")
    data = json.loads(answer.out)
    assert (answer.code, len(data["shifts"])) == (1, 12)
    assert [problem["place"] for problem in data["problems"]] == [
        "rota/week-2026-11-16.csv, line 14, column B (day)"
    ]


def test_people_are_told_rows_hours_and_problems(cafe: Terminal) -> None:
    add(cafe, WEEK_FILE, "odd,Someday,09:00,17:00,,,1,,,")
    answer = cafe("rota", "draft", *WEEK, "--explain")
    assert answer.code == 1
    lines = [line.strip() for line in answer.out.splitlines()]
    assert any(line.startswith("Wed 18 Nov") and "Dev Patel" in line for line in lines)
    assert "not Cara Woods: is off on 18 November (dentist)" in lines
    expected = (
        "Draft 1 of the week of 2026-11-16: 13 of 13 seats filled, 0 flagged. Every open seat"
    )
    assert any(line.startswith(expected) for line in lines)
    assert any(line.startswith("Problem: rota/week-2026-11-16.csv, line 14") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("draft", "--week", "soon"), "'soon' is no day; expected a day such as 2026-11-16"),
        (("draft", "--week", "2026-11-23"), "there is no rota/week-2026-11-23.csv"),
        (("show", *WEEK), "there is no draft yet of the week of 2026-11-16"),
        (("show", *WEEK, "--draft", "3"), "there is no draft 3 of the week of 2026-11-16"),
        (("explain", *WEEK), "there is no draft yet of the week of 2026-11-16"),
    ],
    ids=[
        "a word for a day",
        "a week without a sheet",
        "a week that was not drafted",
        "a draft that was not made",
        "reasons for a week that was not drafted",
    ],
)
def test_what_cannot_be_answered_is_one_clear_line(
    cafe: Terminal, arguments: tuple[str, ...], expected: str
) -> None:
    answer = cafe("rota", *arguments)
    assert answer.code == 2
    assert expected in answer.err
    assert len(answer.err.splitlines()) == 1


def test_team_without_staff_is_one_clear_line(cafe: Terminal) -> None:
    (cafe.folder / STAFF_FILE).unlink()
    answer = cafe("rota", "draft", *WEEK)
    expected = "belfry: there is no rota/staff.csv: nobody can be given a shift\n"
    assert (answer.code, answer.err) == (2, expected)


def test_sheet_that_cannot_be_read_is_one_clear_line(cafe: Terminal) -> None:
    (cafe.folder / TIME_OFF_FILE).write_text("who,when\nAna,soon\n")
    answer = cafe("rota", "draft", *WEEK)
    assert answer.code == 2
    assert answer.err.startswith("belfry: rota/time_off.csv")


def test_show_tells_where_a_week_stands(cafe: Terminal) -> None:
    made = draft(cafe)
    shown = cafe("rota", "show", *WEEK, "--json").json
    assert (shown["draft"], shown["is_waiting"], shown["published"], shown["edition"]) == (
        1,
        True,
        None,
        0,
    )
    assert (shown["shifts"], shown["people"]) == (made["shifts"], made["people"])
    assert (shown["flags"], shown["changes"], shown["made_by"]) == ([], [], "Olga Finch")


def test_show_tells_people_the_same(cafe: Terminal) -> None:
    draft(cafe)
    answer: Answer = cafe("rota", "show", *WEEK)
    assert answer.code == 0
    expected = "Draft 1, made by Olga Finch; it waits for an answer. 13 of 13 seats are filled."
    assert expected in answer.out


def test_explain_tells_of_one_shift(cafe: Terminal) -> None:
    draft(cafe)
    explained = cafe("rota", "explain", *WEEK, "wed-kitchen", "--json").json
    assert [explanation["shift_id"] for explanation in explained["explanations"]] == ["wed-kitchen"]
    lines = cafe("rota", "explain", *WEEK, "wed-kitchen").out.splitlines()
    assert lines[0].startswith("wed-kitchen, Wednesday 10:00-18:00, cook: filled, ")
    assert lines[-1] == "Every open seat is filled."


def test_explain_of_an_unknown_shift_is_one_clear_line(cafe: Terminal) -> None:
    draft(cafe)
    answer = cafe("rota", "explain", *WEEK, "nine")
    expected = "belfry: there is no shift nine in the week of 2026-11-16\n"
    assert (answer.code, answer.err) == (2, expected)


def test_sheet_of_a_week_is_compared_by_its_shifts(cafe: Terminal) -> None:
    draft(cafe)
    sheet = cafe.folder / WEEK_FILE
    sheet.write_text(sheet.read_text().replace("mon-early,Mon,07:00", "mon-early,Mon,06:00"))
    draft(cafe)
    assert cafe("tables", "compare", WEEK_FILE, 1).out == (
        "mon-early: start '07:00' became '06:00'\n"
    )


def test_staff_is_compared_by_name(cafe: Terminal) -> None:
    draft(cafe)
    staff = cafe.folder / STAFF_FILE
    staff.write_text(staff.read_text().replace("Dev Patel,cook,24", "Dev Patel,cook,16"))
    draft(cafe)
    assert cafe("tables", "compare", "staff", 1).out == (
        "Dev Patel: hours_target '24' became '16'\n"
    )


def test_people_read_names_and_machines_the_ids_of_users(
    cafe: Terminal, services: Services
) -> None:
    users = services.accounts.users
    maria = users.add(name="Maria Lopez", email="maria@example.com", role=Role.MANAGER, by="Olga")
    monday, by = date(2026, 11, 16), maria.subject
    services.rota.drafts.draft_week(monday, by=by)
    assert "Draft 1, made by Maria Lopez; it waits" in cafe("rota", "show", *WEEK).out
    services.rota.publishing.approve(monday, by=by)
    published = cafe("rota", "publish", *WEEK)
    assert "published by Maria Lopez." in published.out
    log = cafe("audit", "log")
    assert log.out.count("Maria Lopez") >= 2
    assert not re.search(r"\buser/\d", published.out + log.out + cafe("rota", "show", *WEEK).out)
    assert by in cafe("audit", "log", "--json").out
    refused = cafe("rota", "approve", *WEEK)
    assert (refused.code, "was approved by Maria Lopez already" in refused.err) == (1, True)
