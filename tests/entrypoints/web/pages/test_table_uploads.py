"""Whether an uploaded table is shown before it counts, and can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import Response
from tests.adapters.excel.workbooks import Rows, make_workbook
from tests.entrypoints.web.pages.apps import App, Visitor, find_csrf
from tests.entrypoints.web.pages.reading import read

from belfry.workspace.docs import TableHead

PEOPLE = "/docs/people.csv"
UPLOAD = f"{PEOPLE}/upload"
ROWS = "name;email;role;shoe size\r\nMaria Lopez;maria@example.com;manager;39\r\nTom;;staff;\r\n"
NEW: Rows = [
    ["E-mail", "Name", "Role", "Starts"],
    ["maria@example.org", "Maria Lopez", "manager", "Monday"],
    ["ann", "Ann", "staff", None],
]


@pytest.fixture
def file(app: App) -> Path:
    file = app.services.settings.folder / "people.csv"
    file.write_bytes(ROWS.encode())
    return file


def upload(
    visitor: Visitor, content: bytes, name: str = "new people.csv", tab: str = ""
) -> Response:
    word = {"csrf": find_csrf(visitor.get(UPLOAD).text), "tab": tab}
    return visitor.post(UPLOAD, word, files={"chosen": (name, content)})


def confirm(visitor: Visitor, preview: Response) -> Response:
    typed = {**read(preview.text).typed, "do": "save"}
    # A field of a form with files is sent as a part of its own.
    return visitor.post(UPLOAD, typed, files={"chosen": ("", b"")})


def test_upload_is_shown_with_its_columns_changes_and_problems(owner: Visitor, file: Path) -> None:
    answer = upload(owner, make_workbook({"People": NEW, "Notes": [["x"]]}), "new people.xlsx")

    text = read(answer.text).text
    assert answer.status_code == 200
    assert "new people.xlsx has 2 rows. Nothing is saved yet." in text
    for line in (
        "1 row added",
        "1 row removed",
        "1 cell changed",
        "new column: Starts",
        "column shoe size is not in the file: its cells would be removed",
        "Starts: not known to Belfry, kept as it is",
        "E-mail: read as email",
        "'maria@example.com' became 'maria@example.org'",
        "new people.xlsx, tab People, A3 (E-mail): expected an e-mail address",
    ):
        assert line in text
    assert "timezone" in text.partition("Not in the file: ")[2]
    assert file.read_bytes() == ROWS.encode()


def test_confirmed_upload_replaces_the_table_in_its_own_form(
    owner: Visitor, file: Path, app: App
) -> None:
    preview = upload(owner, make_workbook({"People": NEW}), r"C:\desk\new people.xlsx")
    answer, again = confirm(owner, preview), confirm(owner, preview)

    assert answer.headers["location"] == f"{PEOPLE}?done=table-uploaded"
    assert again.headers["location"] == f"{PEOPLE}?done=doc-unchanged"
    assert file.read_bytes().decode() == (
        "name;email;role;Starts\r\nMaria Lopez;maria@example.org;manager;Monday\r\n"
        "Ann;ann;staff;\r\n"
    )
    entries = app.services.ports.audit_log.list_entries(TableHead(name="people.csv").subject)
    assert [(entry.action, entry.after.get("upload")) for entry in entries] == [
        ("edit-asked", "new people.xlsx"),
        ("edited", "new people.xlsx"),
    ]
    owner.post(f"{PEOPLE}/restore", {**read(owner.get(PEOPLE).text).typed, "version": "1"})
    assert file.read_bytes() == ROWS.encode()


def test_table_that_changed_meanwhile_is_not_replaced(owner: Visitor, file: Path) -> None:
    preview = upload(owner, b"name,role\nAnn,staff\n")
    file.write_bytes(b"name,role\nBen,staff\n")
    answer = confirm(owner, preview)
    assert answer.status_code == 409
    assert "upload it again" in read(answer.text).text
    assert file.read_bytes() == b"name,role\nBen,staff\n"


def test_same_table_is_told_and_offers_nothing_to_save(owner: Visitor, file: Path) -> None:
    answer = upload(owner, ROWS.encode())
    assert "the table says the same already" in read(answer.text).text
    assert "Replace the table" not in answer.text


def test_table_that_is_not_there_yet_is_made(owner: Visitor, file: Path) -> None:
    file.unlink()
    preview = upload(owner, b"name;role\nAnn;staff\n")
    assert "1 row added" in read(preview.text).text
    confirm(owner, preview)
    assert file.read_bytes() == b"name,role\nAnn,staff\n"


@pytest.mark.parametrize(
    ("content", "tab", "word"),
    [
        pytest.param(b"", "", "Choose a file first", id="nothing"),
        pytest.param(b"shoe\n39\n", "", "cannot be used", id="no column that is needed"),
        pytest.param(b"\x00\x01", "", "NUL byte", id="no text"),
        pytest.param(b"PK\x03\x04 half", "", "damaged or no workbook", id="half a workbook"),
        pytest.param(b"name\n" + b"x" * 900_000, "", "put it into the team's folder", id="large"),
        pytest.param(
            make_workbook({"a": NEW, "b": NEW}),
            "",
            "Say which tab: the workbook has a, b",
            id="two",
        ),
        pytest.param(
            make_workbook({"a": NEW, "b": NEW}), "c", "The workbook has the tabs a, b", id="no tab"
        ),
    ],
)
def test_file_that_is_no_such_table_is_refused_with_a_reason(
    owner: Visitor, file: Path, content: bytes, tab: str, word: str
) -> None:
    answer = upload(owner, content, tab=tab)
    assert word in read(answer.text).text
    assert "Replace the table" not in answer.text


def test_tab_is_found_by_the_name_that_was_typed(owner: Visitor, file: Path) -> None:
    answer = upload(owner, make_workbook({"New list": NEW, "b": []}), tab="new LIST")
    assert "has 2 rows" in read(answer.text).text


def test_only_those_who_may_edit_upload(staff: Visitor, owner: Visitor, file: Path) -> None:
    assert staff.get(UPLOAD).status_code == 403
    word = {"csrf": find_csrf(staff.get("/").text)}
    answer = staff.post(UPLOAD, word, files={"chosen": ("a.csv", b"name\nAnn\n")})
    assert answer.status_code == 403
    assert owner.get("/docs/rota/rules.csv/upload").status_code == 404
