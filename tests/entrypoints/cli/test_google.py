"""`belfry google`, and what `belfry doctor` says about Google."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.services.google_api import (
    ACCOUNT,
    SHEETS_BUSY,
    SPREADSHEET,
    LocalGoogle,
    serving_google,
)

BOARD = [["job_id", "customer", "stage"], ["J-1", "Ann", "received"]]


@pytest.fixture
def google() -> Iterator[LocalGoogle]:
    with serving_google() as local:
        local.save_tab("Jobs", BOARD)
        local.save_doc("doc-1", "Max hours: 40\n")
        yield local


def connect(belfry: Terminal, google: LocalGoogle, key: str | None = None) -> None:
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write(
            f"""[google]
spreadsheet = "{SPREADSHEET}"
tables = ["board", "week"]
credentials_file = "google.json"
sheets_url = "{google.url}"
drive_url = "{google.url}"
[google.tabs]
board = "jobs"
[google.docs]
rota_rules = "doc-1"
"""
        )
    (belfry.folder / "google.json").write_text(google.key if key is None else key)


def test_check_tells_what_each_file_is_in_google(belfry: Terminal, google: LocalGoogle) -> None:
    connect(belfry, google)
    answer = belfry("google", "check", "--json")
    assert (answer.code, answer.json["account"]) == (0, ACCOUNT)
    assert {file["name"]: file["what"] for file in answer.json["files"]} == {
        "jobs/board.csv": "the tab Jobs of The Repair Bench",
        "rota/week-{date}.csv": "no tab yet",
        "rota/rules.txt": "the document doc-1",
    }
    assert f"Connected as {ACCOUNT}." in belfry("google", "check").out


def test_check_and_doctor_tell_what_is_wrong(belfry: Terminal, google: LocalGoogle) -> None:
    connect(belfry, google)
    google.tabs["Jobs"].protected = [(0, 2)]
    google.may_edit = False
    google.shared.remove("doc-1")
    answer = belfry("google", "check", "--json")
    problems = {file["name"]: file["problem"] for file in json.loads(answer.out)["files"]}
    assert answer.code == 1
    assert "C1 of the tab is protected" in problems["jobs/board.csv"]
    assert "as an editor" in problems["Google Sheets"]
    assert f"share it with {ACCOUNT}" in problems["rota/rules.txt"]
    google.tabs["Auftrag"] = google.tabs.pop("Jobs")
    assert "no tab 'jobs', only Auftrag" in belfry("google", "check").out.replace("\n", " ")
    assert "no tab 'jobs'" in belfry("doctor").out.replace("\n", " ")


def test_sync_copies_the_tables_and_then_finds_nothing(
    belfry: Terminal, google: LocalGoogle
) -> None:
    connect(belfry, google)
    answer = belfry("google", "sync", "--json")
    assert answer.json["changed"] == ["jobs/board.csv", "rota/rules.txt"]
    copied = (belfry.folder / "jobs" / "board.csv").read_text()
    assert copied == "job_id,customer,stage\nJ-1,Ann,received\n"
    assert "Nothing changed." in belfry("google", "sync").out
    assert belfry("google", "sync", "--whole").code == 0


def test_what_is_missing_is_told_in_one_line(belfry: Terminal, google: LocalGoogle) -> None:
    answer = belfry("google", "check")
    assert (answer.code, "nothing is kept in Google" in answer.err) == (2, True)
    assert belfry("google", "sync").code == 2
    connect(belfry, google, key="")
    assert "credentials are missing" in belfry("google", "check").out
    assert "credentials are missing" in belfry("doctor").out
    (belfry.folder / "google.json").write_text("{}")
    assert "no service account's" in belfry("google", "check").out.replace("\n", " ")


def test_busy_google_is_temporary(belfry: Terminal, google: LocalGoogle) -> None:
    connect(belfry, google)
    google.acts = [SHEETS_BUSY]
    assert belfry("google", "check").code == 75
