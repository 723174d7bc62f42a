"""Whether swaps, time off and notes can be seen to from the terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.rota.requesting import EVE, EVE_IN_PEOPLE, PUBLISHED_WEEK
from tests.rota.teams import (
    AVAILABILITY_FILE,
    FILES,
    MONDAY,
    PEOPLE_FILE,
    SHIFTS,
    STAFF_FILE,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK_FILE,
)

from belfry.bootstrap import Services

WEEK = ("--week", "2026-11-16")
AT = ("--at", "2026-11-12T09:30:00+00:00")
SWAP = "2026-11-16-1"


@pytest.fixture
def cafe(belfry: Terminal) -> Terminal:
    """The team has the sheets of a week."""
    (belfry.folder / "rota" / "notes").mkdir(parents=True)
    header = SHIFTS.partition("\n")[0]
    changed = {
        STAFF_FILE: f"{FILES[STAFF_FILE]}{EVE}\n",
        PEOPLE_FILE: f"{FILES[PEOPLE_FILE]}{EVE_IN_PEOPLE}\n",
        WEEK_FILE: "\n".join((header, *PUBLISHED_WEEK, "")),
    }
    for name, text in {**FILES, **changed}.items():
        (belfry.folder / name).write_text(text, encoding="utf-8")
    return belfry


@pytest.fixture
def published(cafe: Terminal) -> Terminal:
    """The week is drafted and approved."""
    assert cafe("rota", "draft", *WEEK, *AT).code == 0
    assert cafe("rota", "approve", *WEEK, *AT).code == 0
    return cafe


def put_note(
    cafe: Terminal, text: str, name: str = "1.eml", sender: str = "ana@example.com"
) -> Path:
    path = cafe.folder / "rota" / "notes" / name
    path.write_bytes(f"From: Ana <{sender}>\r\n\r\n{text}\r\n".encode())
    return path


def test_swap_is_asked_for_answered_and_agreed_to(published: Terminal) -> None:
    asked = published("rota", "swap", "fri-early", "ana", *WEEK, *AT, "--json").json
    assert asked == {
        "id": SWAP,
        "week": "2026-11-16",
        "shift_id": "fri-early",
        "person": "Ana Diaz",
        "kind": "cover",
        "state": "asking",
        "asked": "Cara Woods",
        "round": 1,
        "refused": [],
        "urgent": False,
        "why": "Cara Woods is 24 h below the target of 24 h and would have 8 h with it",
        "chains": [],
    }
    text = published("rota", "answer-swap", SWAP, "yes", *AT).out
    assert (
        text
        == f"Swap {SWAP}: Ana Diaz, fri-early of the week of 2026-11-16, is offered (Cara Woods).\n"
    )
    done = published("rota", "answer-swap", SWAP, "agree", *AT, "--json").json
    assert (done["state"], done["asked"], done["outdated_draft"]) == ("done", "Cara Woods", None)


def test_open_shift_is_offered_for_and_agreed_to(published: Terminal) -> None:
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT, "--drop")
    published("rota", "answer-swap", SWAP, "agree", *AT)
    text = published("rota", "take", "fri-early", "--as", "eve", *WEEK, *AT).out
    expected = "Eve Long, open shift fri-early of the week of 2026-11-16, is offered"
    assert text == f"Swap 2026-11-16-2: {expected}.\n"
    done = published("rota", "answer-swap", "2026-11-16-2", "agree", *AT, "--json").json
    assert (done["kind"], done["state"]) == ("take", "done")
    assert (done["person"], done["asked"]) == (None, "Eve Long")


def test_offer_for_an_open_shift_is_taken_back(published: Terminal) -> None:
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT, "--drop")
    published("rota", "answer-swap", SWAP, "agree", *AT)
    made = published("rota", "take", "fri-early", "--as", "Eve", *WEEK, *AT, "--json").json
    back = published("rota", "answer-swap", made["id"], "take-back", *AT, "--json").json
    assert (back["state"], back["asked"]) == ("withdrawn", "Eve Long")


def test_shift_that_somebody_may_not_take_leaves_with_one_and_says_why(
    published: Terminal,
) -> None:
    answer = published("rota", "take", "fri-early", "--as", "Eve", *WEEK, *AT)
    expected = "belfry: the shift fri-early is fully staffed\n"
    assert (answer.code, answer.err) == (1, expected)


def test_second_answer_leaves_with_one_and_says_who_was_first(published: Terminal) -> None:
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT, "--drop")
    published("rota", "answer-swap", SWAP, "decline", *AT)
    answer = published("rota", "answer-swap", SWAP, "agree", *AT)
    expected = "belfry: it cannot be answered so: Olga Finch declined it\n"
    assert (answer.code, answer.err) == (1, expected)


@pytest.mark.parametrize(
    ("words", "state", "asked"),
    [
        pytest.param(["no"], "asking", "Eve Long", id="no"),
        pytest.param(["withdraw"], "withdrawn", "Cara Woods", id="withdraw"),
        pytest.param(["give", "Eve"], "done", "Eve Long", id="give"),
        pytest.param(["ask", "Eve"], "asking", "Eve Long", id="ask"),
        pytest.param(["ask-now"], "asking", "Cara Woods", id="ask now"),
        pytest.param(["pass-over"], "asking", "Eve Long", id="pass over"),
        pytest.param(["leave-open"], "done", None, id="leave open"),
    ],
)
def test_every_answer_does_what_it_says(
    published: Terminal, words: list[str], state: str, asked: str | None
) -> None:
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT)
    answered = published("rota", "answer-swap", SWAP, *words, *AT, "--json").json
    assert (answered["state"], answered["asked"]) == (state, asked)


def test_answer_that_needs_a_name_asks_for_it(published: Terminal) -> None:
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT)
    answer = published("rota", "answer-swap", SWAP, "give", *AT)
    expected = "belfry: NAME: expected the name of a person to take it\n"
    assert (answer.code, answer.err) == (2, expected)


def test_yes_is_taken_back(published: Terminal) -> None:
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT)
    published("rota", "answer-swap", SWAP, "yes", *AT)
    answered = published("rota", "answer-swap", SWAP, "take-back", *AT, "--json").json
    assert (answered["asked"], answered["refused"]) == ("Eve Long", ["Cara Woods"])


def test_time_off_is_asked_for_and_granted(published: Terminal) -> None:
    asked = published("rota", "time-off", "Ana", "2026-11-20", *AT, "--json").json
    assert (asked["id"], asked["state"], asked["end_date"]) == ("asked-1", "pending", "2026-11-20")
    done = published("rota", "answer-time-off", "asked-1", "approve", *AT).out
    assert done == (
        "Request asked-1: Ana Diaz, 2026-11-20 to 2026-11-20, is approved."
        " These shifts need another person: 2026-11-16/fri-early.\n"
    )
    sheet = (published.folder / TIME_OFF_FILE).read_text().splitlines()
    assert sheet[-1] == "Ana Diaz,2026-11-20,2026-11-20,approved,"


@pytest.mark.parametrize("word", ["decline", "withdraw"])
def test_time_off_is_declined_or_taken_back(cafe: Terminal, word: str) -> None:
    cafe("rota", "time-off", "Ana", "2026-12-24", "2026-12-26", *AT)
    answered = cafe("rota", "answer-time-off", "asked-1", word, *AT, "--json").json
    assert answered["state"] in ("declined", "withdrawn")
    assert answered["state"].startswith(word[:5])


@pytest.fixture
def clashing(cafe: Terminal, services: Services) -> Terminal:
    """Ana stands in the pattern for Friday, and is away then."""
    (cafe.folder / WEEK_FILE).rename(cafe.folder / TEMPLATE_FILE)
    with (cafe.folder / TIME_OFF_FILE).open("a") as file:
        file.write("Ana Diaz,2026-11-20,2026-11-20,approved,\n")
    services.rota.drafts.copy_template(MONDAY)
    return cafe


@pytest.mark.parametrize(
    ("words", "state", "instead"),
    [
        pytest.param(["free"], "freed", None, id="free"),
        pytest.param(["hold"], "held", None, id="hold"),
        pytest.param(["instead", "Eve"], "freed", "Eve Long", id="instead"),
    ],
)
def test_clash_is_answered(
    clashing: Terminal, words: list[str], state: str, instead: str | None
) -> None:
    answered = clashing("rota", "answer-clash", "fri-early", *words, *WEEK, *AT, "--json").json
    assert answered == {
        "week": "2026-11-16",
        "shift_id": "fri-early",
        "person": "Ana Diaz",
        "state": state,
        "instead": instead,
    }


@pytest.mark.parametrize("words", [["instead"], ["free", "Ben"]])
def test_clash_is_not_answered_by_half(cafe: Terminal, words: list[str]) -> None:
    answer = cafe("rota", "answer-clash", "fri-early", *words, *WEEK, *AT)
    expected = "belfry: NAME: expected a name with `instead`, and with nothing else\n"
    assert (answer.code, answer.err) == (2, expected)


def test_requests_lists_what_waits(published: Terminal) -> None:
    assert published("rota", "requests", *AT).out == "Nothing waits for a decision.\n"
    published("rota", "swap", "fri-early", "Ana", *WEEK, *AT)
    published("rota", "time-off", "Ben", "2026-12-24", *AT)
    listed = published("rota", "requests", *AT, "--json").json
    assert [swap["id"] for swap in listed["swaps"]] == [SWAP]
    assert [request["id"] for request in listed["time_off"]] == ["asked-1"]
    assert listed["clashes"] == []
    assert "Ana Diaz, fri-early" in published("rota", "requests", *AT).out


def test_read_note_tells_the_days_of_an_email(cafe: Terminal) -> None:
    path = put_note(cafe, "Can I have next Friday off for a wedding?")
    note = cafe("rota", "read-note", path, *AT, "--json").json
    assert note == {
        "person": "Ana Diaz",
        "start_date": "2026-11-20",
        "end_date": "2026-11-20",
        "reason": "wedding",
    }


def test_read_note_tells_the_days_of_plain_words(cafe: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("Off tomorrow, dentist")
    note = cafe("rota", "read-note", path, *AT, "--json").json
    assert (note["person"], note["start_date"]) == (None, "2026-11-13")


def test_read_note_reads_what_comes_in(cafe: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"I need 24 December off")))
    text = cafe("rota", "read-note", "-", *AT).out
    assert text == "An unknown person asks for 2026-12-24 to 2026-12-24.\n"


def test_read_note_leaves_with_one_where_it_cannot_be_read(cafe: Terminal) -> None:
    path = put_note(cafe, "Could I have 31 February off?")
    answer = cafe("rota", "read-note", path, *AT, "--json")
    assert answer.code == 1
    assert answer.err.startswith("belfry: the note cannot be read: ")
    data = json.loads(answer.out)
    assert (data["person"], data["start_date"], data["end_date"]) == ("Ana Diaz", None, None)


def test_read_note_does_not_read_the_email_of_a_stranger(cafe: Terminal) -> None:
    path = put_note(cafe, "Can I have next Friday off?", sender="eve@elsewhere.example")
    answer = cafe("rota", "read-note", path, *AT, "--json")
    expected = "eve@elsewhere.example is no address in people.csv or staff.csv"
    assert (answer.code, answer.err) == (1, f"belfry: the note cannot be read: {expected}\n")
    assert json.loads(answer.out)["start_date"] is None


def test_read_note_of_a_file_that_is_not_there_leaves_with_two(cafe: Terminal) -> None:
    answer = cafe("rota", "read-note", "nowhere.eml", *AT)
    expected = "belfry: FILE: nowhere.eml: No such file or directory\n"
    assert (answer.code, answer.err) == (2, expected)


def test_notes_are_taken_once_and_listed(cafe: Terminal) -> None:
    put_note(cafe, "I need 24 December off")
    first = cafe("rota", "notes", *AT, "--json").json
    assert (first["taken"], [note["state"] for note in first["notes"]]) == (1, ["pending"])
    assert cafe("rota", "notes", *AT, "--json").json["taken"] == 0


def test_file_that_is_no_email_is_told(cafe: Terminal) -> None:
    (cafe.folder / "rota/notes/1.eml").write_text("nothing of the kind")
    answer = cafe("rota", "notes", *AT)
    assert answer.code == 1
    assert answer.err.startswith("belfry: rota/notes/1.eml: this is no e-mail that can be read")


def test_sick_call_is_covered_by_two_moves(cafe: Terminal) -> None:
    week = (
        SHIFTS.partition("\n")[0],
        "fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,,",
        "fri-late,Fri,15:00,22:00,barista,,1,Ben Shaw,,",
    )
    (cafe.folder / WEEK_FILE).write_text("\n".join((*week, "")))
    (cafe.folder / STAFF_FILE).write_text(FILES[STAFF_FILE])
    with (cafe.folder / AVAILABILITY_FILE).open("a") as file:
        file.write("Cara Woods,Fri,14:00,23:00\n")
    for act in ("draft", "approve"):
        cafe("rota", act, *WEEK, *AT)
    words = "Ben Shaw can take it if Cara Woods takes Friday 15:00-22:00 from Ben Shaw"
    asked = cafe("rota", "swap", "fri-early", "Ana", "--now", *WEEK, *AT).out
    assert f"is stuck. Two moves would cover it: {words}. `belfry rota answer-swap" in asked
    [listed] = cafe("rota", "requests", *AT, "--json").json["swaps"]
    step = {"mover": "Ben Shaw", "gives_up": "fri-late", "taker": "Cara Woods", "words": words}
    assert listed["chains"] == [step]
    assert words in cafe("rota", "requests", *AT).out
    moved = cafe("rota", "answer-swap", SWAP, "move", *AT)
    assert moved.out.startswith(f"Swap {SWAP}: Ana Diaz, fri-early of the week")
    shifts = cafe("rota", "show", *WEEK, *AT, "--json").json["shifts"]
    assert [shift["assigned_to"] for shift in shifts] == [["Ben Shaw"], ["Cara Woods"]]
    again = cafe("rota", "answer-swap", SWAP, "move", *AT)
    assert (again.code, "Ben Shaw has the shift now" in again.err) == (1, True)
