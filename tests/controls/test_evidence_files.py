"""Which documents can be kept as evidence, and what they are called."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.controls.papers import make_pdf

from belfry.controls.answers.add_evidence import (
    LONGEST_FILE_NAME,
    MOST_BYTES,
    MOST_PAGES,
    check_pdf,
    check_size,
    is_pdf,
    tidy_name,
)
from belfry.kernel.errors import InputError

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


@pytest.mark.parametrize("content, said", BAD.values(), ids=BAD)
def test_pdf_that_is_no_use_is_refused(content: bytes, said: str) -> None:
    assert is_pdf(content)
    with pytest.raises(InputError, match=said):
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


@pytest.mark.parametrize("said, kept", NAMES.values(), ids=NAMES)
def test_file_has_a_name_that_does_no_harm(said: str, kept: str) -> None:
    assert tidy_name(said, ".pdf") == kept


@given(st.text())
def test_any_name_becomes_one_that_can_be_saved(said: str) -> None:
    kept = tidy_name(said, ".jpg")
    assert kept.endswith(".jpg")
    assert 4 < len(kept) <= LONGEST_FILE_NAME + 4
    assert not set(kept) & set('\\/:*?"<>|\r\n\0')
    assert kept[0] not in ". "


@given(st.binary(max_size=2000))
def test_no_bytes_are_too_strange_to_be_judged(content: bytes) -> None:
    for one in (content, b"%PDF-1.4" + content, b"%PDF-1.4" + content + b"%%EOF"):
        with suppress(InputError):
            check_pdf(one)
