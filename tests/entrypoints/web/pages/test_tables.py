"""Whether tables are edited cell by cell, with problems said at their cells and nothing lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read

PEOPLE = "/docs/people.csv"
ROWS = "name;email;role;shoe size\r\nMaria Lopez;maria@example.com;manager;39\r\nTom;;staff;\r\n"


@pytest.fixture
def file(app: App) -> Path:
    file = app.services.settings.folder / "people.csv"
    file.write_bytes(ROWS.encode())
    return file


def fill(
    visitor: Visitor, changes: dict[str, str], do: str = "save", path: str = PEOPLE
) -> Response:
    return visitor.post(path, {**read(visitor.get(path).text).typed, **changes, "do": do})


def test_every_cell_is_a_field_also_of_columns_that_mean_nothing_to_us(
    owner: Visitor, file: Path
) -> None:
    shown = read(owner.get(PEOPLE).text)
    assert [shown.typed[f"c-0-{place}"] for place in range(4)] == [
        *("Maria Lopez", "maria@example.com", "manager", "39")
    ]
    assert "shoe size" in shown.text


def test_changed_cell_is_saved_and_no_other_byte(owner: Visitor, file: Path) -> None:
    answer = fill(owner, {"c-1-1": "tom@example.com"})
    assert answer.headers["location"] == f"{PEOPLE}?done=table-saved"
    assert file.read_bytes() == ROWS.replace("Tom;;", "Tom;tom@example.com;").encode()


def test_row_is_added_and_another_deleted(owner: Visitor, file: Path) -> None:
    fill(owner, {"n-0-0": "Ann; the new one", "n-0-2": "staff", "x-1": "on"})
    assert file.read_text() == (
        "name;email;role;shoe size\nMaria Lopez;maria@example.com;manager;39\n"
        '"Ann; the new one";;staff;\n'
    )


def test_problem_is_said_at_its_cell_and_what_was_typed_stays(owner: Visitor, file: Path) -> None:
    changes = {"c-1-1": "tom at example", "n-1-0": "Ann", "n-1-2": "boss", "x-0": "on"}
    answer = fill(owner, changes)
    shown = read(answer.text)
    assert (answer.status_code, file.read_bytes()) == (422, ROWS.encode())
    assert {name: shown.typed[name] for name in changes} == changes
    assert set(shown.errors) == {"c-1-1", "n-1-2"}
    assert "Expected owner, manager, staff, not 'boss'" in shown.errors["n-1-2"]


def test_problem_may_be_saved(owner: Visitor, file: Path) -> None:
    assert fill(owner, {"c-1-2": "boss"}, "anyway").status_code == 303
    assert ";boss;" in file.read_text()


def test_problem_that_was_there_before_keeps_nobody_from_saving(owner: Visitor, file: Path) -> None:
    file.write_bytes(ROWS.replace("staff", "boss").encode())
    assert "1 cell cannot be right." in read(owner.get(PEOPLE).text).text
    assert fill(owner, {"c-0-3": "40"}).status_code == 303
    assert ";40\r\n" in file.read_bytes().decode()


def test_check_saves_nothing(owner: Visitor, file: Path) -> None:
    answer = fill(owner, {"c-1-2": "boss"}, "check")
    assert (answer.status_code, file.read_bytes()) == (200, ROWS.encode())
    assert set(read(answer.text).errors) == {"c-1-2"}


def test_second_manager_sees_what_changed_and_may_keep_both(
    owner: Visitor, manager: Visitor, file: Path
) -> None:
    opened = read(manager.get(PEOPLE).text).typed
    fill(owner, {"c-0-3": "40"})
    crossed = manager.post(PEOPLE, {**opened, "c-1-1": "tom@example.com", "do": "save"})
    shown = read(crossed.text)
    assert crossed.status_code == 409
    assert "Olive changed this table while you were editing it" in shown.text
    assert "both changes can be kept" in shown.text
    assert manager.post(PEOPLE, {**shown.typed, "do": "merge"}).status_code == 303
    assert file.read_bytes() == (
        ROWS.replace("Tom;;", "Tom;tom@example.com;").replace(";39", ";40").encode()
    )


def test_second_manager_may_put_their_row_in_the_place_of_the_others(
    owner: Visitor, manager: Visitor, file: Path
) -> None:
    opened = read(manager.get(PEOPLE).text).typed
    fill(owner, {"c-0-3": "40"})
    crossed = manager.post(PEOPLE, {**opened, "c-0-3": "41", "do": "save"})
    shown = read(crossed.text)
    assert "You both changed the same row" in shown.text
    assert manager.post(PEOPLE, {**shown.typed, "do": "mine"}).status_code == 303
    assert file.read_bytes() == ROWS.replace(";39", ";41").encode()


def test_long_table_has_pages_and_a_row_of_any_can_be_changed(owner: Visitor, file: Path) -> None:
    rows = [f"Person {number},p{number}@example.com" for number in range(450)]
    file.write_text("\n".join(["name,email", *rows, ""]))
    page = read(owner.get(f"{PEOPLE}?page=2").text)
    assert page.typed["c-100-0"] == "Person 100"
    assert "c-99-0" not in page.typed
    assert "Page 2 of 5." in page.text
    answer = owner.post(PEOPLE, {**page.typed, "c-199-1": "last@example.com", "do": "save"})
    assert answer.status_code == 303
    lines = file.read_text().splitlines()
    assert (len(lines), lines[200]) == (451, "Person 199,last@example.com")


def test_line_that_a_link_names_is_on_the_page_shown(owner: Visitor, file: Path) -> None:
    rows = [f"Person {number},p{number}@example.com" for number in range(450)]
    file.write_text("\n".join(["name,email", *rows, ""]))
    page = owner.get(f"{PEOPLE}?line=300").text
    assert "c-298-0" in read(page).typed
    assert page.count(' here"') == 1


def test_link_to_a_cell_lands_on_the_cell(owner: Visitor, file: Path) -> None:
    page = owner.get(f"{PEOPLE}?line=3&column=B").text
    assert re.findall(r'<(\w+) id="here" name="([^"]+)"', page) == [("input", "c-1-1")]
    assert re.findall(r'<td [^>]*data-label="(\w+)" class="here"', page) == ["email"]


def test_link_to_a_line_lands_on_the_row(owner: Visitor, file: Path) -> None:
    page = owner.get(f"{PEOPLE}?line=3").text
    assert re.findall(r'<(\w+) role="row" id="here"', page) == ["tr"]


def test_table_that_is_not_there_is_made(owner: Visitor, app: App) -> None:
    path = "/docs/rota/staff.csv"
    assert fill(owner, {"n-0-0": "Maria Lopez", "n-0-1": "barista"}, path=path).status_code == 303
    file = app.services.settings.folder / "rota" / "staff.csv"
    head, row = file.read_text().splitlines()
    assert head.startswith("name,role,")
    assert row.startswith("Maria Lopez,barista,")


@pytest.mark.parametrize(
    "path, row, field",
    [
        pytest.param(
            "/docs/jobs/board.csv", {"n-0-0": "J-9", "n-0-5": "redy"}, "n-0-5", id="stage"
        ),
        pytest.param("/docs/jobs/board.csv", {"c-0-0": "J-2051"}, "c-1-0", id="job twice"),
        pytest.param(
            "/docs/controls/tasks.csv", {"n-0-0": "Drill", "n-0-2": "oft"}, "n-0-2", id="repeat"
        ),
        pytest.param(
            "/docs/rota/staff.csv", {"n-0-0": "Ann", "n-0-2": "many"}, "n-0-2", id="hours"
        ),
        pytest.param(
            "/docs/rota/week-2026-11-16.csv",
            {"n-0-1": "Mon", "n-0-2": "noonish", "n-0-3": "18:00"},
            "n-0-2",
            id="time",
        ),
    ],
)
def test_every_room_says_what_is_wrong_in_its_own_tables(
    owner: Visitor, bench: Bench, app: App, path: str, row: dict[str, str], field: str
) -> None:
    bench.open()
    rota = app.services.settings.folder / "rota"
    rota.mkdir(exist_ok=True)
    (rota / "staff.csv").write_text("name,role,hours_target\nMaria Lopez,barista,30\n")
    answer = fill(owner, row, path=path)
    assert answer.status_code == 422
    assert field in read(answer.text).errors


def test_table_that_cannot_be_read_says_why_and_how_to_go_back(owner: Visitor, file: Path) -> None:
    owner.get(PEOPLE)
    file.write_text('name,email\n"Tom,x\n')
    shown = read(owner.get(PEOPLE).text)
    assert "a quote is opened here and never closed" in shown.text
    assert f"{PEOPLE}/versions" in shown.links
    owner.submit("/me", f"{PEOPLE}/restore", {"version": "1"})
    assert file.read_bytes() == ROWS.encode()


def test_staff_do_not_see_how_people_are_reached(staff: Visitor, file: Path) -> None:
    assert staff.get(PEOPLE).status_code == 403
    assert "people.csv" not in staff.get("/docs").text


def test_cell_that_looks_like_a_page_stays_a_cell(owner: Visitor, file: Path) -> None:
    evil = '"><script>alert(1)</script>'
    answer = fill(owner, {"c-1-0": evil}, "check")
    assert read(answer.text).typed["c-1-0"] == evil
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("name", ["nothing.csv", "rota/week-16.csv", "../people.csv"])
def test_file_that_is_no_table_of_the_team_is_not_shown(owner: Visitor, name: str) -> None:
    assert owner.get(f"/docs/{name}").status_code == 404


def test_form_of_a_state_that_nobody_kept_is_refused(owner: Visitor, file: Path) -> None:
    typed = read(owner.get(PEOPLE).text).typed
    assert owner.post(PEOPLE, {**typed, "seen": "0" * 64}).status_code == 409
    assert file.read_bytes() == ROWS.encode()
