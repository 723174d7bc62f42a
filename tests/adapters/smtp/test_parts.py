"""Whether pictures and bundles come out of an e-mail as they went in."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.adapters.smtp.headers import tidy_line
from belfry.adapters.smtp.parts import bundle, flatten, make_file, make_picture, make_words
from belfry.messaging.ports import Attachment


def send_off(part: EmailMessage) -> EmailMessage:
    """The part as it is read at the other end, which is also how the library would write it."""
    raw = flatten(part)
    assert raw == part.as_bytes()
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 76
    return message_from_bytes(raw, _class=EmailMessage, policy=default)


@given(st.binary(max_size=300))
def test_picture_comes_out_as_it_went_in(content: bytes) -> None:
    part = send_off(make_picture(Attachment("a.jpg", "image/jpeg", content), "1@shop.example"))
    assert part.get_content() == content
    assert part["Content-ID"] == "<1@shop.example>"


@pytest.mark.parametrize(
    "name",
    [
        "ready.jpg",
        "in progress (2).jpg",
        "Küche.jpg",
        "עברית.jpg",
        "👩‍🔧.jpg",
        'a"b\\c;d=e.jpg',
        "%41.jpg",
        "it's.jpg",
        "é" * 100,
        "x" * 100,
    ],
)
def test_file_name_comes_out_as_it_went_in(name: str) -> None:
    part = send_off(make_picture(Attachment(name, "image/jpeg", b""), "1@shop.example"))
    assert part.get_filename() == name
    assert part.get_content_disposition() == "inline"


@given(st.text(max_size=150))
def test_file_name_is_one_line_and_not_too_long(name: str) -> None:
    part = send_off(make_picture(Attachment(name, "image/jpeg", b""), "1@shop.example"))
    assert part.defects == []
    assert len(part.keys()) == 4
    assert part.get_filename() == (tidy_line(name)[:100].strip() or "picture")


@pytest.mark.parametrize(
    "said, sent",
    [
        pytest.param("image/jpeg", "image/jpeg", id="a photo"),
        pytest.param("image/svg+xml", "image/svg+xml", id="a drawing"),
        pytest.param("text/html", "application/octet-stream", id="no picture"),
        pytest.param("image/jpeg\r\nBcc: x", "application/octet-stream", id="a trick"),
    ],
)
def test_only_a_picture_is_sent_as_one(said: str, sent: str) -> None:
    part = send_off(make_picture(Attachment("a.jpg", said, b"x"), "1@shop.example"))
    assert part["Content-Type"] == sent
    assert "Bcc" not in part


@given(st.binary(max_size=300), st.text(max_size=150))
def test_file_comes_out_as_it_went_in(content: bytes, name: str) -> None:
    part = send_off(make_file(Attachment(name, "application/pdf", content)))
    assert part.get_content() == content
    assert part.get_content_disposition() == "attachment"
    assert part.get_filename() == (tidy_line(name)[:100].strip() or "file")
    assert (part.defects, len(part.keys())) == ([], 3)


@pytest.mark.parametrize(
    "said, sent",
    [
        pytest.param(
            "text/calendar; method=CANCEL; charset=utf-8",
            "text/calendar; method=CANCEL; charset=utf-8",
            id="a calendar, with what is to be done with it",
        ),
        pytest.param("application/pdf", "application/pdf", id="a document"),
        pytest.param("text/csv; charset=utf-8", "text/csv; charset=utf-8", id="a table"),
        pytest.param("multipart/mixed", "application/octet-stream", id="no file at all"),
        pytest.param(
            "text/calendar; method=REQUEST\r\nBcc: x", "application/octet-stream", id="a trick"
        ),
    ],
)
def test_file_is_sent_as_what_it_is(said: str, sent: str) -> None:
    part = make_file(Attachment("a", said, b"x"))
    assert flatten(part).startswith(f"Content-Type: {sent}\r\n".encode())
    assert len(send_off(part).keys()) == 3


def test_bundles_stand_in_bundles() -> None:
    inner = bundle(
        [make_words("b\n", "html"), make_words("c\n", "plain")], "related", boundary="=_in"
    )
    outer = bundle([make_words("a\n", "plain"), inner], "alternative", boundary="=_out")
    first, second = send_off(outer).iter_parts()
    assert first.get_content().split() == ["a"]
    assert [part.get_content().split() for part in second.iter_parts()] == [["b"], ["c"]]
