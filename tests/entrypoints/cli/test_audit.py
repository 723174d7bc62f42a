"""Whether the trail can be read and proved from the terminal."""

from __future__ import annotations

import json
import sqlite3

import pytest
from tests.entrypoints.cli.terminal import Terminal


@pytest.fixture
def busy(belfry: Terminal) -> Terminal:
    belfry("workflows", "add", "Ding")
    belfry("workflows", "set", "Ding", "--attempts", 5)
    belfry("workflows", "add", "Dong")
    return belfry


def meddle(belfry: Terminal, statement: str) -> None:
    database = sqlite3.connect(belfry.folder / ".belfry" / "belfry.db")
    with database:
        database.execute(statement)
    database.close()


def test_log_shows_the_newest_first(busy: Terminal) -> None:
    entries = busy("audit", "log", "--json").json["entries"]
    assert [(e["subject"], e["seq"], e["action"]) for e in entries] == [
        ("workflow/2", 1, "created"),
        ("workflow/1", 2, "edited"),
        ("workflow/1", 1, "created"),
    ]
    assert len(busy("audit", "log", "-n", 1, "--json").json["entries"]) == 1


def test_log_of_one_subject_leaves_out_the_others(busy: Terminal) -> None:
    entries = busy("audit", "log", "--subject", "workflow/1", "--json").json["entries"]
    assert [(e["seq"], e["after"]) for e in entries][0] == (2, {"attempts": 5})
    assert len(entries) == 2
    assert busy("audit", "log", "--subject", "workflow/9").out == "No entries.\n"


def test_whole_trail_is_proved(busy: Terminal) -> None:
    assert busy("audit", "verify", "--json").json == {
        "ok": True,
        "subjects": 2,
        "entries": 3,
        "redacted": 0,
        "breaks": [],
    }
    assert busy("audit", "verify").out == "3 entries about 2 subjects were checked.\n"


def test_one_entry_is_counted_as_one(belfry: Terminal) -> None:
    belfry("workflows", "add", "Alone")
    assert belfry("audit", "verify").out == "1 entry about 1 subject was checked.\n"


@pytest.mark.parametrize(
    "statement, subject, entry",
    [
        pytest.param(
            "UPDATE audit_entries SET by = 'Tom' WHERE subject = 'workflow/1' AND seq = 1",
            *("workflow/1", 1),
            id="an entry that was changed",
        ),
        pytest.param(
            "DELETE FROM audit_entries WHERE subject = 'workflow/2'",
            *("workflow/2", 1),
            id="an entry that was taken out",
        ),
    ],
)
def test_broken_trail_is_named(busy: Terminal, statement: str, subject: str, entry: int) -> None:
    meddle(busy, statement)
    answer = busy("audit", "verify", "--json")
    assert answer.code == 1
    data = json.loads(answer.out)
    assert data["ok"] is False
    assert (data["breaks"][0]["subject"], data["breaks"][0]["entry"]) == (subject, entry)
    assert f"{subject}, entry {entry}: " in busy("audit", "verify").out
