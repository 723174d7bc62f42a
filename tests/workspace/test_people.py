"""How people.csv is read, the problems in it, and who deputises for whom."""

from __future__ import annotations

from datetime import date

import pytest
from tests.samples import NOON
from tests.workspace.team_folders import TeamFolder

from belfry.accounts.users import Role
from belfry.kernel.errors import Temporary
from belfry.kernel.sheets import read_sheet
from belfry.ports.files import Version
from belfry.workspace.people import (
    PEOPLE,
    FindTeam,
    People,
    Person,
    find_deputy,
    find_nearest_name,
    find_person,
    read_people,
)
from belfry.workspace.tables import make_table

HEADER = "name,email,slack_id,phone,timezone,role,manager,deputy,away_from,away_until\n"
TODAY = date(2026, 11, 16)


def people_of(rows: str, header: str = HEADER) -> People:
    content = (header + rows).encode()
    sheet = read_sheet(content, name="people.csv")
    table = make_table(sheet, PEOPLE, digest="", version=Version(1, NOON, "", len(content)))
    return read_people(table, country="GB")


def said_of(rows: str, header: str = HEADER) -> list[str]:
    return [str(problem) for problem in people_of(rows, header).problems]


def person_in(people: People, name: str) -> Person:
    person = find_person(people, name)
    assert person is not None
    return person


def test_person_is_read_from_every_cell() -> None:
    people = people_of(
        "Maria Lopez,maria@example.com,U1,07700 900123,Europe/London,Owner,,,,\n"
        "Tom,tom@example.com,U2,,,manager,maria lopez,Maria,2026-11-16,20/11/2026\n"
    )

    assert people.everybody == (
        Person(
            name="Maria Lopez",
            email="maria@example.com",
            slack_id="U1",
            phone="+447700900123",
            timezone="Europe/London",
            role=Role.OWNER,
        ),
        Person(
            name="Tom",
            email="tom@example.com",
            slack_id="U2",
            role=Role.MANAGER,
            manager="Maria Lopez",
            deputy="Maria Lopez",
            away_from=date(2026, 11, 16),
            away_until=date(2026, 11, 20),
        ),
    )
    assert (people.problems, people.repairs) == ((), ())


def test_name_alone_is_enough_and_makes_one_of_the_staff() -> None:
    assert people_of("Ann\n", "Full Name\n").everybody == (Person(name="Ann"),)


def test_repairs_are_said_with_their_cells() -> None:
    people = people_of("Ann,<ann@example.com>,,7700900123,,,,,,\n")

    assert [str(repair) for repair in people.repairs] == [
        "people.csv, line 2, column B (email): '<ann@example.com>' was taken for ann@example.com: "
        "the rest is no part of an address",
        "people.csv, line 2, column D (phone): '7700900123' was taken for +447700900123: "
        "a number in GB begins with 0, which spreadsheets drop",
    ]
    assert (people.everybody[0].email, people.everybody[0].phone) == (
        "ann@example.com",
        "+447700900123",
    )


@pytest.mark.parametrize(
    "row, message",
    [
        pytest.param(
            ",x@example.com,,,,,,,,",
            "column A (name): expected a name, and found nothing: this row is left out",
            id="no name",
        ),
        pytest.param(
            " ANN ,,,,,,,,,",
            "column A (name): line 2 has the name 'Ann' already: this row is left out",
            id="a name that is taken",
        ),
        pytest.param(
            "Bob,bob at example,,,,,,,,",
            "column B (email): expected an e-mail address like name@example.com, "
            "not 'bob at example'",
            id="no e-mail address",
        ),
        pytest.param(
            "Bob,,,4.47701E+11,,,,,,",
            "column D (phone): '4.47701E+11' has lost digits in a spreadsheet: "
            "type it again, as text",
            id="a phone number that lost digits",
        ),
        pytest.param(
            "Bob,,,,Europe/Londn,,,,,",
            "column E (timezone): timezone: 'Europe/Londn' is not a known zone; "
            "did you mean Europe/London?",
            id="no zone",
        ),
        pytest.param(
            "Bob,,,,,boss,,,,",
            "column F (role): expected owner, manager, staff, not 'boss'; taken for staff",
            id="no role",
        ),
        pytest.param(
            "Bob,,,,,,Anne,,,",
            "column G (manager): there is nobody called 'Anne' in this file; did you mean Ann?",
            id="no such manager",
        ),
        pytest.param(
            "Bob,,,,,,,Xerxes,,",
            "column H (deputy): there is nobody called 'Xerxes' in this file",
            id="no such deputy",
        ),
        pytest.param(
            "Bob,,,,,,,bob,,",
            "column H (deputy): nobody can stand in for themselves",
            id="their own deputy",
        ),
        pytest.param(
            "Bob,,,,,,,,soon,",
            "column I (away_from): expected a date like 2026-11-17, not 'soon'",
            id="no date",
        ),
        pytest.param(
            "Bob,,,,,,,,2026-11-20,2026-11-16",
            "column J (away_until): 2026-11-16 is before away_from, which is 2026-11-20",
            id="away until before away from",
        ),
    ],
)
def test_cell_that_cannot_be_right_is_named_and_the_others_go_on(row: str, message: str) -> None:
    people = people_of(f"Ann,,,,,,,,,\n{row}\nCy,cy@example.com,,,,,,,,\n")

    assert [str(problem) for problem in people.problems] == [f"people.csv, line 3, {message}"]
    names = [person.name for person in people.everybody]
    assert names == (["Ann", "Bob", "Cy"] if row.startswith("Bob") else ["Ann", "Cy"])
    assert [p for p in people.everybody if p.name == "Bob"] in ([], [Person(name="Bob")])
    assert person_in(people, "Cy").email == "cy@example.com"


