"""Notes and files are stored as evidence, whole and harmless."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import replace
from datetime import date
from io import BytesIO
from threading import Barrier, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tests.controls.acting import (
    DRILL,
    DUE,
    MARIA,
    NEXT,
    TOM,
    audit_log,
    busy_office,
    evidence,
    give,
    mark_done,
    open_list,
)
from tests.controls.offices import Office
from tests.controls.papers import make_pdf, make_zip
from tests.fakes.blob_store import MemoryBlobStore
from tests.pictures import GREEN, find_colour, make_picture

from belfry.controls.answers.add_evidence import (
    LONGEST_FILE_NAME,
    MOST_BYTES,
    MOST_PAGES,
    check_pdf,
    check_size,
    is_pdf,
    tidy_name,
)
from belfry.controls.controls import Evidence
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotFound


def content_of(office: Office, number: int = 1) -> bytes:
    return office.app.services.controls.evidence.show("fire drill", number).content


def test_note_is_kept_under_the_open_cycle(office: Office) -> None:
    open_list(office)

    saved = give(office, note=" everybody  out in 3 minutes ")

    assert evidence(office) == [replace(saved, revision=1)]
    assert saved == Evidence(
        control_id="fire drill",
        number=1,
        due_on=DUE,
        opened_by=0,
        note="everybody out in 3 minutes",
        at=office.app.clock.now(),
        by=MARIA,
    )
    assert content_of(office) == b""
    assert audit_log(office)[-1] == f"evidence added by {MARIA}"
    assert office.app.services.accounts.verify_audit_log().breaks == ()


def test_pdf_is_kept_as_it_came(office: Office) -> None:
    open_list(office)
    pdf = make_pdf(more=b"<< /S /JavaScript /JS (app.alert(1)) >>\n")

    saved = give(office, content=pdf, file_name="../Sign-off sheet.PDF", note="signed")

    assert content_of(office) == pdf
    assert saved.digest == hashlib.sha256(pdf).hexdigest()
    assert (saved.file_name, saved.media_type, saved.size, saved.note) == (
        "Sign-off sheet.pdf",
        "application/pdf",
        len(pdf),
        "signed",
    )


def test_picture_is_kept_without_anything_but_its_look(office: Office) -> None:
    held = BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "Maria's phone"
    Image.new("RGB", (64, 48), GREEN).save(held, "JPEG", exif=exif)
    open_list(office)

    saved = give(office, content=held.getvalue(), file_name="IMG_1.HEIC")

    shown = content_of(office)
    assert b"phone" in held.getvalue()
    assert b"phone" not in shown
    assert find_colour(shown) == "green"
    assert (saved.file_name, saved.media_type) == ("IMG_1.jpg", "image/jpeg")
    assert saved.digest == hashlib.sha256(shown).hexdigest()
    assert saved.size == len(shown)


A_PICTURE = "not a JPEG, PNG, HEIC, WEBP or GIF picture; a PDF would do, too"
REFUSALS: dict[str, tuple[dict[str, Any], type[BelfryError], str]] = {
    "nothing at all": ({}, InputError, "expected a note, a picture or a PDF"),
    "a note of blanks": ({"note": "  "}, InputError, "expected a note, a picture or a PDF"),
    "a note that is a book": ({"note": "x" * 2001}, InputError, "expected 0 to 2000 characters"),
    "an empty file": (
        {"content": b""},
        InputError,
        "the file is empty; expected a picture or a PDF",
    ),
    "a program for Windows": (
        {"content": b"MZ\x90\0\x03\0\0\0", "file_name": "photo.jpg"},
        InputError,
        f"this is a Windows program, {A_PICTURE}",
    ),
    "a program for Linux": (
        {"content": b"\x7fELF\x02\x01\x01"},
        InputError,
        f"this is a program, {A_PICTURE}",
    ),
    "a zip archive": ({"content": make_zip()}, InputError, f"this is a ZIP archive, {A_PICTURE}"),
    "a web page": (
        {"content": b"<!doctype html><script>alert(1)</script>", "file_name": "scan.pdf"},
        InputError,
        f"this is a web page, {A_PICTURE}",
    ),
    "a drawing with scripts": (
        {"content": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"},
        InputError,
        f"this is an SVG drawing, {A_PICTURE}",
    ),
    "a web page that calls itself a PDF further down": (
        {"content": b"<html>\n" + make_pdf()},
        InputError,
        f"this is a web page, {A_PICTURE}",
    ),
    "a picture that is cut off": (
        {"content": make_picture(kind="PNG")[:60]},
        InputError,
        "the picture is cut off",
    ),
    "a PDF that is cut off": (
        {"content": make_pdf()[:-40]},
        InputError,
        "the PDF is cut off; expected a whole one",
    ),
    "a PDF with a password": (
        {"content": make_pdf(more=b"<< /Encrypt 5 0 R >>")},
        InputError,
        "the PDF is locked; expected one without a password",
    ),
    "a file of two hundred megabytes": (
        {"content": b"%PDF-1.7" + bytes(200 * 1024 * 1024)},
        InputError,
        "the file has 201 MB; at most 25",
    ),
    "a control that nobody knows": (
        {"name": "Fire dril", "note": "x"},
        NotFound,
        'no control "Fire dril" is on the list; did you mean "Fire drill"?',
    ),
    "a day on which it was not due": (
        {"note": "x", "cycle_due_on": date(2026, 12, 9)},
        NotFound,
        "Fire drill was not due on 9 December 2026",
    ),
}


@pytest.mark.parametrize("fields, error, expected", REFUSALS.values(), ids=REFUSALS)
def test_what_is_no_evidence_is_refused_and_nothing_is_kept(
    office: Office, fields: dict[str, Any], error: type[BelfryError], expected: str
) -> None:
    open_list(office)
    before = office.control()

    with pytest.raises(error) as refused:
        give(office, **fields)

    assert str(refused.value).startswith(expected)
    assert (evidence(office), office.control()) == ([], before)


def test_largest_file_is_kept() -> None:
    office, _ = busy_office()
    pdf = b"%PDF-1.7\n" + bytes(MOST_BYTES - 15) + b"%%EOF\n"
    assert give(office, content=pdf).size == MOST_BYTES


def test_same_file_given_twice_is_one_piece_of_evidence(office: Office) -> None:
    open_list(office)
    first = give(office, content=make_pdf(), note="signed")
    again = give(office, by=TOM, content=make_pdf(), note="signed")
    assert again == replace(first, revision=1)
    assert len(evidence(office)) == 1
    assert audit_log(office).count(f"evidence added by {MARIA}") == 1


def test_same_bytes_lie_on_the_shelf_once() -> None:
    office, _ = busy_office()
    give(office, content=make_pdf())
    give(office, content=make_pdf(), note="for the second floor, too")
    mark_done(office)
    give(office, content=make_pdf())
    assert [piece.opened_by for piece in evidence(office)] == [0, 0, 1]
    blobs = office.ports.blobs
    assert isinstance(blobs, MemoryBlobStore)
    assert set(blobs.kept) == {evidence(office)[0].blob_name}


def test_evidence_can_be_added_to_a_cycle_that_is_over(office: Office) -> None:
    open_list(office)
    office.go_to("2026-12-10T12:00")
    mark_done(office)

    late = give(office, note="the photo follows", cycle_due_on=DUE)
    present = give(office, note="for next time")

    assert (late.due_on, late.opened_by) == (DUE, 0)
    assert (present.due_on, present.opened_by) == (NEXT, 1)


def test_evidence_stays_with_its_cycle_if_that_ends_at_the_same_moment() -> None:
    office, meddlers = busy_office()
    meddlers.append(lambda: mark_done(office, by=TOM))
    assert give(office, note="just in time").opened_by == 0
    assert office.control().opened_by == 1


def test_pieces_given_at_the_same_moment_are_all_kept(office: Office) -> None:
    """Each finds the same number free; those who come second take the next."""
    open_list(office)
    start = Barrier(3)

    def give_one(text: str) -> None:
        start.wait()
        give(office, content=make_pdf(text), note=text)

    threads = [Thread(target=give_one, args=(text,)) for text in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [piece.number for piece in evidence(office)] == [1, 2, 3]
    assert sorted(piece.note for piece in evidence(office)) == ["one", "three", "two"]
    for piece in evidence(office):
        assert content_of(office, piece.number) == make_pdf(piece.note)


def test_evidence_that_is_not_there_is_not_found(office: Office) -> None:
    open_list(office)
    give(office, note="x")
    for control_id, number in (("fire drill", 2), ("no drill", 1)):
        with pytest.raises(NotFound, match=f"there is no evidence {number} of '{control_id}'"):
            office.app.services.controls.evidence.show(control_id, number)


def test_control_that_left_the_list_takes_no_evidence(office: Office) -> None:
    open_list(office)
    office.put(replace(office.control(), gone_at=office.app.clock.now()))
    with pytest.raises(Conflict, match="no longer on the list"):
        give(office, DRILL, note="x")


GOOD = {
    "a plain one": make_pdf(),
    "one with a byte order mark before it": b"\xef\xbb\xbf" + make_pdf(),
    "one with blank lines around it": b"\r\n" + make_pdf(end=b"\r\n\0\0"),
    "one that runs scripts": make_pdf(more=b"<< /S /JavaScript /JS (app.alert(1)) >>\n"),
    "one that speaks of encryption": make_pdf("see /Encryption and /EncryptMetadata false"),
    "one of very many pages": make_pdf(pages=MOST_PAGES),
}
BAD = {
    "only the first word of one": (b"%PDF", "this begins like a PDF and is none"),
    "one of a version there never was": (make_pdf()[:5] + b"x.y", "begins like a PDF and is none"),
    "half of one": (make_pdf()[:-40], "the PDF is cut off; expected a whole one"),
    "one with much behind its end": (make_pdf(end=b"x" * 2000), "the PDF is cut off"),
    "a locked one": (make_pdf(more=b"<< /Encrypt 5 0 R >>"), "the PDF is locked; expected one"),
    "one locked on the spot": (make_pdf(more=b"/Encrypt << /V 2 >>"), "the PDF is locked"),
    "one of too many pages": (
        make_pdf(pages=MOST_PAGES + 1),
        "the PDF has more than 2,000 pages",
    ),
}


@pytest.mark.parametrize("content", GOOD.values(), ids=GOOD)
def test_pdf_is_taken(content: bytes) -> None:
    assert is_pdf(content)
    check_pdf(content)


@pytest.mark.parametrize("content, expected", BAD.values(), ids=BAD)
def test_pdf_that_is_no_use_is_refused(content: bytes, expected: str) -> None:
    assert is_pdf(content)
    with pytest.raises(InputError, match=expected):
        check_pdf(content)


@pytest.mark.parametrize(
    "content", [b"", b"x%PDF-1.7", b"<html>%PDF-1.7"], ids=["nothing", "a letter", "a web page"]
)
def test_what_begins_otherwise_is_no_pdf(content: bytes) -> None:
    assert not is_pdf(content)


def test_size_has_a_limit_at_either_end() -> None:
    check_size(bytes(1))
    check_size(bytes(MOST_BYTES))
    with pytest.raises(InputError, match="the file is empty; expected a picture or a PDF"):
        check_size(b"")
    with pytest.raises(InputError, match="the file has 26 MB; at most 25"):
        check_size(bytes(MOST_BYTES + 1))


NAMES = {
    "its own": ("scan.pdf", "scan.pdf"),
    "another ending": ("scan.jpeg", "scan.pdf"),
    "no ending": ("scan", "scan.pdf"),
    "dots in it": ("scan 1.12.2026.pdf", "scan 1.12.2026.pdf"),
    "a folder above": ("../../etc/scan.pdf", "scan.pdf"),
    "a folder of Windows": ("C:\\Users\\max\\scan.pdf", "scan.pdf"),
    "marks that steer a terminal": ("sc\x1b[31man\r\n.pdf", "sc [31man.pdf"),
    "letters written backwards": ("scan\u202efdp.exe", "scanfdp.pdf"),
    "quotes that end a header": ('a".pdf"; x=.pdf', "a.pdf; x=.pdf"),
    "nothing": ("", "evidence.pdf"),
    "nothing but dots": ("...", "evidence.pdf"),
    "hidden": (".htaccess", "evidence.pdf"),
    "very long": ("x" * 500 + ".pdf", "x" * 100 + ".pdf"),
}


@pytest.mark.parametrize("typed, expected", NAMES.values(), ids=NAMES)
def test_file_has_a_name_that_does_no_harm(typed: str, expected: str) -> None:
    assert tidy_name(typed, ".pdf") == expected


@given(st.text())
def test_any_name_becomes_one_that_can_be_saved(typed: str) -> None:
    name = tidy_name(typed, ".jpg")
    assert name.endswith(".jpg")
    assert 4 < len(name) <= LONGEST_FILE_NAME + 4
    assert not set(name) & set('\\/:*?"<>|\r\n\0')
    assert name[0] not in ". "


@given(st.binary(max_size=2000))
def test_no_bytes_are_too_strange_to_be_judged(content: bytes) -> None:
    for document in (content, b"%PDF-1.4" + content, b"%PDF-1.4" + content + b"%%EOF"):
        with suppress(InputError):
            check_pdf(document)
