"""Whether an e-mail says what the letter says, to every program that reads mail."""

from __future__ import annotations

import email
from datetime import timedelta, timezone
from email.header import decode_header, make_header
from email.utils import parseaddr

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.adapters.smtp.offices import SENDER
from tests.adapters.smtp.readers import AT, PICTURE, read, read_part, read_words, send_off, write

from belfry.adapters.smtp.bodies import tidy_text
from belfry.adapters.smtp.headers import tidy_line
from belfry.adapters.smtp.letters import Sender, build_email, render_letter, render_message_id
from belfry.kernel.errors import InputError

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
        "To: =?utf-8?b?TWFyaWEgTMOzcGV6?=\r\n"
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
def test_names_come_out_as_they_went_in(ours: str, theirs: str) -> None:
    sender = Sender("bench@shop.example", ours)
    raw = send_off(write(name=theirs), sender)
    assert read_name(raw, "From") == (tidy_line(ours), "bench@shop.example")
    assert read_name(raw, "To") == (tidy_line(theirs), "maria@home.example")
    assert [one.addr_spec for one in read(raw)["To"].addresses] == ["maria@home.example"]
    assert [one.addr_spec for one in read(raw)["From"].addresses] == ["bench@shop.example"]


@given(TEXTS)
@example("word " * 1000)
@example("." * 500)
def test_text_comes_out_as_it_went_in(text: str) -> None:
    raw = send_off(write(text=text))
    assert read_words(raw) == tidy_text(text)
    assert read_words(raw, "html") == render_letter(tidy_text(text), subject="")


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
        pytest.param("Grüße aus Köln\n", "quoted-printable", id="a few accents stay readable"),
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


def test_message_id_differs_between_letters_and_between_senders() -> None:
    ids = {
        render_message_id("jobs/7/ready/maria", "bench@shop.example"),
        render_message_id("jobs/8/ready/maria", "bench@shop.example"),
        render_message_id("jobs/7/ready/maria", "bikes@shop.example"),
    }
    assert len(ids) == 3
    assert not any("maria" in one or "jobs" in one for one in ids)


def test_date_tells_the_moment_it_was_given() -> None:
    at = AT.astimezone(timezone(timedelta(hours=-5)))
    raw = build_email(write(), SENDER, at=at).as_bytes()
    assert read(raw)["Date"].datetime == AT


def test_foreign_machine_is_written_in_ascii() -> None:
    raw = send_off(write(to="maria@bäckerei.example"))
    assert read(raw)["To"] == "maria@xn--bckerei-5wa.example"


@pytest.mark.parametrize("to", ["maria", "maría@home.example", "m@home.example\nBcc: x@y.example"])
def test_letter_to_what_is_no_address_cannot_be_written(to: str) -> None:
    with pytest.raises(InputError):
        build_email(write(to=to), SENDER, at=AT)


def test_long_address_stands_whole_on_its_own_line() -> None:
    to = "m" * 60 + "@" + "h" * 60 + ".example"
    raw = send_off(write(to=to, name="Maria"))
    assert read_name(raw, "To") == ("Maria", to)
