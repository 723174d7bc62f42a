"""E-mails: what is written into them is what every mail program reads."""

from __future__ import annotations

import email
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email import policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parseaddr

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.adapters.smtp.mail_channels import SENDER

from belfry.adapters.emails import (
    Sender,
    build_email,
    render_page,
    tidy_line,
    tidy_text,
)
from belfry.kernel.errors import InputError
from belfry.messaging.bounces import render_message_id
from belfry.messaging.ports import Attachment, OutgoingMessage

AT = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
PICTURE = Attachment("ready.jpg", "image/jpeg", b"\xff\xd8 a kettle \xff\xd9")
INVITE = Attachment(
    "monday.ics",
    "text/calendar; method=REQUEST; charset=utf-8",
    "BEGIN:VCALENDAR\r\nSUMMARY:Früh\r\nEND:VCALENDAR\r\n".encode(),
)


def write(
    *,
    to: str = "maria@home.example",
    name: str = "",
    subject: str = "",
    text: str = "",
    picture: Attachment | None = None,
    opt_out_url: str = "",
    attachments: tuple[Attachment, ...] = (),
) -> OutgoingMessage:
    return OutgoingMessage(
        "jobs/7/ready/maria", to, name, subject, text, picture, opt_out_url, attachments
    )


def send_off(outgoing: OutgoingMessage, sender: Sender = SENDER) -> bytes:
    """What goes over the line."""
    return build_email(outgoing, sender, at=AT).as_bytes()


def read(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, _class=EmailMessage, policy=policy.default)


def read_part(raw: bytes, kind: str) -> EmailMessage:
    """The part for programs that show plain text, or the one for those that show pages: html."""
    part = read(raw).get_body((kind,))
    assert isinstance(part, EmailMessage)
    return part


def read_words(raw: bytes, kind: str = "plain") -> str:
    return str(read_part(raw, kind).get_content()).replace("\r\n", "\n")


def list_kinds(raw: bytes) -> list[str]:
    """The kinds of all parts, from the outside to the inside."""
    return [part.get_content_type() for part in read(raw).walk()]


HEADERS = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "MIME-Version",
    "Content-Type",
]
AWKWARD = [
    "",
    "Smith, Tom",
    'Tom "the bike" Smith',
    "a\\b",
    "Tom <tom@evil.example>",
    "=?utf-8?q?hidden?=",
    "Your bike is ready: come by until six, and bring the little key that you have",
    "x" * 2000,
    "é" * 300,
    "דני אבני",
    "\u202eevil",
    "👩‍🔧 bike 🚲",
    "one\r\nBcc: all@home.example",
    "one\n\nbody",
    "tab\tand\x00nul\x1b[0m",
    "half \ud83d",
    ".",
    ".\n..\n.\r\n",
    "From me\nFrom you",
    "line one\u2028line two\x85line three",
    "ends with spaces   \n  begins so",
    "\n\n\n",
    "a=b=3D\n",
]
TEXTS = st.sampled_from(AWKWARD) | st.text(max_size=200)


def read_name(raw: bytes, header: str) -> tuple[str, str]:
    """The name and the address in a header, as the older of Python's two readers has them.

    The newer one puts a space between the parts of a long foreign name, which RFC 2047 forbids.
    """
    name, address = parseaddr(email.message_from_bytes(raw)[header])
    return str(make_header(decode_header(name))), address


def test_email_reads_well_as_it_is() -> None:
    outgoing = write(
        name="Maria López", subject="Your bike is ready", text="Hi Maria,\n\ncome by until six.\n"
    )
    raw = send_off(outgoing)
    boundary = read(raw).get_boundary()
    head, plain, page = raw.decode().split(f"--{boundary}\r\n")
    assert head == (
        "From: The Repair Bench <bench@shop.example>\r\n"
        "To: =?utf-8?q?Maria_L=C3=B3pez?=\r\n"
        " <maria@home.example>\r\n"
        "Subject: Your bike is ready\r\n"
        "Date: Mon, 16 Nov 2026 09:30:00 +0000\r\n"
        "Message-ID: <c3ba9570adb513c85388019d1b72b38b96698694@shop.example>\r\n"
        "Auto-Submitted: auto-generated\r\n"
        "MIME-Version: 1.0\r\n"
        "Content-Type: multipart/alternative;\r\n"
        f' boundary="{boundary}"\r\n'
        "\r\n"
    )
    assert plain == (
        'Content-Type: text/plain; charset="utf-8"\r\n'
        "Content-Transfer-Encoding: 7bit\r\n"
        "\r\n"
        "Hi Maria,\r\n"
        "\r\n"
        "come by until six.\r\n"
        "\r\n"
    )
    assert page.endswith(f"</html>\r\n\r\n--{boundary}--\r\n")


