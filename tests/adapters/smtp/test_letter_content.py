"""Whether an e-mail shows its page, picture and files, and tells how to get no more of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.adapters.smtp.readers import (
    INVITE,
    PICTURE,
    list_kinds,
    read,
    read_words,
    send_off,
    write,
)

from belfry.adapters.smtp.bodies import tidy_text
from belfry.adapters.smtp.letters import render_letter

STOP_URL = "https://bench.example/stop/k3_-"


def test_page_says_the_same_as_the_plain_words() -> None:
    outgoing = write(subject="Your bike", text="Hi María,\n\ncome by until six.\n— The Bench\n")
    raw = send_off(outgoing)
    assert list_kinds(raw) == ["multipart/alternative", "text/plain", "text/html"]
    assert read_words(raw) == tidy_text(outgoing.text)
    assert read_words(raw, "html") == render_letter(outgoing.text, subject="Your bike")


def test_picture_comes_along_once_and_is_shown_by_the_page_alone() -> None:
    raw = send_off(write(subject="Your bike", text="It is ready.\n", picture=PICTURE))
    related = ["multipart/related", "text/html", "image/jpeg"]
    assert list_kinds(raw) == ["multipart/alternative", "text/plain", *related]
    *_, picture = read(raw).walk()
    assert picture.get_content() == PICTURE.content
    assert (picture.get_content_disposition(), picture.get_filename()) == ("inline", "ready.jpg")
    source = f"cid:{picture['Content-ID'][1:-1]}"
    shown = render_letter("It is ready.\n", subject="Your bike", picture=source)
    assert (read_words(raw), read_words(raw, "html")) == ("It is ready.\n", shown)


def test_files_stand_beside_what_the_letter_says() -> None:
    other = replace(INVITE, name="tuesday.ics")
    raw = send_off(write(text="Your week.\n", picture=PICTURE, attachments=(INVITE, other)))
    related = ["multipart/related", "text/html", "image/jpeg"]
    said = ["multipart/alternative", "text/plain", *related]
    assert list_kinds(raw) == ["multipart/mixed", *said, "text/calendar", "text/calendar"]
    files = list(read(raw).iter_attachments())
    assert [file.get_filename() for file in files] == ["monday.ics", "tuesday.ics"]
    assert [file.get_payload(decode=True) for file in files] == [INVITE.content] * 2
    assert read_words(raw) == "Your week.\n"


def test_invitation_tells_mail_programs_what_it_is() -> None:
    raw = send_off(write(attachments=(INVITE,)))
    assert raw.count(b"\r\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\r\n") == 1
    *_, invite = read(raw).walk()
    assert invite["Content-Type"].params == {"method": "REQUEST", "charset": "utf-8"}
    assert invite.get_content_disposition() == "attachment"
    assert str(invite.get_content()).splitlines()[1] == "SUMMARY:Früh"


def test_nobody_can_write_beforehand_what_parts_the_parts() -> None:
    outgoing = write(
        subject="Your bike", text="It is ready.\n", picture=PICTURE, attachments=(INVITE,)
    )
    for _ in range(3):
        boundary = read(send_off(outgoing)).get_boundary()
        outgoing = replace(outgoing, text=f"It is ready.\n--{boundary}--\n\n--{boundary}\n")
        assert read_words(send_off(outgoing)) == outgoing.text


def test_picture_has_a_name_of_its_own_in_every_letter() -> None:
    first = write(picture=PICTURE)
    ids = {
        [part["Content-ID"] for part in read(send_off(outgoing)).walk()][-1]
        for outgoing in (first, replace(first, id="jobs/8/ready/maria"))
    }
    assert len(ids) == 2


def test_letter_with_a_way_to_stop_says_so_to_people_and_programs() -> None:
    raw = send_off(write(text="It is ready.\n", opt_out_url=STOP_URL))
    email = read(raw)
    assert email["List-Unsubscribe"] == f"<{STOP_URL}>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert read_words(raw) == f"It is ready.\n\nTo stop these messages: {STOP_URL}\n"
    assert read_words(raw, "html") == render_letter("It is ready.\n", subject="", stop_url=STOP_URL)


@pytest.mark.parametrize(
    "url, header, is_one_press",
    [
        pytest.param("HTTPS://b.example/s", "<HTTPS://b.example/s>", True, id="over a secure line"),
        pytest.param("http://b.example/s", "<http://b.example/s>", False, id="in the open"),
        pytest.param("mailto:stop@b.example", None, False, id="by e-mail"),
        pytest.param("", None, False, id="not at all"),
        pytest.param(f"https://b.example/{'k' * 1000}", None, False, id="too long for any header"),
        pytest.param(
            "https://b.example/s>\r\nBcc: <x",
            "<https://b.example/s%3E%0D%0ABcc:%20%3Cx>",
            True,
            id="with a trick in it",
        ),
    ],
)
def test_programs_are_told_what_they_can_do_to_stop(
    url: str, header: str | None, is_one_press: bool
) -> None:
    email = read(send_off(write(opt_out_url=url)))
    assert email["List-Unsubscribe"] == header
    assert ("List-Unsubscribe-Post" in email) == is_one_press
    assert "Bcc" not in email


@pytest.mark.parametrize("length", [40, 76, 200, 900, 5000])
def test_long_links_stay_whole(length: int) -> None:
    link = f"https://bench.example/t/{'k3_-' * length}"[:length]
    raw = send_off(write(text=f"See {link}", opt_out_url=link))
    assert read_words(raw) == f"See {link}\n\nTo stop these messages: {link}\n"
    assert f'<a href="{link}">{link}</a>' in read_words(raw, "html")
    assert read(raw)["List-Unsubscribe"] == (f"<{link}>" if length < 970 else None)
    assert max(map(len, raw.split(b"\r\n"))) <= 998
