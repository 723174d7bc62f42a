"""Whether documents are edited with their reading beside them, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read

SHOP = "/docs/jobs/settings.txt"


@pytest.fixture
def file(bench: Bench) -> Path:
    bench.open()
    return bench.folder / "settings.txt"


def save(visitor: Visitor, path: str, change: tuple[str, str], do: str = "save") -> Response:
    """Opens the page, changes a piece of its text and presses a button."""
    return press(visitor, path, read(visitor.get(path).text).typed, change, do)


def press(
    visitor: Visitor, path: str, typed: dict[str, str], change: tuple[str, str], do: str
) -> Response:
    text = typed["text"].replace(*change) if change[0] else typed["text"] + change[1]
    return visitor.post(path, {**typed, "text": text, "do": do})


def test_list_shows_every_document_and_how_it_reads(owner: Visitor, file: Path, app: App) -> None:
    file.write_text(file.read_text() + "Bufer: 30%\n")
    shown = read(owner.get("/docs").text)
    assert "Settings of the jobs jobs/settings.txt" in shown.text
    assert "1 line cannot be read" in shown.text
    assert "Rules of the rota rota/rules.txt" in shown.text
    assert [link for link in shown.links if link.startswith("/docs/")] == [
        *("/docs/jobs/settings.txt", "/docs/rota/rules.txt"),
        *("/docs/rota/voice.txt", "/docs/controls/rules.txt"),
        *("/docs/people.csv", "/docs/jobs/board.csv", "/docs/controls/tasks.csv"),
        *("/docs/rota/staff.csv", "/docs/rota/availability.csv"),
        *("/docs/rota/time_off.csv", "/docs/rota/template.csv"),
    ]


def test_reading_stands_beside_the_text_line_by_line(owner: Visitor, file: Path) -> None:
    shown = read(owner.get(SHOP).text)
    assert shown.typed["text"] == file.read_text()
    assert "10 Buffer: 20% 20% is added before a time is promised." in shown.text
    assert "Not said, so Belfry goes by this" in shown.text


def test_text_is_saved_and_counts(owner: Visitor, file: Path, app: App) -> None:
    answer = save(owner, SHOP, ("Buffer: 20%", "Buffer: 30%"))
    assert answer.headers["location"] == f"{SHOP}?done=doc-saved"
    assert "Buffer: 30%" in file.read_text()
    assert "Olive changed it last" in read(owner.get(SHOP).text).text
    assert app.services.jobs.read_shop().shop.buffer * 10 == 3


def test_mistake_is_shown_at_its_line_and_what_was_typed_stays(owner: Visitor, file: Path) -> None:
    before = file.read_text()
    answer = save(owner, SHOP, ("Buffer: 20%", "Bufer: 30%"))
    shown = read(answer.text)
    assert (answer.status_code, file.read_text()) == (422, before)
    assert "Bufer: 30%" in shown.typed["text"]
    assert shown.errors["line-10"] == (
        "\u201cBufer\u201d cannot be read: expected the name of a setting. Did you mean Buffer?"
    )
    assert "the last text that could be read stays in force" in shown.text


def test_mistake_may_be_saved_and_what_counts_is_said(owner: Visitor, file: Path, app: App) -> None:
    answer = save(owner, SHOP, ("Buffer: 20%", "Bufer: 30%"), "anyway")
    assert answer.headers["location"] == f"{SHOP}?done=doc-saved-unread"
    assert "Bufer: 30%" in file.read_text()
    assert app.services.jobs.read_shop().shop.buffer * 10 == 2
    shown = read(owner.get(SHOP).text).text
    assert "This does not count as it stands" in shown
    assert "stays in force until every line can be read." in shown


def test_check_saves_nothing(owner: Visitor, file: Path) -> None:
    before = file.read_text()
    answer = save(owner, SHOP, ("Buffer: 20%", "Buffer: 50%"), "check")
    assert (answer.status_code, file.read_text()) == (200, before)
    assert "50% is added before a time is promised." in read(answer.text).text


def test_check_while_typing_gives_the_reading_alone(owner: Visitor, file: Path) -> None:
    answer = owner.submit(SHOP, f"{SHOP}/check", {"text": "Buffer: 40%"})
    shown = read(answer.text)
    assert shown.text.startswith("2 lines cannot be read.")
    assert "1 Buffer: 40%" in shown.text
    assert shown.actions == []


def test_line_that_a_link_names_is_marked(owner: Visitor, file: Path) -> None:
    page = owner.get(f"{SHOP}?line=10").text
    assert '<li id="line-10" class=" here">' in page
    assert 'data-here="10"' in page


def test_second_manager_sees_what_changed_and_may_keep_both(
    owner: Visitor, manager: Visitor, file: Path
) -> None:
    opened = read(manager.get(SHOP).text).typed
    save(owner, SHOP, ("Chase again after: 14 days", "Chase again after: 7 days"))
    crossed = press(manager, SHOP, opened, ("Buffer: 20%", "Buffer: 30%"), "save")
    shown = read(crossed.text)
    assert crossed.status_code == 409
    assert "Olive changed this document while you were editing it" in shown.text
    assert "Chase again after: 7 days" in shown.text
    assert "Your lines and theirs do not touch: both can be kept." in shown.text
    assert "Buffer: 20%" in file.read_text()

    answer = press(manager, SHOP, shown.typed, ("", ""), "merge")
    assert answer.headers["location"] == f"{SHOP}?done=doc-saved"
    assert {"Buffer: 30%", "Chase again after: 7 days"} <= set(file.read_text().splitlines())


def test_second_manager_may_put_theirs_in_the_place_of_the_others(
    owner: Visitor, manager: Visitor, file: Path
) -> None:
    opened = read(manager.get(SHOP).text).typed
    save(owner, SHOP, ("Buffer: 20%", "Buffer: 25%"))
    crossed = press(manager, SHOP, opened, ("Buffer: 20%", "Buffer: 30%"), "save")
    assert "You both changed line 10" in read(crossed.text).text
    answer = press(manager, SHOP, read(crossed.text).typed, ("", ""), "save")
    assert answer.status_code == 303
    assert "Buffer: 30%" in file.read_text()
    versions = read(manager.get(f"{SHOP}/versions").text).text
    assert "Version 3 today 12:00, Max now Version 2 today 12:00, Olive" in versions


def test_earlier_version_is_compared_and_brought_back(owner: Visitor, file: Path) -> None:
    before = file.read_text()
    save(owner, SHOP, ("Buffer: 20%", "Buffer: 30%"))
    page = read(owner.get(f"{SHOP}/versions?old=1&new=2").text)
    assert "10 \u2212removed Buffer: 20% 10 +added Buffer: 30%" in page.text
    answer = owner.submit(SHOP, f"{SHOP}/restore", {"version": "1"})
    assert answer.headers["location"] == f"{SHOP}?done=doc-restored"
    assert file.read_text() == before


@pytest.mark.parametrize("version", ["", "99", "x"])
def test_version_that_is_not_there_is_not_brought_back(
    owner: Visitor, file: Path, version: str
) -> None:
    assert owner.submit(SHOP, f"{SHOP}/restore", {"version": version}).status_code == 404


@pytest.mark.parametrize(
    "name",
    ["belfry.toml", "nothing.txt", "../secret.txt", ".belfry/belfry.db", "jobs/board.json"],
)
def test_file_that_is_no_document_is_not_shown(owner: Visitor, app: App, name: str) -> None:
    (app.services.settings.folder / "belfry.toml").write_text("name = 'x'")
    assert owner.get(f"/docs/{name}").status_code == 404
    assert owner.submit("/me", f"/docs/{name}", {"text": "x", "seen": ""}).status_code == 404


def test_staff_read_what_concerns_them_and_change_nothing(staff: Visitor, file: Path) -> None:
    shown = read(staff.get(SHOP).text)
    assert "Buffer: 20% 20% is added before a time is promised." in shown.text
    assert "text" not in shown.typed
    assert SHOP not in shown.actions


def test_document_that_nobody_wrote_is_made_by_saving(owner: Visitor, app: App) -> None:
    path = "/docs/rota/rules.txt"
    assert "There is no such file yet." in read(owner.get(path).text).text
    answer = save(owner, path, ("", "Max hours: 30\n"))
    assert answer.headers["location"] == f"{path}?done=doc-saved"
    file = app.services.settings.folder / "rota" / "rules.txt"
    assert file.read_bytes() == b"Max hours: 30\n"


def test_file_that_is_no_text_is_told_on_its_page(owner: Visitor, file: Path) -> None:
    file.write_bytes(b"PK\x03\x04")
    shown = read(owner.get(SHOP).text).text
    assert "This file cannot be shown" in shown
    assert "this is a workbook (XLSX)" in shown


def test_words_that_look_like_a_page_stay_words(owner: Visitor, file: Path) -> None:
    evil = "</textarea><script>alert(1)</script>"
    answer = save(owner, SHOP, ("Shop: The Repair Bench", f"Shop: {evil}"), "check")
    assert evil in read(answer.text).typed["text"]
    assert "<script>alert" not in answer.text


def test_change_of_a_document_is_in_the_audit(owner: Visitor, file: Path) -> None:
    save(owner, SHOP, ("Buffer: 20%", "Buffer: 30%"))
    shown = read(owner.get("/audit").text)
    assert "Olive changed the file jobs/settings.txt" in shown.text
    assert SHOP in shown.links
