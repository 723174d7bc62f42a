"""Copying what a team keeps online into its folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.adapters.google.drives import (
    BOARD,
    DOC,
    PEOPLE,
    PHOTOS,
    RULES,
    TITLES,
    GoogleTeam,
)
from tests.services.google_api import (
    BROKEN,
    SPREADSHEET,
    LocalGoogle,
    LocalPicture,
    serving_google,
)

from belfry.workspace.sync_drive import is_same_content

READS = [
    f"GET /v4/spreadsheets/{SPREADSHEET}",
    f"GET /v4/spreadsheets/{SPREADSHEET}/values:batchGet",
]


@pytest.fixture
def google() -> Iterator[LocalGoogle]:
    with serving_google() as google:
        google.save_doc(DOC, "Max hours: 40\n\nRest gap: 11 hours\xa0\n")
        for title in TITLES.values():
            google.save_tab(title, [["name"], ["Ann"]])
        yield google


@pytest.fixture
def team(google: LocalGoogle) -> GoogleTeam:
    return GoogleTeam(google)


def test_tabs_and_documents_are_copied_as_text(google: LocalGoogle, team: GoogleTeam) -> None:
    google.save_tab("board", [["job_id", "note"], [], ["J-1", "a, b\nc", ""]])
    google.save_tab("Week of 2026-11-23", [["day"], ["Mon"]])
    google.save_tab("notes", [["anything"]])
    assert sorted(team.sync().changed) == sorted([*TITLES, RULES, "rota/week-2026-11-23.csv"])
    assert team.copies.files[BOARD] == b'job_id,note\n,\nJ-1,"a, b\nc"\n'
    assert team.copies.files[RULES] == b"Max hours: 40\n\nRest gap: 11 hours \n"
    assert team.list_problems() == []


def test_nothing_is_read_while_nothing_changed(google: LocalGoogle, team: GoogleTeam) -> None:
    team.sync()
    google.calls.clear()
    assert str(team.sync()) == ""
    assert google.asked == [f"GET /v3/files/{SPREADSHEET}", f"GET /v3/files/{DOC}"]


def test_change_is_read_once_and_other_files_stay(google: LocalGoogle, team: GoogleTeam) -> None:
    team.sync()
    google.save_tab("people", [["name"], ["Ben"]])
    google.calls.clear()
    assert team.sync().changed == [PEOPLE]
    assert [path for path in google.asked if path in READS] == READS
    assert team.copies.files[PEOPLE] == b"name\nBen\n"


def test_sync_of_a_room_asks_only_for_what_it_uses(google: LocalGoogle, team: GoogleTeam) -> None:
    assert BOARD in team.sync("jobs/").changed
    assert RULES not in team.copies.files


def test_content_before_the_first_copy_is_kept(team: GoogleTeam) -> None:
    team.copies.files[PEOPLE] = b"name;email\nOld;old@example.com\n"
    team.sync()
    assert team.versions.get(PEOPLE, 1) == b"name;email\nOld;old@example.com\n"


def test_copy_that_says_the_same_is_left_alone(team: GoogleTeam) -> None:
    team.copies.files[PEOPLE] = b'"name"\r\nAnn\r\n'
    assert PEOPLE not in team.sync().changed
    assert team.copies.files[PEOPLE] == b'"name"\r\nAnn\r\n'


def test_renamed_tab_is_a_problem_until_it_has_its_name_again(
    google: LocalGoogle, team: GoogleTeam
) -> None:
    team.sync()
    google.tabs["Leute"] = google.tabs.pop("people")
    google.touch(SPREADSHEET)
    team.sync()
    ((place, text),) = team.list_problems()
    assert place == PEOPLE
    assert text.startswith(
        "the spreadsheet has no tab 'people', only board, staff, template, Leute"
    )
    assert team.copies.files[PEOPLE] == b"name\nAnn\n"
    google.tabs["people"] = google.tabs.pop("Leute")
    google.touch(SPREADSHEET)
    team.sync()
    assert team.list_problems() == []


def test_source_that_fails_stops_no_other_and_is_read_when_it_is_back(
    google: LocalGoogle, team: GoogleTeam
) -> None:
    google.acts = [BROKEN]
    assert team.sync().changed == [RULES]
    assert team.list_problems() == [("Google Sheets", "Google failed (503)")]
    assert BOARD in team.sync().changed
    assert team.list_problems() == []
    google.acts = [BROKEN]
    team.sync()
    google.calls.clear()
    team.sync()
    assert READS[1] in google.asked
    assert team.list_problems() == []


def test_file_that_is_not_shared_is_told_with_the_account(
    google: LocalGoogle, team: GoogleTeam
) -> None:
    google.shared.remove(DOC)
    team.sync()
    ((place, text),) = team.list_problems()
    assert (place, "share it with belfry@tests.example.com" in text) == (RULES, True)


def test_file_written_here_while_google_is_read_is_not_overwritten(
    google: LocalGoogle, team: GoogleTeam
) -> None:
    team.sync()
    google.save_tab("people", [["name"], ["Ben"]])
    fetch = team.drive.fetch

    class Meddling:
        list_sources = team.drive.list_sources
        find_stamp = team.drive.find_stamp
        read_picture = team.drive.read_picture

        def fetch(self, source: str) -> object:
            fetched = fetch(source)
            team.copies.files[PEOPLE] = b"name\nCid\n"
            return fetched

    sync = team.build_sync(Meddling())  # type: ignore[arg-type]
    assert sync().changed == []
    assert team.copies.files[PEOPLE] == b"name\nCid\n"
    assert team.sync().changed == [PEOPLE]


def test_photos_of_jobs_are_copied_once(google: LocalGoogle, team: GoogleTeam) -> None:
    google.shared.add(PHOTOS)
    google.folders = {"f1": "J-1", "f2": "J-2", "f3": "a/b"}
    google.pictures = {
        "p1": LocalPicture("f1", "ready.jpg", b"one"),
        "p2": LocalPicture("f2", "IMG_1.jpg", b"two"),
        "p3": LocalPicture("f2", "notes.pdf", b"pdf", "application/pdf"),
        "p4": LocalPicture("f3", "x?.jpg", b"odd"),
    }
    sync = team.build_sync(team.open_drive({}, docs=False, photos=PHOTOS))
    pictures = ["jobs/photos/J-1/ready.jpg", "jobs/photos/J-2/IMG_1.jpg"]
    assert sync("jobs/").changed == pictures
    assert [team.copies.files[name] for name in pictures] == [b"one", b"two"]
    assert [place for place, _ in team.list_problems()] == ["jobs/photos/a/b/x?.jpg"]
    google.pictures["p2"].content = b"three"
    google.calls.clear()
    assert sync("jobs/").changed == pictures[1:]
    assert [path for path in google.asked if path.endswith("p1")] == []


@pytest.mark.parametrize(
    ("content", "other", "is_same"),
    [
        (b"a,b\n1,2\n", b"a,b\r\n1,2\r\n", True),
        (b"a,b\n1,\n", b"a,b\n1\n", True),
        (b'a,b\n"x;y",2\n', b"a,b\nx;y,2\n", True),
        (b"a,b\n1,2\n", b"a,b\n1,3\n", False),
        (b"a,b\n1,2\n", b"a,b\n1,2\n3,4\n", False),
        (b'a,b\n"x, y",2\n', b"a,b\nx,2\n", False),
    ],
    ids=["line ends", "a blank cell", "quotes", "a cell", "a row", "half a cell"],
)
def test_tables_are_compared_by_their_cells(content: bytes, other: bytes, is_same: bool) -> None:
    assert is_same_content("people.csv", content, other) is is_same
    assert is_same_content("people.csv", other, content) is is_same
    assert not is_same_content("rules.txt", content, other)
