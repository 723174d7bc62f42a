"""Whether `belfry jobs` looks, foresees and answers as it says."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.shops import DATA, MAYA, TUESDAY, Shop, tell_maya
from tests.entrypoints.cli.terminal import Terminal

ETAS: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "eta.jsonl").read_text().splitlines()
]


def at(minutes: int) -> str:
    return (TUESDAY + timedelta(minutes=minutes)).isoformat()


def poll(belfry: Terminal, minutes: int, code: int = 0) -> dict[str, Any]:
    answer = belfry("jobs", "poll", "--at", at(minutes), "--json")
    assert answer.code == code, answer.err
    data: dict[str, Any] = json.loads(answer.out)
    return data


def test_first_poll_meets_the_jobs_and_tells_nobody(belfry: Terminal, shop: Shop) -> None:
    assert poll(belfry, 0) == {
        "at": "2026-11-17T10:00:00+00:00",
        "jobs": 2,
        "moves": [
            {
                "job": "J-2042",
                "from": None,
                "to": "diagnosing",
                "course": "new",
                "told": False,
                "eta": "Tuesday afternoon",
            },
            {
                "job": "J-2051",
                "from": None,
                "to": "received",
                "course": "new",
                "told": False,
                "eta": None,
            },
        ],
        "pending": [],
        "closed": [],
        "photos": [],
        "problems": [],
    }


def test_move_counts_at_the_second_poll(belfry: Terminal, shop: Shop) -> None:
    poll(belfry, 0)
    shop.put("in progress")
    assert poll(belfry, 3)["pending"] == ["J-2042"]
    assert poll(belfry, 6)["moves"] == [
        {
            "job": "J-2042",
            "from": "diagnosing",
            "to": "in progress",
            "course": "forward",
            "told": True,
            "eta": "Thursday afternoon",
        }
    ]


def test_poll_tells_people_in_sentences(belfry: Terminal, shop: Shop) -> None:
    poll(belfry, 0)
    shop.put("in progress", tom="redy")
    answer = belfry("jobs", "poll", "--at", at(3))
    assert answer.code == 1
    assert answer.out.splitlines()[1:] == [
        "J-2042 has just changed: it counts if it stands",
        "Problem: jobs/board.csv, line 3, column F (stage): 'redy' is not a stage; expected "
        "received, diagnosing, in progress, awaiting parts, ready, collected. Did you mean ready?",
    ]
    shop.put("in progress")
    assert belfry("jobs", "poll", "--at", at(6)).out.splitlines()[1:] == [
        "J-2042 went from diagnosing to in progress; the customer will be told; "
        "next stage by Thursday afternoon"
    ]
    shop.put("diagnosing")
    poll(belfry, 9)
    back = belfry("jobs", "poll", "--at", at(12)).out.splitlines()[1]
    assert back.startswith("J-2042 was put back from in progress to diagnosing; next stage")


def test_rows_left_out_do_not_stop_the_others(belfry: Terminal, shop: Shop) -> None:
    shop.put("diagnosing", tom="redy")
    polled = poll(belfry, 0, code=1)
    assert [move["job"] for move in polled["moves"]] == ["J-2042"]
    assert [problem["place"] for problem in polled["problems"]] == [
        "jobs/board.csv, line 3, column F (stage)"
    ]


@pytest.mark.parametrize(
    "arguments", [("poll",), ("sweep",), ("close-missing",)], ids=lambda arguments: arguments[0]
)
def test_team_without_a_board_cannot_be_asked(belfry: Terminal, arguments: tuple[str, ...]) -> None:
    answer = belfry("jobs", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert "no job board" in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "content, named",
    [
        pytest.param(b"customer,stage\nMaya,ready\n", "job_id", id="no column for the job"),
        pytest.param(b"", "empty", id="an empty file"),
        pytest.param(b"PK\x03\x04\x00\x00", "board.csv", id="a workbook by that name"),
    ],
)
def test_board_that_is_none_is_one_clear_line(
    belfry: Terminal, shop: Shop, content: bytes, named: str
) -> None:
    shop.board.write_bytes(content)
    answer = belfry("jobs", "poll", "--json")
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("command", ["poll", "sweep"])
@pytest.mark.parametrize("moment", ["2026-11-17T10:00:00", "tomorrow"])
def test_moment_without_a_zone_is_refused(
    belfry: Terminal, shop: Shop, command: str, moment: str
) -> None:
    answer = belfry("jobs", command, "--at", moment)
    assert (answer.code, answer.out) == (2, "")
    assert "--at" in answer.err


def test_sweep_finds_what_stood_still_once(belfry: Terminal, shop: Shop) -> None:
    poll(belfry, 0)
    assert belfry("jobs", "sweep", "--at", at(60), "--json").json == {
        "at": at(60),
        "stuck": [],
        "chased": [],
        "late": [],
        "why_not": None,
    }
    later = at(3 * 24 * 60)
    swept = belfry("jobs", "sweep", "--at", later, "--json").json
    assert (swept["stuck"], swept["chased"], swept["late"]) == (["J-2042"], ["J-2042"], [])
    again = belfry("jobs", "sweep", "--at", later, "--json").json
    assert (again["stuck"], again["chased"]) == (["J-2042"], [])


def test_sweep_before_any_look_says_why_not(belfry: Terminal, shop: Shop) -> None:
    answer = belfry("jobs", "sweep")
    assert (answer.code, answer.out) == (0, "the board has not been looked at yet\n")


@pytest.mark.parametrize("case", ETAS, ids=lambda case: f"{case['stage']} at {case['at']}")
def test_eta_is_as_known(belfry: Terminal, shop: Shop, case: dict[str, Any]) -> None:
    answer = belfry("jobs", "eta", "--stage", case["stage"], "--at", case["at"], "--json").json
    assert answer == {"eta": case["eta"], "by": case["by"]}


@pytest.mark.parametrize(
    "stage, expected",
    [
        ("started", "ready by Thursday afternoon (that is, until Thu 2026-11-19 18:00:00 GMT)\n"),
        (
            "received",
            "No time is promised in received: the settings name no typical time for it.\n",
        ),
        ("collected", "No time is promised in collected: no stage follows it on the main line.\n"),
    ],
)
def test_eta_is_told_to_people(belfry: Terminal, shop: Shop, stage: str, expected: str) -> None:
    assert belfry("jobs", "eta", "--stage", stage, "--at", at(0)).out == expected


def test_eta_of_an_unknown_stage_names_the_nearest(belfry: Terminal, shop: Shop) -> None:
    answer = belfry("jobs", "eta", "--stage", "in progres", "--json")
    assert (answer.code, answer.out) == (2, "")
    assert "did you mean in progress?" in answer.err


def test_eta_goes_by_the_last_whole_settings_and_says_so(belfry: Terminal, shop: Shop) -> None:
    poll(belfry, 0)
    shop.add_setting("Bufer: lots")
    answer = belfry("jobs", "eta", "--stage", "in progress", "--at", at(0), "--json")
    assert json.loads(answer.out)["eta"] == "Thursday afternoon"
    assert "did you mean Buffer?" in answer.err


def test_settings_are_echoed_as_understood(belfry: Terminal, shop: Shop) -> None:
    lines = belfry("jobs", "settings", "--json").json["settings"]
    assert "Opening hours: Mon-Fri 09:00-18:00; Sat 10:00-16:00" in lines
    assert belfry("jobs", "settings").out.splitlines() == lines


def test_settings_with_a_mistake_name_it_and_go_on_as_before(belfry: Terminal, shop: Shop) -> None:
    before = belfry("jobs", "settings").out.splitlines()
    shop.add_setting("Quiet hours: nine to five o'clocks")
    shown = belfry("jobs", "settings", "--json")
    assert shown.code == 1
    answer = json.loads(shown.out)
    assert answer["settings"] == before
    assert [problem["place"] for problem in answer["problems"]] == [
        "jobs/settings.txt line 18, column 14"
    ]


def test_settings_that_were_never_whole_are_one_clear_line(belfry: Terminal, shop: Shop) -> None:
    shop.write_settings("Shop: Bench\nStations: a, b, c\n")
    answer = belfry("jobs", "settings")
    assert (answer.code, answer.out) == (2, "")
    assert "jobs/settings.txt line 2" in answer.err


def test_timeline_tells_moves_and_messages_in_order(belfry: Terminal, shop: Shop) -> None:
    tell_maya(shop)
    answer = belfry("jobs", "timeline", "J-2042", "--json").json
    assert [entry["what"] for entry in answer["timeline"]] == [
        "first seen: diagnosing",
        "moved from diagnosing to in progress",
        "message (moved): postbox",
    ]
    assert answer["messages"] == ["jobs/J-2042/move-2"]
    assert (answer["job"]["stage"], answer["job"]["contact"]) == ("in progress", "maya@example.com")
    assert "moved from diagnosing to in progress" in belfry("jobs", "timeline", "J-2042").out


def test_timeline_of_an_unknown_job_is_one_clear_line(belfry: Terminal, shop: Shop) -> None:
    answer = belfry("jobs", "timeline", "J-9")
    assert (answer.code, answer.out) == (2, "")
    assert "'J-9'" in answer.err


def slip(shop: Shop) -> None:
    """Maya was told that it is in progress, and then it was put back."""
    tell_maya(shop)
    shop.put("diagnosing")
    shop.live(TUESDAY + timedelta(minutes=20), minutes=10)


def test_slip_is_corrected_once(belfry: Terminal, shop: Shop) -> None:
    slip(shop)
    corrected = belfry("jobs", "correct", "J-2042")
    assert corrected.out == "The customer of J-2042 will be told that it is in diagnosing.\n"
    assert belfry("jobs", "correct", "J-2042").code == 1


def test_slip_may_be_left_without_a_word(belfry: Terminal, shop: Shop) -> None:
    slip(shop)
    answer = belfry("jobs", "correct", "J-2042", "--leave", "--json").json
    assert answer == {"job": "J-2042", "stage": "diagnosing", "told": False}
    assert belfry("jobs", "correct", "J-2042").code == 1


def test_missing_jobs_are_closed_because_a_person_says_so(belfry: Terminal, shop: Shop) -> None:
    poll(belfry, 0)
    shop.board.write_text(shop.board.read_text().replace(MAYA.format("diagnosing"), ""))
    assert belfry("jobs", "close-missing", "--json").json == {"closed": ["J-2042"]}
    assert belfry("jobs", "close-missing").out == "No job is missing.\n"


def test_jobs_of_another_team_are_asked_by_its_folder(
    belfry: Terminal, shop: Shop, tmp_path: Path
) -> None:
    answer = belfry("jobs", "poll", "--team", tmp_path / "nowhere")
    assert answer.code == 2
    assert "belfry init" in answer.err
