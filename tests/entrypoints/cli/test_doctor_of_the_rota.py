"""Whether `belfry doctor` finds what is wrong with the sheets and rules of the rota."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal

STAFF = "name,role,hours_target,email\nAna Diaz,barista,32,ana@example.com\nBen Shaw,barista,32,\n"
PEOPLE = "name,email\nBen Shaw,ben@example.com\n"


@pytest.fixture
def cafe(belfry: Terminal) -> Path:
    """A team whose rota is well in every respect."""
    (belfry.folder / "rota").mkdir()
    write(belfry.folder, "rota/staff.csv", STAFF)
    write(belfry.folder, "rota/rules.txt", "Rest gap: 11 hours\n")
    write(belfry.folder, "people.csv", PEOPLE)
    return belfry.folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def name_next_week() -> str:
    today = datetime.now(UTC).date()
    monday = today + timedelta(days=7 - today.weekday())
    return f"rota/week-{monday}.csv"


def examine(belfry: Terminal, *, wrong: bool = True) -> list[tuple[str, str]]:
    """Where something is wrong, or worth knowing, about the rota, and what."""
    findings: list[dict[str, Any]] = json.loads(belfry("doctor", "--json").out)["findings"]
    return [
        (finding["where"], finding["what"])
        for finding in findings
        if finding["is_wrong"] is wrong and finding["where"].startswith("rota")
    ]


def test_rota_that_is_well_is_not_spoken_of(belfry: Terminal, cafe: Path) -> None:
    assert (examine(belfry), examine(belfry, wrong=False)) == ([], [])
    assert belfry("doctor").code == 0


def test_team_without_a_rota_is_well(belfry: Terminal) -> None:
    assert (examine(belfry), examine(belfry, wrong=False)) == ([], [])


def test_words_that_cannot_be_read_are_found(belfry: Terminal, cafe: Path) -> None:
    write(cafe, "rota/voice.txt", "Short and friendly.\nSay when reminder: Hi {nme}\n")
    [(where, what)] = examine(belfry)
    assert where == "rota/voice.txt line 2, column 23"
    assert "did you mean {name}" in what


def test_rota_without_staff_is_found(belfry: Terminal, cafe: Path) -> None:
    (cafe / "rota/staff.csv").unlink()
    expected = "the file is missing: nobody can be given a shift"
    assert examine(belfry) == [("rota/staff.csv", expected)]


def test_cell_that_cannot_be_read_is_found(belfry: Terminal, cafe: Path) -> None:
    name = name_next_week()
    write(cafe, name, "day,start,end\nMon,09:00,17:00\nMon,noonish,17:00\n")
    [(where, _)] = examine(belfry)
    assert where == f"{name}, line 3, column B (start)"
    assert belfry("doctor").code == 1


def test_week_that_does_not_begin_on_a_monday_is_a_fault_of_the_file(
    belfry: Terminal, cafe: Path
) -> None:
    write(cafe, "rota/week-2036-01-01.csv", "day,start,end\nMon,09:00,17:00\n")
    findings = json.loads(belfry("doctor", "--json").out)["findings"]
    [fault] = [finding for finding in findings if finding["is_wrong"]]
    assert fault["where"] == "rota/week-2036-01-01.csv"
    assert "expected rota/week-2035-12-31.csv" in fault["what"]
    assert fault["mend"] == "fix that file; until then what it says does not count"


def test_header_that_will_not_do_is_found(belfry: Terminal, cafe: Path) -> None:
    write(cafe, "rota/availability.csv", "person,when\nAna,always\n")
    [(where, _)] = examine(belfry)
    assert where.startswith("rota/availability.csv")


def test_role_that_nobody_has_is_worth_knowing(belfry: Terminal, cafe: Path) -> None:
    name = name_next_week()
    write(cafe, name, "day,start,end,role\nMon,09:00,17:00,pilot\n")
    expected = "nobody in the staff sheet has the role 'pilot'"
    assert examine(belfry) == []
    assert examine(belfry, wrong=False) == [(f"{name}, line 2, column D (role)", expected)]


def test_weeks_that_are_over_are_not_looked_at(belfry: Terminal, cafe: Path) -> None:
    write(cafe, "rota/week-2020-01-06.csv", "day,start,end\nSomeday,noonish,17:00\n")
    assert examine(belfry) == []


def test_line_of_the_rules_that_cannot_be_read_is_found(belfry: Terminal, cafe: Path) -> None:
    write(cafe, "rota/rules.txt", "Rest gap: a while\n")
    [(where, _)] = examine(belfry)
    assert where == "rota/rules.txt line 1, column 11"


def test_rules_that_are_no_text_are_found(belfry: Terminal, cafe: Path) -> None:
    (cafe / "rota/rules.txt").write_bytes(b"\xff\xfe\x00")
    [(where, _)] = examine(belfry)
    assert where.startswith("rota/rules.txt")


def test_whoever_has_no_address_is_named(belfry: Terminal, cafe: Path) -> None:
    write(cafe, "people.csv", "name,email\nBen Shaw,\n")
    assert examine(belfry) == []
    expected = "no address to send shifts to: Ben Shaw"
    assert examine(belfry, wrong=False) == [("rota/staff.csv", expected)]


def test_many_without_an_address_are_counted(belfry: Terminal, cafe: Path) -> None:
    names = [f"Person {letter}" for letter in "ABCDEFG"]
    write(cafe, "rota/staff.csv", "name\n" + "".join(f"{name}\n" for name in names))
    [(_, note)] = examine(belfry, wrong=False)
    assert note.endswith("Person A, Person B, Person C, Person D, Person E and 2 more")


def test_doctor_keeps_nothing_of_what_it_read(belfry: Terminal, cafe: Path) -> None:
    belfry("doctor")
    assert not (cafe / ".belfry/versions").exists()
