"""What the terminal shows of the controls there are."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.controls.papers import make_pdf
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import open_ports
from belfry.kernel.changes import Put
from belfry.settings import Settings

LIST = """\
name,repeat,owner,first_due,requires_evidence
Fire drill,monthly,Maria,2026-12-10,yes
Alarm test,weekly,Tom,2026-12-01,
"""
NOW = ("--at", "2026-12-08T09:00:00Z")


@pytest.fixture(autouse=True)
def tasks(belfry: Terminal) -> Path:
    file = belfry.folder / "controls" / "tasks.csv"
    file.parent.mkdir()
    file.write_text(LIST)
    return file


def test_list_shows_the_most_pressing_first(belfry: Terminal) -> None:
    answer = belfry("controls", "list", *NOW)
    lines = [line.split() for line in answer.out.splitlines() if line.strip()]
    assert answer.code == 0
    assert lines[2] == ["Alarm", "test", "escalate", "2026-12-01", "Tom"]
    assert lines[3] == ["Fire", "drill", "due-now", "2026-12-10", "Maria"]
    assert answer.out.splitlines()[-1] == (
        "1 escalated, 0 overdue, 1 due now, 0 on track, 0 done in the last seven days."
    )


def test_list_answers_machines(belfry: Terminal) -> None:
    listed = belfry("controls", "list", "--limit", "1", *NOW, "--json").json
    (control,) = listed.pop("controls")
    assert control.pop("why").startswith("was due on 1 December 2026, 7 days ago")
    assert control == {
        "name": "Alarm test",
        "area": None,
        "owner": "Tom",
        "repeat": "weekly",
        "due_on": "2026-12-01",
        "last_done": None,
        "done_by": None,
        "requires_evidence": False,
        "move": "escalate",
    }
    assert listed == {
        "today": "2026-12-08",
        "counts": {
            "on_track": 0,
            "due_now": 1,
            "overdue": 0,
            "escalated": 1,
            "done_lately": 0,
        },
        "problems": [],
    }


def test_list_with_a_bad_row_shows_the_others_and_leaves_with_one(
    belfry: Terminal, tasks: Path
) -> None:
    tasks.write_text(f"{LIST}Bins,now and then,Tom,,\n")
    answer = belfry("controls", "list", *NOW, "--json")
    assert answer.code == 1
    listed = json.loads(answer.out)
    assert [control["name"] for control in listed["controls"]] == ["Alarm test", "Fire drill"]
    (problem,) = listed["problems"]
    assert problem["place"] == "controls/tasks.csv, line 4, column B (repeat)"
    assert answer.err.startswith("belfry: controls/tasks.csv, line 4, column B (repeat): ")


def test_empty_list_says_so(belfry: Terminal, tasks: Path) -> None:
    tasks.write_text("name,repeat\n")
    assert belfry("controls", "list", *NOW).out.startswith("No control is on the list.\n")


def test_show_tells_where_a_control_stands_and_what_happened(belfry: Terminal) -> None:
    belfry("controls", "tick", *NOW)
    belfry("controls", "evidence", "Fire drill", "--note", "all out", *NOW)

    answer = belfry("controls", "show", "fire-drill", *NOW)

    lines = answer.out.splitlines()
    assert lines[:3] == [
        "Fire drill: due-now: due on 10 December 2026, in 2 days; last reminded on 8 December "
        "2026; the next reminder is for 10 December 2026",
        "monthly; never done yet",
        "reminders: 3 days before, then on the day, by Belfry's own default, as the rules name "
        "none",
    ]
    assert [line.split("  ")[1] for line in lines if "GMT" in line] == [
        " evidence: a note",
    ]


def test_show_answers_machines(belfry: Terminal) -> None:
    belfry("controls", "evidence", "Fire drill", "--note", "all out", *NOW)
    belfry("controls", "done", "Fire drill", "--early", *NOW)

    shown = belfry("controls", "show", "Fire drill", *NOW, "--json").json

    at = "2026-12-08T09:00:00+00:00"
    assert shown["control"]["due_on"] == "2027-01-08"
    assert (shown["move"], shown["needs_evidence"], shown["chain"]) == ("on-track", True, [-3, 0])
    assert [(piece["number"], piece["note"], piece["at"]) for piece in shown["evidence"]] == [
        (1, "all out", at)
    ]
    assert [(entry["what"], entry["due_on"], entry["by"]) for entry in shown["timeline"]] == [
        ("evidence: a note", "2026-12-10", "terminal"),
        ("done on 8 December 2026", "2026-12-10", "terminal"),
    ]


def test_show_tells_what_a_model_sees_in_a_file(belfry: Terminal) -> None:
    (belfry.folder / "door.pdf").write_bytes(make_pdf())
    belfry("controls", "evidence", "Fire drill", str(belfry.folder / "door.pdf"), *NOW)
    describe(belfry, "A green door")

    answer = belfry("controls", "show", "Fire drill", *NOW)
    shown = belfry("controls", "show", "Fire drill", *NOW, "--json").json

    assert "evidence 1, door.pdf; the model says: A green door" in answer.out.splitlines()
    assert [piece["described"] for piece in shown["evidence"]] == ["A green door"]


def describe(belfry: Terminal, text: str) -> None:
    ports = open_ports(Settings(folder=belfry.folder))
    (evidence,) = ports.histories.list_evidence("fire drill")
    ports.store.commit([Put(replace(evidence, described=text, described_by="a model"))])
    ports.close()


def test_show_of_a_control_that_needs_evidence_says_so(belfry: Terminal) -> None:
    answer = belfry("controls", "show", "Fire drill", *NOW)
    assert "evidence is needed before it counts as done" in answer.out.splitlines()
    assert answer.out.endswith("Nothing happened to it yet.\n")
