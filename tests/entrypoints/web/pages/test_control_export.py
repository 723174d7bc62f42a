"""Whether the controls can be taken away as a spreadsheet."""

from __future__ import annotations

import csv
import io

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import Office


def test_spreadsheet_is_a_download_of_all_controls(app: App, owner: Visitor) -> None:
    Office(app).open('"=cmd|x",Safety,monthly,Maria,,2026-11-19,,', "Keys,,yearly,,,2027-01-04,,")
    answer = owner.get("/controls.csv")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/csv; charset=utf-8")
    assert answer.headers["content-disposition"] == 'attachment; filename="controls.csv"'
    rows = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert [(row["name"], row["due_on"]) for row in rows] == [
        ("'=cmd|x", "2026-11-19"),
        ("Keys", "2027-01-04"),
    ]


def test_page_of_controls_leads_to_the_spreadsheet(app: App, owner: Visitor) -> None:
    assert 'href="/controls.csv"' not in owner.get("/controls").text
    Office(app).open()
    assert 'href="/controls.csv"' in owner.get("/controls").text
