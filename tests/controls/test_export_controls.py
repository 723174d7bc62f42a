"""What a spreadsheet of all controls holds, and that it does nothing by itself."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date

from tests.controls.acting import add_user, mark_done, open_list
from tests.controls.offices import Office

from belfry.controls.find_controls import HEADER

HEAD = "name,area,repeat,owner,proof,first_due,requires_evidence,notes"


def export(office: Office) -> list[dict[str, str]]:
    content = office.app.services.controls.export().decode()
    return list(csv.DictReader(io.StringIO(content, newline="")))


def write(office: Office, *rows: str) -> None:
    office.write("controls/tasks.csv", "\n".join([HEAD, *rows, ""]))
    assert office.app.services.controls.sync().problems == ()


def test_every_control_has_a_row_the_first_to_come_due_first(office: Office) -> None:
    write(
        office,
        "Keys,,yearly,Tom,,2027-02-01,yes,",
        'Fire drill,Safety,monthly,Maria,photo,2026-12-03,,"count, then go"',
    )
    drill, keys = export(office)
    assert drill == {
        "name": "Fire drill",
        "area": "Safety",
        "repeat": "monthly",
        "owner": "Maria",
        "proof": "photo",
        "due_on": "2026-12-03",
        "move": "due-now",
        "why": drill["why"],
        "last_done": "",
        "done_by": "",
        "requires_evidence": "",
        "notes": "count, then go",
    }
    assert drill["why"].startswith("due on 3 December 2026, in 2 days")
    assert (keys["name"], keys["move"], keys["requires_evidence"]) == ("Keys", "on-track", "yes")


def test_who_did_it_last_is_named(office: Office) -> None:
    open_list(office)
    mark_done(office, by=add_user(office, "Ada"), done_on=date(2026, 11, 30))
    (row,) = export(office)
    assert (row["last_done"], row["done_by"], row["due_on"]) == ("2026-11-30", "Ada", "2026-12-30")


def test_team_without_controls_gets_the_headers(office: Office) -> None:
    content = office.app.services.controls.export()
    assert content == (",".join(HEADER) + "\r\n").encode()


def test_formula_in_any_cell_is_made_harmless(office: Office) -> None:
    write(office, '=1+1,@a,monthly,+b,-c,2026-12-03,,"=HYPERLINK(""http://x"",""y"")"')
    (row,) = export(office)
    named = ("name", "area", "owner", "proof", "notes")
    assert [row[name] for name in named] == [
        *("'=1+1", "'@a", "'+b", "'-c", '\'=HYPERLINK("http://x","y")')
    ]


def test_file_for_old_spreadsheets_is_marked(office: Office) -> None:
    export = office.app.services.controls.export
    assert export(is_marked=True) == b"\xef\xbb\xbf" + export()


def test_list_longer_than_a_page_is_whole(office: Office) -> None:
    write(office, *(f"Check {n},,monthly,,,2026-12-{n:02},," for n in range(1, 6)))
    content = replace(office.app.services.controls.export, at_once=2)().decode()
    rows = csv.DictReader(io.StringIO(content, newline=""))
    assert [row["name"] for row in rows] == [f"Check {n}" for n in range(1, 6)]
