"""Whether everything that is taken away is fit to be opened: no cell of it is worked out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.entrypoints.web.pages.apps import App, open_app
from tests.entrypoints.web.pages.offices import HEAD, Office
from tests.entrypoints.web.pages.test_guards import fill, furnish, list_paths, visit
from tests.entrypoints.web.pages.test_hostile_words import HTML

from belfry.accounts.users import Role
from belfry.kernel.sheets import guard_cell

SHEETS = {"/audit.csv", "/controls.csv"}
# What is not a spreadsheet: nothing in these is worked out by what opens them.
OTHERS = {
    "/jobs/{name}/export": "application/zip",
    "/jobs/{name}/photos/{number}": "image/jpeg",
    "/jobs/{name}/photos/{number}/small": "image/jpeg",
    "/controls/{name}/evidence/{number}": "image/jpeg",
}
# Reached only with the link; they return a calendar or a picture.
BEHIND_A_LINK = {"/feeds/{token}.ics", "/feeds/rota/{token}.ics", "/t/{token}/photo/{number}"}
TRICKS = ("=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1+1", "\r=1+1", "\uff1d1+1", " =1+1")
HONEST = ("-5", "+44 7700 900123", "-", "5", "a=b")


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """An app in which tricks are everywhere that a spreadsheet is made of."""
    with open_app(tmp_path_factory.mktemp("app")) as app:
        furnish(app)
        office = Office(app)
        rows = [make_row(f"Check {at}", text) for at, text in enumerate((*TRICKS, *HONEST))]
        office.write("Fire drill,Safety,monthly,Maria,,2026-11-19,,", *rows, *map(make_row, TRICKS))
        app.services.controls.sync()
        for text in TRICKS:
            name = f"{text}!"
            user = app.services.accounts.users.add(
                name=name, email=None, role=Role.OWNER, by="user/1"
            )
            app.services.accounts.sessions.end_all(user.id, by=user.subject)
        yield app


def make_row(name: str, text: str | None = None) -> str:
    """A control of which everything that is only words says the same."""
    text = name if text is None else text
    cells = {"name": name, "area": text, "owner": text, "proof": text, "notes": text}
    out = io.StringIO()
    row = [cells.get(column, "") for column in HEAD.split(",")]
    row[2], row[5] = "monthly", "2026-12-01"
    csv.writer(out, lineterminator="").writerow(row)
    return out.getvalue()


def read_rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_everything_that_is_taken_away_is_decided(lived_in: App) -> None:
    """A new download is one of these, or this fails."""
    owner, kinds = visit(lived_in), {}
    for path in list_paths("GET"):
        answer = owner.get(fill(path))
        if answer.status_code == 200 and answer.headers["content-type"] != HTML:
            kinds[path] = answer.headers["content-type"]
    sheets = dict.fromkeys(SHEETS, "text/csv; charset=utf-8")
    assert kinds == {**sheets, **OTHERS}
    assert {path for path in list_paths("GET") if path.endswith((".csv", ".ics"))} == (
        SHEETS | {path for path in BEHIND_A_LINK if path.endswith(".ics")}
    )


@pytest.mark.parametrize("path", sorted(SHEETS))
def test_no_cell_of_a_spreadsheet_is_worked_out(lived_in: App, path: str) -> None:
    header, *rows = read_rows(visit(lived_in).get(path).content)
    cells = {cell for row in (header, *rows) for cell in row}
    assert {cell for cell in cells if guard_cell(cell) != cell} == set()
    assert len({cell for cell in cells if cell.startswith("'")}) >= 5
    assert {len(row) for row in rows} == {len(header)}


def test_honest_number_and_telephone_number_stay_as_they_are(lived_in: App) -> None:
    rows = csv.DictReader(
        io.StringIO(visit(lived_in).get("/controls.csv").content.decode("utf-8-sig"), newline="")
    )
    notes = {row["notes"] for row in rows}
    assert set(HONEST) <= notes
    assert not set(TRICKS) & notes


def test_what_is_kept_of_a_customer_can_be_read(lived_in: App) -> None:
    packed = visit(lived_in).get("/jobs/J-2042/export").content
    with ZipFile(io.BytesIO(packed)) as package:
        names = package.namelist()
        assert [name for name in names if Path(name).is_absolute() or ".." in name] == []
        assert json.loads(package.read("customer.json"))
