"""Tables in a Google spreadsheet: read from their copy, written cell by cell after a fresh look."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.adapters.google.drives import BOARD, GoogleTeam
from tests.services.google_api import SPREADSHEET, LocalGoogle, serving_google

from belfry.adapters.google.drive import GoogleFolder
from belfry.kernel.errors import Conflict, Permanent
from belfry.ports.files import digest_content

ROWS = [["job_id", "stage"], ["J-1", "received"], ["J-2", "ready"]]
CSV = b"job_id,stage\nJ-1,received\nJ-2,ready\n"


@pytest.fixture
def google() -> Iterator[LocalGoogle]:
    with serving_google() as google:
        google.save_tab("board", ROWS)
        yield google


@pytest.fixture
def folder(google: LocalGoogle) -> GoogleFolder:
    team = GoogleTeam(google)
    team.copies.files[BOARD] = CSV
    return team.folder


def test_reading_asks_google_nothing(google: LocalGoogle, folder: GoogleFolder) -> None:
    assert folder.read(BOARD).content == CSV
    assert folder.exists(BOARD)
    assert list(folder.stamps()) == folder.list() == [BOARD]
    assert google.calls == []


def test_replace_writes_only_the_cells_that_differ(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    google.tabs["board"].protected = [(1, 0), (1, 1), (2, 0)]
    new = CSV.replace(b"J-2,ready", b"J-2,collected")
    folder.replace(BOARD, new, digest_content(CSV))
    assert google.tabs["board"].cells[2] == ["J-2", "collected"]
    assert folder.read(BOARD).content == new
    assert google.asked[-1] == f"POST /v4/spreadsheets/{SPREADSHEET}/values:batchUpdate"
    assert b"'board'!B3" in google.calls[-1].body


def test_replace_grows_the_tab_for_rows_and_columns(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    google.tabs["board"].height, google.tabs["board"].width = 3, 2
    new = b"job_id,stage,note\nJ-1,received,\nJ-2,ready,=1+1\nJ-3,ready,\n"
    folder.replace(BOARD, new, digest_content(CSV))
    assert google.tabs["board"].list_values()[2:] == [["J-2", "ready", "=1+1"], ["J-3", "ready"]]


def test_edit_in_google_since_the_copy_is_a_conflict_and_then_read(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    google.save_tab("board", [*ROWS, ["J-3", "received"]])
    with pytest.raises(Conflict, match="in Google Sheets"):
        folder.replace(BOARD, CSV.replace(b"ready", b"collected"), digest_content(CSV))
    assert folder.read(BOARD).content == CSV + b"J-3,received\n"
    assert google.tabs["board"].cells[2] == ["J-2", "ready"]


def test_row_that_is_gone_leaves_a_blank_one_in_tab_and_copy(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    folder.replace(BOARD, b"job_id,stage\nJ-2,ready\n", digest_content(CSV))
    assert google.tabs["board"].list_values() == [["job_id", "stage"], [], ["J-2", "ready"]]
    written = folder.read(BOARD)
    folder.replace(BOARD, written.content.replace(b"ready", b"collected"), written.digest)
    assert google.tabs["board"].cells[2] == ["J-2", "collected"]


def test_write_that_google_refuses_leaves_the_copy_as_it_was(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    google.tabs["board"].protected = [(2, 1)]
    with pytest.raises(Permanent, match="the tab board has a protected range"):
        folder.replace(BOARD, CSV.replace(b"ready", b"collected"), digest_content(CSV))
    assert folder.read(BOARD).content == CSV


def test_viewer_is_told_to_ask_for_more(google: LocalGoogle, folder: GoogleFolder) -> None:
    google.may_edit = False
    with pytest.raises(Permanent, match="share it as an editor"):
        folder.replace(BOARD, CSV.replace(b"ready", b"collected"), digest_content(CSV))
    assert folder.read(BOARD).content == CSV


def test_renamed_tab_is_told_with_those_there_are(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    google.tabs = {"Jobs 2026": google.tabs["board"]}
    with pytest.raises(Permanent, match="no tab 'board', only Jobs 2026"):
        folder.replace(BOARD, CSV.replace(b"ready", b"collected"), digest_content(CSV))


def test_new_week_is_a_copy_of_the_template_tab(google: LocalGoogle, folder: GoogleFolder) -> None:
    google.save_tab("template", [["day", "start"], ["Mon", "9:00"], ["Tue", "9:00"], ["Wed", "9"]])
    google.tabs["template"].height = 4
    week = b"day,start,end\n2026-11-23,9:00,17:00\n"
    folder.replace("rota/week-2026-11-23.csv", week, None)
    tab = google.tabs["week of 2026-11-23"]
    assert tab.list_values() == [["day", "start", "end"], ["2026-11-23", "9:00", "17:00"]]
    assert folder.read("rota/week-2026-11-23.csv").content == week
    with pytest.raises(Conflict):
        folder.replace("rota/week-2026-11-23.csv", week, None)


def test_tab_made_by_another_process_is_a_conflict_and_not_overwritten(
    google: LocalGoogle, folder: GoogleFolder
) -> None:
    google.on_write = lambda: google.save_tab("people", [["name"], ["Ann"]])
    with pytest.raises(Conflict):
        folder.replace("people.csv", b"name\nBen\n", None)
    assert google.tabs["people"].cells == [["name"], ["Ann"]]


def test_google_doc_is_edited_in_google(folder: GoogleFolder) -> None:
    with pytest.raises(Permanent, match="docs.google.com/document/d/doc-1/edit"):
        folder.replace("rota/rules.txt", b"Max hours: 40\n", None)