@given(TEXTS)
@example("long ascii subject, " * 10)
def test_subject_comes_out_as_it_went_in(subject: str) -> None:
    raw = send_off(write(subject=subject))
    assert read(raw)["Subject"] == tidy_line(subject)
    assert str(make_header(decode_header(email.message_from_bytes(raw)["Subject"]))) == tidy_line(
        subject
    )


@given(TEXTS, TEXTS)
def test_names_come_out_as_they_went_in(sender_name: str, recipient_name: str) -> None:
    sender = Sender("bench@shop.example", sender_name)
    raw = send_off(write(name=recipient_name), sender)
    assert read_name(raw, "From") == (tidy_line(sender_name), "bench@shop.example")
    assert read_name(raw, "To") == (tidy_line(recipient_name), "maria@home.example")
    assert [address.addr_spec for address in read(raw)["To"].addresses] == ["maria@home.example"]
    assert [address.addr_spec for address in read(raw)["From"].addresses] == ["bench@shop.example"]


@given(TEXTS)
@example("word " * 1000)
@example("." * 500)
def test_text_comes_out_as_it_went_in(text: str) -> None:
    raw = send_off(write(text=text))
    assert read_words(raw) == tidy_text(text)
    assert read_words(raw, "html") == render_page(tidy_text(text), subject="")


@given(TEXTS, TEXTS, TEXTS)
def test_nothing_that_is_written_adds_a_header(name: str, subject: str, text: str) -> None:
    sender = Sender("bench@shop.example", name)
    raw = send_off(write(name=name, subject=subject, text=text, picture=PICTURE), sender)
    assert read(raw).keys() == HEADERS
    assert [part.defects for part in read(raw).walk()] == [[]] * 5


@given(TEXTS, TEXTS, TEXTS)
def test_lines_are_fit_for_every_server(name: str, subject: str, text: str) -> None:
    sender = Sender("bench@shop.example", name)
    outgoing = write(name=name, subject=subject, text=text, picture=PICTURE, opt_out_url=text[:50])
    raw = send_off(outgoing, sender)
    lines = raw.split(b"\r\n")
    assert raw.isascii()
    assert raw.endswith(b"\r\n")
    assert not any(b"\r" in line or b"\n" in line or b"\x00" in line for line in lines)
    assert max(map(len, lines)) <= 76


@pytest.mark.parametrize(
    "text, encoding",
    [
        pytest.param("Hi Maria,\ncome by.\n", "7bit", id="plain lines stay plain"),
        pytest.param("x" * 76, "7bit", id="a line that just fits stays plain"),
        pytest.param("x" * 77, "quoted-printable", id="a longer line is folded"),
        pytest.param(
            "Grüße aus Köln, Ihr Rad ist fertig\n",
            "quoted-printable",
            id="a few accents stay readable",
        ),
        pytest.param("שלום דני\n", "base64", id="another script takes the shorter way"),
    ],
)
def test_text_is_written_as_plainly_as_it_can_be(text: str, encoding: str) -> None:
    raw = send_off(write(text=text))
    assert read_part(raw, "plain")["Content-Transfer-Encoding"] == encoding


def test_built_email_can_be_read_before_it_is_sent() -> None:
    built = build_email(write(name="Smith, Tom", subject="Größe", text="Grüße\n"), SENDER, at=AT)
    assert built["To"].addresses[0].display_name == "Smith, Tom"
    assert built["Subject"] == "Größe"
    assert built.get_content_type() == "multipart/alternative"


@pytest.mark.parametrize(
    "text, tidy",
    [
        pytest.param("a\r\nb\rc\nd", "a\nb\nc\nd\n", id="one kind of line end"),
        pytest.param("a\n\n\n", "a\n", id="one line end at the end"),
        pytest.param("\n  a\tb  \n", "\n  a\tb  \n", id="indents and tabs as they are"),
        pytest.param("a\x00b\x1b[0m\x7f", "ab[0m\n", id="no control characters"),
        pytest.param("half \ud83d", "half ?\n", id="a mark for half a letter"),
    ],
)
def test_text_is_tidied(text: str, tidy: str) -> None:
    assert tidy_text(text) == tidy


