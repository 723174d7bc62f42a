"""Whether `belfry controls tick` tells where each control stands, and reminds once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Answer, Terminal

from belfry.bootstrap import Services

RULES = "Safety check: remind 5 days before, on the day, and 2 days after\n"
TASKS = "name,area,repeat,owner,first_due\nSafety check,Safety,monthly,,2026-12-10\n"


@pytest.fixture
def controls(belfry: Terminal) -> Terminal:
    """The team has a list with one control, and its rules."""
    folder = belfry.folder / "controls"
    folder.mkdir()
    (folder / "tasks.csv").write_text(TASKS)
    (folder / "rules.txt").write_text(RULES)
    return belfry


def tick(controls: Terminal, day: str, *more: str) -> Answer:
    return controls("controls", "tick", "--at", f"{day}T08:00:00Z", *more)


def test_tick_tells_machines_what_each_control_came_to(controls: Terminal) -> None:
    ticked: dict[str, Any] = tick(controls, "2026-12-05", "--json").json
    assert ticked == {
        "today": "2026-12-05",
        "controls": [
            {
                "name": "Safety check",
                "move": "due-now",
                "due_on": "2026-12-10",
                "sends": True,
                "window": -5,
                "why": "due on 10 December 2026, in 5 days; the reminder 5 days before goes out; "
                "not reminded before",
            }
        ],
        "problems": [],
        "notes": [],
    }


def test_tick_lists_controls_that_are_on_track_too(controls: Terminal) -> None:
    (control,) = tick(controls, "2026-12-04", "--json").json["controls"]
    assert (control["move"], control["sends"], control["window"]) == ("on-track", False, None)


def test_tick_made_again_sends_nothing_more(controls: Terminal, services: Services) -> None:
    sends = [
        tick(controls, f"2026-12-{day}", "--json").json["controls"][0]["sends"]
        for day in ("05", "05", "15", "15", "16")
    ]
    assert sends == [True, False, True, False, True]
    assert len(services.ports.histories.list_reminders("safety check")) == 5


def test_dry_run_tells_the_same_and_writes_nothing(controls: Terminal, services: Services) -> None:
    foreseen = tick(controls, "2026-12-05", "--dry-run", "--json").json
    assert services.ports.controls.rows() == {}
    assert tick(controls, "2026-12-05", "--json").json == foreseen


def test_tick_tells_people_in_a_table(controls: Terminal) -> None:
    ticked = tick(controls, "2026-12-05")
    assert ticked.code == 0
    (line,) = [row for row in ticked.out.splitlines() if "Safety check" in row]
    assert line.split()[2:5] == ["2026-12-10", "due-now", "yes"]


def test_rows_left_out_are_listed_and_end_with_one(controls: Terminal) -> None:
    path = controls.folder / "controls" / "tasks.csv"
    path.write_text(TASKS + "Odd,,every blue moon,,\n")
    ticked = tick(controls, "2026-12-05", "--json")
    data = json.loads(ticked.out)
    assert (ticked.code, len(data["controls"])) == (1, 1)
    assert [problem["place"] for problem in data["problems"]] == [
        "controls/tasks.csv, line 3, column C (repeat)"
    ]
    assert "Problem: controls/tasks.csv, line 3" in tick(controls, "2026-12-06").out


def test_what_is_only_to_be_known_ends_with_nothing_wrong(controls: Terminal) -> None:
    path = controls.folder / "controls" / "tasks.csv"
    path.write_text(TASKS.replace("monthly,,", "monthly,Maria,"))
    ticked = tick(controls, "2026-12-05")
    assert ticked.code == 0
    assert "Note: people.csv: " in ticked.out


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("rules.txt", "Default: soon\n", "controls/rules.txt line 1, column 10"),
        ("tasks.csv", None, "there is no controls/tasks.csv"),
    ],
    ids=["rules that cannot be read", "no list at all"],
)
def test_what_cannot_be_answered_is_one_line_and_no_trace(
    controls: Terminal, name: str, text: str | None, expected: str
) -> None:
    path = controls.folder / "controls" / name
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    ticked = tick(controls, "2026-12-05", "--json")
    assert (ticked.code, ticked.out, ticked.err.count("\n")) == (2, "", 1)
    assert expected in ticked.err


def test_close_missing_names_what_it_put_away(controls: Terminal) -> None:
    tick(controls, "2026-12-04")
    assert controls("controls", "close-missing").out == "No control is missing.\n"
    path = controls.folder / "controls" / "tasks.csv"
    path.write_text(TASKS.replace("Safety check", "Other"))
    assert controls("controls", "close-missing", "--json").json == {"closed": ["Safety check"]}
