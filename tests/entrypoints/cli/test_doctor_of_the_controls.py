"""Whether `belfry doctor` finds what is wrong with the list of controls, its rules and owners."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal

HEADER = "name,area,repeat,owner,last_done\n"
DRILL = "Fire drill,Safety,monthly,Maria,\n"
PEOPLE = "name,email\nMaria Lopez,maria@example.com\nTom Hill,\n"
RULES = "Safety: a week before and on the day\n"


@pytest.fixture
def office(belfry: Terminal) -> Path:
    """A team with one control that is well in every respect."""
    (belfry.folder / "controls").mkdir()
    write(belfry.folder, "controls/tasks.csv", HEADER + DRILL)
    write(belfry.folder, "controls/rules.txt", RULES)
    write(belfry.folder, "people.csv", PEOPLE)
    return belfry.folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def examine(belfry: Terminal, *, wrong: bool = True) -> list[tuple[str, str]]:
    """Where something is wrong, or worth knowing, about controls and people, and what."""
    findings: list[dict[str, Any]] = json.loads(belfry("doctor", "--json").out)["findings"]
    return [
        (finding["where"], finding["what"])
        for finding in findings
        if finding["is_wrong"] is wrong and finding["where"].startswith(("controls/", "people.csv"))
    ]


def test_controls_that_are_well_are_not_spoken_of(belfry: Terminal, office: Path) -> None:
    assert (examine(belfry), examine(belfry, wrong=False)) == ([], [])
    assert belfry("doctor").code == 0


def test_team_without_controls_is_well(belfry: Terminal) -> None:
    assert (examine(belfry), examine(belfry, wrong=False)) == ([], [])


def test_rules_without_a_list_are_found(belfry: Terminal, office: Path) -> None:
    (office / "controls" / "tasks.csv").unlink()
    [(where, what)] = examine(belfry)
    assert (where, what) == ("controls/tasks.csv", "is missing: there is nothing to remind of")


def test_list_without_rules_goes_by_belfry_s_own(belfry: Terminal, office: Path) -> None:
    (office / "controls" / "rules.txt").unlink()
    assert (examine(belfry), examine(belfry, wrong=False)) == ([], [])


def test_every_bad_cell_of_the_list_is_found(belfry: Terminal, office: Path) -> None:
    rows = (
        *(DRILL, "Exits,Safety,now and then,Maria,\n", ",Safety,weekly,Maria,\n"),
        *("Alarm,Safety,weekly,Maria,2199-01-01\n", "ALARM TEST,,weekly,Maria,\n"),
        "Alarm test,,weekly,Maria,\n",
    )
    write(office, "controls/tasks.csv", HEADER + "".join(rows))
    findings = dict(examine(belfry))
    assert sorted(findings) == [
        "controls/tasks.csv, line 3, column C (repeat)",
        "controls/tasks.csv, line 4, column A (name)",
        "controls/tasks.csv, line 5, column E (last_done)",
        "controls/tasks.csv, line 6, column A (name)",
        "controls/tasks.csv, line 7, column A (name)",
    ]
    assert "expected how often" in findings["controls/tasks.csv, line 3, column C (repeat)"]


def test_list_that_is_none_is_found(belfry: Terminal, office: Path) -> None:
    write(office, "controls/tasks.csv", "where,what\nhere,this\n")
    [(where, what)] = examine(belfry)
    assert where.startswith("controls/tasks.csv")
    assert "name" in what


@pytest.mark.parametrize(
    "line, where, expected",
    [
        pytest.param(
            "Default: remind me soon", "line 2, column 20", "soon", id="a chain with a strange word"
        ),
        pytest.param(
            "Quite hours: 6pm to 8am",
            "line 2, column 1",
            "did you mean Quiet hours?",
            id="a slip in the name of a rule",
        ),
        pytest.param(
            "Fire dril: on the day",
            "line 2, column 1",
            "did you mean Fire drill?",
            id="a control that is not on the list",
        ),
        pytest.param(
            "Owner of saftey: Maria",
            "line 2, column 10",
            "did you mean Safety?",
            id="an area that is not on the list",
        ),
        pytest.param(
            "Escalate safety to: Mara",
            "line 2",
            "did you mean Maria Lopez?",
            id="a person whom nobody knows",
        ),
    ],
)
def test_every_bad_line_of_the_rules_is_found(
    belfry: Terminal, office: Path, line: str, where: str, expected: str
) -> None:
    write(office, "controls/rules.txt", f"{RULES}{line}\n")
    [(place, what)] = examine(belfry)
    assert place == f"controls/rules.txt {where}"
    assert expected in what


def test_owner_whom_nobody_knows_is_found_by_the_first_cell(belfry: Terminal, office: Path) -> None:
    more = DRILL.replace("Fire drill", "Exits").replace("Maria", "Mara")
    write(office, "controls/tasks.csv", HEADER + DRILL + more + more.replace("Exits", "Alarm"))
    [(where, what)] = examine(belfry)
    assert where == "controls/tasks.csv, line 3, column D (owner)"
    assert what == "there is nobody called 'Mara' in people.csv: did you mean Maria Lopez?"


def test_owner_without_an_address_is_told(belfry: Terminal, office: Path) -> None:
    write(office, "controls/tasks.csv", HEADER + DRILL.replace("Maria", "Tom"))
    assert examine(belfry) == []
    expected = "Tom Hill owns controls, and has no usable address"
    assert examine(belfry, wrong=False) == [("people.csv", expected)]


def test_names_without_a_list_of_people_are_told(belfry: Terminal, office: Path) -> None:
    (office / "people.csv").unlink()
    expected = "lists no one, so that all reminders of controls go to the admin"
    assert examine(belfry) == []
    assert examine(belfry, wrong=False) == [("people.csv", expected)]


@pytest.mark.parametrize(
    "admin, wrong",
    [
        pytest.param("owner@example.com", False, id="with an admin, who is reminded"),
        pytest.param("", True, id="without one, so that nobody would be"),
    ],
)
def test_control_of_nobody_is_told(belfry: Terminal, office: Path, admin: str, wrong: bool) -> None:
    write(office, "belfry.toml", f'timezone = "Europe/London"\nadmin = "{admin}"\n')
    write(office, "controls/tasks.csv", HEADER + DRILL.replace("Maria", ""))
    [(where, what)] = examine(belfry, wrong=wrong)
    who = "nobody is" if wrong else "the admin is"
    assert (where, what) == (
        "controls/tasks.csv",
        f"without an owner, so that {who} reminded of them: Fire drill",
    )


def test_chain_longer_than_the_cycle_is_told(belfry: Terminal, office: Path) -> None:
    write(office, "controls/tasks.csv", f"{HEADER}Fire drill,Safety,weekly,Maria,\n")
    assert examine(belfry, wrong=False) == [
        (
            "controls/tasks.csv, line 2, column C (repeat)",
            "Fire drill: reminders begin 7 days before, and it comes round within 7 days, "
            "so it is always due now",
        )
    ]


def test_section_that_means_a_control_and_an_area_is_told(belfry: Terminal, office: Path) -> None:
    write(office, "controls/tasks.csv", f"{HEADER}{DRILL}Safety,,yearly,Maria,\n")
    assert examine(belfry, wrong=False) == [
        (
            "controls/rules.txt line 1",
            "'Safety' is a control and an area: this line counts for both",
        )
    ]


def test_owner_of_an_area_sees_to_its_controls(belfry: Terminal, office: Path) -> None:
    write(office, "controls/tasks.csv", HEADER + DRILL.replace("Maria", ""))
    write(office, "controls/rules.txt", f"{RULES}Owner of safety: Maria\n")
    assert (examine(belfry), examine(belfry, wrong=False)) == ([], [])
