"""Whether evidence is taken in at a control's page, and given out without harm."""

from __future__ import annotations

from dataclasses import replace

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import App, Visitor, find_csrf
from tests.entrypoints.web.pages.offices import DRILL, Office
from tests.entrypoints.web.pages.reading import read
from tests.pictures import BLUE, find_colour, make_picture

from belfry.controls.controls import Evidence
from belfry.kernel.changes import Put
from belfry.ports.image_processor import MOST_BYTES as MOST_FILE_BYTES

PLACE = f"{DRILL}/evidence"
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def office(app: App) -> Office:
    office = Office(app)
    office.open()
    return office


def kept(app: App) -> list[Evidence]:
    return list(app.services.ports.histories.list_evidence("fire drill"))


def attach(
    visitor: Visitor, content: bytes | None = None, name: str = "sheet.jpg", **form: str
) -> Response:
    """Opens the control's page, and sends its form, with a file if there is one."""
    csrf = find_csrf(visitor.get(DRILL).text)
    files = {"chosen": (name, content or b"")}
    return visitor.post(PLACE, {"csrf": csrf, "due_on": "2026-11-19", **form}, files=files)


def test_picture_is_kept_and_shown_small(app: App, manager: Visitor) -> None:
    answer = attach(manager, make_picture(BLUE), note="all out")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{DRILL}?done=evidence-added")
    (evidence,) = kept(app)
    assert (evidence.note, evidence.file_name, evidence.by) == ("all out", "sheet.jpg", "user/1")
    text = manager.get(DRILL).text
    assert f'<img src="{PLACE}/1" loading="lazy" alt="Evidence 1: sheet.jpg">' in text
    assert "all out For Thu 19 Nov Max, today 12:00" in read(text).text


def test_picture_is_served_as_one_and_runs_nothing(
    app: App, manager: Visitor, staff: Visitor
) -> None:
    attach(manager, make_picture(BLUE))
    answer = staff.get(f"{PLACE}/1")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert find_colour(answer.content) == "blue"
    assert answer.headers["content-disposition"] == "inline; filename*=UTF-8''sheet.jpg"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["cache-control"] == "private, no-cache"
    again = staff.get(f"{PLACE}/1", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_document_is_only_ever_saved(app: App, manager: Visitor, staff: Visitor) -> None:
    attach(manager, PDF, name="Prüfung B; x.pdf")
    answer = staff.get(f"{PLACE}/1")
    assert (answer.status_code, answer.content) == (200, PDF)
    assert answer.headers["content-type"] == "application/pdf"
    expected = "attachment; filename*=UTF-8''Pr%C3%BCfung%20B%3B%20x.pdf"
    assert answer.headers["content-disposition"] == expected
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    text = staff.get(DRILL).text
    assert f'href="{PLACE}/1" download' in text
    assert f'src="{PLACE}/1"' not in text


def test_note_is_shown_and_has_no_file(app: App, manager: Visitor) -> None:
    assert attach(manager, note="<b>all</b> out").status_code == 303
    page = manager.get(DRILL).text
    assert "&lt;b&gt;all&lt;/b&gt; out" in page
    assert f"{PLACE}/1" not in read(page).links
    assert manager.get(f"{PLACE}/1").status_code == 404


def test_what_a_model_sees_stands_beside_the_file(app: App, manager: Visitor) -> None:
    attach(manager, make_picture(BLUE))
    assert "The model says" not in manager.get(DRILL).text
    (evidence,) = kept(app)
    seen = replace(evidence, described='A "<b>blue</b>" wall', described_by="a model")
    app.services.ports.store.commit([Put(seen)])
    page = manager.get(DRILL).text
    assert 'The model says: A "<b>blue</b>" wall For Thu 19 Nov' in read(page).text
    assert "<b>blue" not in page


def test_evidence_is_for_those_signed_in_alone(app: App, manager: Visitor) -> None:
    attach(manager, PDF)
    stranger = app.visitor().get(f"{PLACE}/1")
    assert (stranger.status_code, stranger.content) == (303, b"")
    for missing in (f"{PLACE}/2", f"{PLACE}/0", "/controls/nothing/evidence/1"):
        assert manager.get(missing).status_code == 404


REFUSED = {
    "nothing at all": (b"", "", "Expected a note, a picture or a PDF."),
    "a page": (b"<html><script>alert(1)</script>", "sheet.pdf", "a PDF would do, too"),
    "a program": (b"\x7fELF\x02\x01\x01" + bytes(64), "sheet.jpg", "a PDF would do, too"),
    "a locked document": (
        PDF.replace(b"<</Root", b"<</Encrypt 5 0 R/Root"),
        "sheet.pdf",
        "The PDF is locked",
    ),
}


@pytest.mark.parametrize("content, name, expected", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_kept_is_refused_in_words(
    app: App, manager: Visitor, content: bytes, name: str, expected: str
) -> None:
    answer = attach(manager, content, name)
    assert answer.status_code == 422
    assert "Nothing was changed." in read(answer.text).text
    assert expected in read(answer.text).text
    assert kept(app) == []


def test_file_of_more_than_25_megabytes_is_refused_with_a_page(app: App, manager: Visitor) -> None:
    answer = attach(manager, PDF + bytes(MOST_FILE_BYTES + MEGABYTE))
    assert answer.status_code == 413
    assert "A file may have 25 MB at most" in read(answer.text).text
    assert kept(app) == []


@pytest.mark.parametrize(
    "form, headers",
    [({}, {}), ({"csrf": "x"}, {}), (None, {"Origin": "http://elsewhere.invalid"})],
    ids=["without a word", "with a wrong word", "from another site"],
)
def test_file_from_a_form_that_is_not_ours_is_refused(
    app: App, manager: Visitor, form: dict[str, str] | None, headers: dict[str, str]
) -> None:
    fields = {"csrf": find_csrf(manager.get(DRILL).text)} if form is None else form
    answer = manager.post(PLACE, fields, files={"chosen": ("a.pdf", PDF)}, headers=headers)
    assert answer.status_code == 403
    assert kept(app) == []


def test_staff_hand_nothing_over_here(app: App, staff: Visitor) -> None:
    csrf = find_csrf(staff.get("/me").text)
    answer = staff.post(PLACE, {"csrf": csrf}, files={"chosen": ("a.pdf", PDF)})
    assert answer.status_code == 403
    assert PLACE not in read(staff.get(DRILL).text).actions
    assert kept(app) == []