@pytest.mark.parametrize(
    "text, tidy",
    [
        pytest.param("  a \r\n b\tc ", "a b c", id="white space becomes single spaces"),
        pytest.param("a\x00b\x1bc", "abc", id="control characters go"),
        pytest.param("דני 👩‍🔧", "דני 👩‍🔧", id="foreign letters stay"),
    ],
)
def test_line_is_tidied(text: str, tidy: str) -> None:
    assert tidy_line(text) == tidy


def test_message_id_is_the_same_at_every_attempt() -> None:
    first = build_email(write(text="one"), SENDER, at=AT)
    second = build_email(write(text="two"), SENDER, at=AT + timedelta(hours=1))
    assert first["Message-ID"] == second["Message-ID"]


def test_message_id_differs_between_messages_and_between_senders() -> None:
    ids = {
        render_message_id("jobs/7/ready/maria", "bench@shop.example"),
        render_message_id("jobs/8/ready/maria", "bench@shop.example"),
        render_message_id("jobs/7/ready/maria", "bikes@shop.example"),
    }
    assert len(ids) == 3
    assert not any("maria" in message_id or "jobs" in message_id for message_id in ids)


def test_date_tells_the_moment_it_was_given() -> None:
    at = AT.astimezone(timezone(timedelta(hours=-5)))
    raw = build_email(write(), SENDER, at=at).as_bytes()
    assert read(raw)["Date"].datetime == AT


def test_foreign_machine_is_written_in_ascii() -> None:
    raw = send_off(write(to="maria@bäckerei.example"))
    assert read(raw)["To"] == "maria@xn--bckerei-5wa.example"


@pytest.mark.parametrize("to", ["maria", "maría@home.example", "m@home.example\nBcc: x@y.example"])
def test_email_to_an_invalid_address_cannot_be_built(to: str) -> None:
    with pytest.raises(InputError):
        build_email(write(to=to), SENDER, at=AT)


def test_long_address_stands_whole_on_its_own_line() -> None:
    to = "m" * 60 + "@" + "h" * 60 + ".example"
    raw = send_off(write(to=to, name="Maria"))
    assert read_name(raw, "To") == ("Maria", to)


STOP_URL = "https://bench.example/stop/k3_-"


def test_page_says_the_same_as_the_plain_words() -> None:
    outgoing = write(subject="Your bike", text="Hi María,\n\ncome by until six.\n— The Bench\n")
    raw = send_off(outgoing)
    assert list_kinds(raw) == ["multipart/alternative", "text/plain", "text/html"]
    assert read_words(raw) == tidy_text(outgoing.text)
    assert read_words(raw, "html") == render_page(outgoing.text, subject="Your bike")


def test_picture_comes_along_once_and_is_shown_by_the_page_alone() -> None:
    raw = send_off(write(subject="Your bike", text="It is ready.\n", picture=PICTURE))
    related = ["multipart/related", "text/html", "image/jpeg"]
    assert list_kinds(raw) == ["multipart/alternative", "text/plain", *related]
    *_, picture = read(raw).walk()
    assert picture.get_content() == PICTURE.content
    assert (picture.get_content_disposition(), picture.get_filename()) == ("inline", "ready.jpg")
    source = f"cid:{picture['Content-ID'][1:-1]}"
    shown = render_page("It is ready.\n", subject="Your bike", picture=source)
    assert (read_words(raw), read_words(raw, "html")) == ("It is ready.\n", shown)


def test_files_stand_beside_what_the_message_says() -> None:
    other = replace(INVITE, name="tuesday.ics")
    raw = send_off(write(text="Your week.\n", picture=PICTURE, attachments=(INVITE, other)))
    related = ["multipart/related", "text/html", "image/jpeg"]
    body_parts = ["multipart/alternative", "text/plain", *related]
    assert list_kinds(raw) == ["multipart/mixed", *body_parts, "text/calendar", "text/calendar"]
    files = list(read(raw).iter_attachments())
    assert [file.get_filename() for file in files] == ["monday.ics", "tuesday.ics"]
    assert [file.get_payload(decode=True) for file in files] == [INVITE.content] * 2
    assert read_words(raw) == "Your week.\n"


