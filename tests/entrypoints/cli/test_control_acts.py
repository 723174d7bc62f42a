"""Whether controls can be seen to at the terminal, and what it says of them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from tests.controls.papers import make_pdf, make_zip
from tests.entrypoints.cli.terminal import Terminal
from tests.pictures import make_picture

LIST = """\
name,area,repeat,owner,last_done,first_due,requires_evidence
Fire drill,Safety,monthly,Maria,,2026-12-10,
Ladder check,Safety,monthly,Tom,,2026-12-20,yes
"""
NOW = ("--at", "2026-12-05T09:00:00Z")
LATER = ("--at", "2026-12-06T09:00:00Z")


@pytest.fixture(autouse=True)
def tasks(belfry: Terminal) -> Path:
    file = belfry.folder / "controls" / "tasks.csv"
    file.parent.mkdir()
    file.write_text(LIST)
    return file


def test_done_tells_what_follows_and_writes_it_into_the_list(belfry: Terminal, tasks: Path) -> None:
    answer = belfry("controls", "done", "fire drill", "--early", "--on", "2026-12-04", *NOW)

    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "Fire drill: cycle due on 10 December 2026: done on 4 December 2026; "
        "entered by terminal on 5 December 2026; next due on 4 January 2027.\n"
    )
    assert tasks.read_text().splitlines()[:2] == [
        "name,area,repeat,owner,last_done,first_due,requires_evidence,done_by",
        "Fire drill,Safety,monthly,Maria,2026-12-04,2026-12-10,,terminal",
    ]


def test_done_answers_machines(belfry: Terminal) -> None:
    answer = belfry(
        "controls", "done", "Fire drill", "--early", "--note", "all out", *NOW, "--json"
    )
    assert answer.json == {
        "name": "Fire drill",
        "area": "Safety",
        "owner": "Maria",
        "repeat": "monthly",
        "due_on": "2027-01-05",
        "last_done": "2026-12-05",
        "done_by": "terminal",
        "requires_evidence": False,
        "said": "cycle due on 10 December 2026: done on 5 December 2026; "
        "entered by terminal on 5 December 2026; next due on 5 January 2027",
    }


def test_control_that_was_put_on_the_list_just_now_is_known(belfry: Terminal, tasks: Path) -> None:
    belfry("controls", "list", *NOW)
    tasks.write_text(f"{LIST}Bins,,weekly,Tom,,,\n")
    answer = belfry("controls", "done", "Bins", "--early", *NOW, "--json")
    assert (answer.code, answer.json["due_on"]) == (0, "2026-12-12")


def test_undo_brings_the_cycle_and_the_list_back(belfry: Terminal, tasks: Path) -> None:
    belfry("controls", "done", "Fire drill", "--early", *NOW)
    answer = belfry("controls", "undo", "Fire drill", *LATER)
    assert (answer.code, answer.out) == (
        0,
        "Fire drill: done on 5 December 2026: taken back by terminal; "
        "the cycle due on 10 December 2026 is open again.\n",
    )
    assert tasks.read_text().splitlines()[1] == "Fire drill,Safety,monthly,Maria,,2026-12-10,,"


def test_skip_and_snooze_tell_what_they_did(belfry: Terminal) -> None:
    snoozed = belfry("controls", "snooze", "Fire drill", "--days", "3", *NOW)
    skipped = belfry("controls", "skip", "Fire drill", "--reason", "closed", *NOW)
    assert snoozed.out == ("Fire drill: snoozed by terminal for 3 days, until 8 December 2026.\n")
    assert skipped.out == (
        "Fire drill: cycle due on 10 December 2026: skipped, because: closed; "
        "entered by terminal on 5 December 2026; next due on 10 January 2027.\n"
    )


def test_evidence_lets_a_control_be_done_that_needs_it(belfry: Terminal, tmp_path: Path) -> None:
    sheet = tmp_path / "Sheet 7.pdf"
    sheet.write_bytes(make_pdf())
    refused = belfry("controls", "done", "Ladder check", "--early", *NOW)
    added = belfry("controls", "evidence", "Ladder check", sheet, "--note", "ok", *NOW, "--json")
    done = belfry("controls", "done", "Ladder check", "--early", *NOW)

    assert (refused.code, done.code) == (1, 0)
    assert refused.err == (
        "belfry: Ladder check needs evidence before it counts as done; "
        "attach a note or a file first\n"
    )
    assert added.json == {
        "name": "Ladder check",
        "number": 1,
        "due_on": "2026-12-20",
        "note": "ok",
        "file": "Sheet 7.pdf",
        "media_type": "application/pdf",
        "bytes": len(make_pdf()),
        "sha256": hashlib.sha256(make_pdf()).hexdigest(),
    }


def test_evidence_may_be_a_note_or_belong_to_a_cycle_that_is_over(
    belfry: Terminal, tmp_path: Path
) -> None:
    picture = tmp_path / "door.png"
    picture.write_bytes(make_picture(kind="PNG"))
    belfry("controls", "done", "Fire drill", "--early", *NOW)
    note = belfry("controls", "evidence", "Fire drill", "--note", "signed", *NOW)
    photo = belfry("controls", "evidence", "Fire drill", picture, "--due", "10 Dec 2026", *NOW)
    assert note.out == "Evidence 1 of Fire drill, due on 2027-01-05: a note.\n"
    assert photo.out.startswith("Evidence 2 of Fire drill, due on 2026-12-10: door.jpg, ")


REFUSALS = {
    "a name that is nearly right": (
        ["done", "Fire dril"],
        2,
        'no control "Fire dril" is on the list; did you mean "Fire drill"?',
    ),
    "a day that is none": (
        ["done", "Fire drill", "--on", "soon"],
        2,
        "--on: expected a date like 2026-11-17, not 'soon'",
    ),
    "a day to come": (
        ["done", "Fire drill", "--on", "2026-12-06"],
        2,
        "done_on: 6 December 2026 is still to come",
    ),
    "a due date that is no longer the one": (
        ["done", "Fire drill", "--due", "2026-11-10"],
        1,
        "Fire drill was changed meanwhile: it is due on 10 December 2026 now",
    ),
    "nothing to take back": (["undo", "Fire drill"], 1, "Fire drill was not marked as done"),
    "a skip without a reason": (["skip", "Fire drill"], 2, "Missing option '--reason'"),
    "a skip with an empty reason": (
        ["skip", "Fire drill", "--reason", ""],
        2,
        "reason: expected a reason for leaving it out",
    ),
    "a snooze of a month": (
        ["snooze", "Fire drill", "--days", "30"],
        2,
        "days: expected 1 to 7 days, not 30",
    ),
    "evidence of nothing": (
        ["evidence", "Fire drill"],
        2,
        "note: expected a note, a picture or a PDF",
    ),
    "evidence that is not there": (
        ["evidence", "Fire drill", "gone.pdf"],
        2,
        "FILE: gone.pdf: No such file",
    ),
}


@pytest.mark.parametrize("words, code, expected", REFUSALS.values(), ids=REFUSALS)
def test_what_cannot_be_is_one_clear_line(
    belfry: Terminal, words: list[str], code: int, expected: str
) -> None:
    answered = belfry("controls", *words, *NOW)
    assert (answered.code, answered.out) == (code, "")
    assert answered.err.startswith(f"belfry: {expected}")
    assert answered.err.count("\n") == 1


def test_file_of_another_kind_is_refused_with_what_was_expected(
    belfry: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.docx"
    file.write_bytes(make_zip())
    answer = belfry("controls", "evidence", "Fire drill", file, *NOW)
    assert (answer.code, answer.err) == (
        2,
        "belfry: file: this is a ZIP archive, not a JPEG, PNG, HEIC, WEBP or GIF picture; "
        "a PDF would do, too\n",
    )


def test_list_that_cannot_be_written_now_is_brought_up_to_date_later(
    belfry: Terminal, tasks: Path
) -> None:
    belfry("controls", "list", *NOW)
    tasks.write_text("no such header\n1\n")
    answer = belfry("controls", "done", "Fire drill", "--early", *NOW)
    assert answer.code == 0
    assert "belfry: the list will be brought up to date later" in answer.err


def test_team_without_a_list_is_told_so(belfry: Terminal, tasks: Path) -> None:
    tasks.unlink()
    for words in (["list"], ["done", "Fire drill"]):
        answer = belfry("controls", *words, *NOW)
        assert (answer.code, answer.err) == (
            2,
            "belfry: this team keeps no list of controls: there is no controls/tasks.csv\n",
        )


YEARLY = "Insurance,,yearly on 15 January,Maria,,2027-01-15,\n"
ON_15, ON_16 = ("--at", "2027-01-15T09:00:00Z"), ("--at", "2027-01-16T09:00:00Z")


def finish_yearly(belfry: Terminal, tasks: Path) -> None:
    tasks.write_text(f"{LIST}{YEARLY}")
    belfry("controls", "list", *NOW)
    assert belfry("controls", "done", "Insurance", *ON_15, "--json").json["due_on"] == "2028-01-15"


def test_second_done_records_nothing_and_offers_both_ways(belfry: Terminal, tasks: Path) -> None:
    finish_yearly(belfry, tasks)
    answer = belfry("controls", "done", "Insurance", *ON_16)
    assert (answer.code, answer.out) == (1, "")
    assert "--early" in answer.err
    assert "--correct" in answer.err
    listed = belfry("controls", "show", "Insurance", *ON_16, "--json").json["control"]
    assert (listed["due_on"], listed["last_done"]) == ("2028-01-15", "2027-01-15")


@pytest.mark.parametrize(
    "option, due_on",
    [
        pytest.param(("--early",), "2029-01-15", id="the next one is done early"),
        pytest.param(("--due", "2028-01-15"), "2029-01-15", id="the next one by its date"),
        pytest.param(("--correct",), "2028-01-15", id="the last one was done then"),
    ],
)
def test_second_done_counts_once_it_is_said_for_what(
    belfry: Terminal, tasks: Path, option: tuple[str, ...], due_on: str
) -> None:
    finish_yearly(belfry, tasks)
    answer = belfry("controls", "done", "Insurance", *option, *ON_16, "--json")
    assert (answer.code, answer.json["due_on"]) == (0, due_on)
    assert answer.json["last_done"] == "2027-01-16"


def test_done_date_corrected_in_the_list_moves_no_due_date(belfry: Terminal, tasks: Path) -> None:
    finish_yearly(belfry, tasks)
    tasks.write_text(tasks.read_text().replace("2027-01-15,2027-01-15", "2027-01-16,2027-01-15"))
    shown = belfry("controls", "show", "Insurance", *ON_16, "--json").json["control"]
    assert (shown["due_on"], shown["last_done"]) == ("2028-01-15", "2027-01-16")


def test_correction_names_no_other_due_date(belfry: Terminal) -> None:
    answer = belfry("controls", "done", "Fire drill", "--correct", "--due", "2026-12-10", *NOW)
    assert answer.code == 2


@pytest.mark.parametrize(
    "options, doer",
    [
        pytest.param((), "Ann Lee", id="the owner of the team"),
        pytest.param(("--by", "maria"), "Maria Lopez", id="whoever is named"),
        pytest.param(("--by", "the night shift"), "the night shift", id="as given if unknown"),
    ],
)
def test_act_says_who_did_it(belfry: Terminal, options: tuple[str, ...], doer: str) -> None:
    people = "name,email\nAnn Lee,owner@example.com\nMaria Lopez,maria@example.com\n"
    (belfry.folder / "people.csv").write_text(people)
    answer = belfry("controls", "done", "Fire drill", "--early", *options, *NOW, "--json")
    assert answer.json["done_by"] == doer