def test_deputies_that_run_in_a_circle_are_said_once() -> None:
    rows = "Ann,,,,,,,Bob,,\nBob,,,,,,,Cy,,\nCy,,,,,,,Bob,,\nDee,,,,,,,Ann,,\n"

    assert said_of(rows) == [
        "people.csv, line 3, column H (deputy): deputies run in a circle: Bob, then Cy, then Bob; "
        "nobody is left if all are away"
    ]


@pytest.mark.parametrize(
    "text, name",
    [
        pytest.param("José Álvarez", "José Álvarez", id="the name"),
        pytest.param("  jose   ALVAREZ ", "José Álvarez", id="case, accents and spaces"),
        pytest.param("jose", "José Álvarez", id="a first name only one has"),
        pytest.param("Ann", "Ann", id="a name that is also a first name"),
        pytest.param("SAM.B@example.com", "Sam Brown", id="an e-mail address"),
        pytest.param("U77", "Sam Brown", id="a Slack id"),
        pytest.param("Sam", None, id="a first name that two have"),
        pytest.param("Zed", None, id="a name nobody has"),
        pytest.param(" ", None, id="no name"),
    ],
)
def test_person_is_found_kindly_but_never_guessed(text: str, name: str | None) -> None:
    people = people_of("José Álvarez\nAnn\nAnn Lee\nSam Brown,sam.b@example.com,U77\nSam Cole\n")

    person = find_person(people, text)

    assert (person.name if person else None) == name


def test_nearest_name_is_offered() -> None:
    people = people_of("Maria Lopez\nTom\n")

    assert find_nearest_name(people, "Marai") == "Maria Lopez"
    assert find_nearest_name(people, "Xerxes") is None


@pytest.mark.parametrize(
    "away_from, away_until, is_away",
    [
        pytest.param("", "", False, id="never away"),
        pytest.param("2026-11-16", "2026-11-16", True, id="the first and last day"),
        pytest.param("2026-11-17", "2026-11-18", False, id="from tomorrow"),
        pytest.param("2026-11-10", "2026-11-15", False, id="until yesterday"),
        pytest.param("2026-11-10", "", True, id="since last week, with no end"),
        pytest.param("", "2026-11-16", True, id="until today"),
    ],
)
def test_person_is_away_on_both_days_and_between(
    away_from: str, away_until: str, is_away: bool
) -> None:
    people = people_of(f"Ann,,,,,,,,{away_from},{away_until}\n")

    assert people.everybody[0].is_away(TODAY) is is_away


AWAY = "2026-11-01,2026-11-30"


@pytest.mark.parametrize(
    "rows, name",
    [
        pytest.param("Ann,,,,,,,Bob,,\nBob\n", "Ann", id="themselves, being here"),
        pytest.param(f"Ann,,,,,,,Bob,{AWAY}\nBob\n", "Bob", id="their deputy"),
        pytest.param(
            f"Ann,,,,,,,Bob,{AWAY}\nBob,,,,,,,Cy,{AWAY}\nCy\n", "Cy", id="their deputy's deputy"
        ),
        pytest.param(f"Ann,,,,,,,,{AWAY}\n", None, id="nobody, having none"),
        pytest.param(f"Ann,,,,,,,Bob,{AWAY}\nBob,,,,,,,,{AWAY}\n", None, id="nobody, all away"),
        pytest.param(
            f"Ann,,,,,,,Bob,{AWAY}\nBob,,,,,,,Ann,{AWAY}\n", None, id="nobody, in a circle"
        ),
    ],
)
def test_deputy_is_the_first_in_line_who_is_here(rows: str, name: str | None) -> None:
    people = people_of(rows)

    deputy = find_deputy(people, person_in(people, "Ann"), TODAY)

    assert (deputy.name if deputy else None) == name


def find(content: bytes | None, *, admin: str = "Owner@Example.com") -> frozenset[str]:
    team = TeamFolder()
    if content is not None:
        team.folder.files["people.csv"] = content
    return FindTeam(team.read_table, "GB", admin)()


def test_person_is_found_by_each_address_in_lower_case() -> None:
    people = b"name,email,phone\nTom,Tom@Example.com,07700 900123\nAnn,ann@example.com,\nBo,,\n"

    assert find(people) == {
        "owner@example.com",
        "tom@example.com",
        "+447700900123",
        "ann@example.com",
    }


@pytest.mark.parametrize(
    "content", [None, b"", b"colour\nblue\n"], ids=["no file", "an empty one", "another table"]
)
def test_without_a_list_of_people_there_is_the_admin(content: bytes | None) -> None:
    assert find(content) == {"owner@example.com"}


def test_empty_name_is_no_person_without_an_admin() -> None:
    assert find(None, admin="") == frozenset()
    assert find(b"name,email\nTom,tom@example.com\n", admin="") == {"tom@example.com"}


def test_a_row_with_a_mistake_does_not_hide_the_others() -> None:
    assert find(b"name,email\nTom,nonsense\nAnn,ann@example.com\n") == {
        "owner@example.com",
        "ann@example.com",
    }


def test_a_list_that_is_being_saved_is_read_later() -> None:
    team = TeamFolder()
    team.folder.busy.add("people.csv")

    with pytest.raises(Temporary):
        FindTeam(team.read_table, "GB", "owner@example.com")()