def test_invitation_tells_mail_programs_what_it_is() -> None:
    raw = send_off(write(attachments=(INVITE,)))
    assert raw.count(b"Content-Type: text/calendar; method=") == 1
    *_, invite = read(raw).walk()
    assert invite["Content-Type"].params == {"method": "REQUEST", "charset": "utf-8"}
    assert invite.get_content_disposition() == "attachment"
    assert str(invite.get_content()).splitlines()[1] == "SUMMARY:Früh"


def test_boundary_of_the_parts_cannot_be_predicted() -> None:
    outgoing = write(
        subject="Your bike", text="It is ready.\n", picture=PICTURE, attachments=(INVITE,)
    )
    for _ in range(3):
        boundary = read(send_off(outgoing)).get_boundary()
        outgoing = replace(outgoing, text=f"It is ready.\n--{boundary}--\n\n--{boundary}\n")
        assert read_words(send_off(outgoing)) == outgoing.text


def test_picture_has_a_name_of_its_own_in_every_message() -> None:
    first = write(picture=PICTURE)
    ids = {
        [part["Content-ID"] for part in read(send_off(outgoing)).walk()][-1]
        for outgoing in (first, replace(first, id="jobs/8/ready/maria"))
    }
    assert len(ids) == 2


def test_message_with_a_way_to_stop_says_so_to_people_and_programs() -> None:
    raw = send_off(write(text="It is ready.\n", opt_out_url=STOP_URL))
    email = read(raw)
    assert email["List-Unsubscribe"] == f"<{STOP_URL}>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert read_words(raw) == f"It is ready.\n\nTo stop these messages: {STOP_URL}\n"
    assert read_words(raw, "html") == render_page("It is ready.\n", subject="", stop_url=STOP_URL)


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


def send_picture(picture: Attachment) -> EmailMessage:
    """The picture's part as it is read at the other end."""
    return read_last_part(send_off(write(picture=picture)))


def send_file(file: Attachment) -> EmailMessage:
    return read_last_part(send_off(write(attachments=(file,))))


def read_last_part(raw: bytes) -> EmailMessage:
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 76
    *_, part = read(raw).walk()
    assert isinstance(part, EmailMessage)
    return part


@given(st.binary(max_size=300))
def test_picture_comes_out_as_it_went_in(content: bytes) -> None:
    part = send_picture(Attachment("a.jpg", "image/jpeg", content))
    assert part.get_content() == content


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
    part = send_picture(Attachment(name, "image/jpeg", b""))
    assert part.get_filename() == name
    assert part.get_content_disposition() == "inline"


@given(st.text(max_size=150))
def test_file_name_is_one_line_and_not_too_long(name: str) -> None:
    part = send_picture(Attachment(name, "image/jpeg", b""))
    assert part.defects == []
    assert len(part.keys()) == 5
    assert part.get_filename() == (tidy_line(name)[:100].strip() or "picture")


@pytest.mark.parametrize(
    "media_type, sent",
    [
        pytest.param("image/jpeg", "image/jpeg", id="a photo"),
        pytest.param("image/svg+xml", "image/svg+xml", id="a drawing"),
        pytest.param("text/html", "application/octet-stream", id="no picture"),
        pytest.param("image/jpeg\r\nBcc: x", "application/octet-stream", id="a trick"),
    ],
)
def test_only_a_picture_is_sent_as_one(media_type: str, sent: str) -> None:
    part = send_picture(Attachment("a.jpg", media_type, b"x"))
    assert part["Content-Type"] == sent
    assert "Bcc" not in part


@given(st.binary(max_size=300), st.text(max_size=150))
def test_file_comes_out_as_it_went_in(content: bytes, name: str) -> None:
    part = send_file(Attachment(name, "application/pdf", content))
    assert part.get_content() == content
    assert part.get_content_disposition() == "attachment"
    assert part.get_filename() == (tidy_line(name)[:100].strip() or "file")
    assert (part.defects, len(part.keys())) == ([], 4)


@pytest.mark.parametrize(
    "media_type, sent",
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
def test_file_is_sent_as_what_it_is(media_type: str, sent: str) -> None:
    part = send_file(Attachment("a", media_type, b"x"))
    params = "".join(f"; {name}={value}" for name, value in part["Content-Type"].params.items())
    assert part.get_content_type() + params == sent
    assert len(part.keys()) == 4
