"""What is taken from an email, however it was wrapped, and which emails are refused."""

from __future__ import annotations

from datetime import UTC, date, datetime
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.messaging.mails import MOST_BYTES, MOST_PARTS, BadMail, Mail, parse_mail
from belfry.rota.notes.read_note import find_note
from belfry.rota.notes.reader import read_note
from belfry.rota.notes.readings import Kind, NoteReading, Unread

ZONE = ZoneInfo("Asia/Singapore")
WEDNESDAY = datetime(2026, 11, 11, 10, 0, tzinfo=ZONE)
HEAD = b"From: Sam Tan <Sam@Example.com>\r\nSubject: Day off\r\n"
STARTS = [
    b"",
    HEAD,
    *(HEAD + name + b": " for name in (b"Content-Type", b"Authentication-Results", b"References")),
    HEAD + b"Content-Disposition: attachment; filename*=",
    HEAD + b"Content-Type: multipart/report; report-type=",
]
FRIDAY = NoteReading(date(2026, 11, 13), date(2026, 11, 13))


def read_sound(content: bytes) -> Mail:
    mail = parse_mail(content)
    assert isinstance(mail, Mail), mail
    return mail


def read(subject: str, text: str) -> NoteReading | Unread:
    mail = Mail("sam@example.com", subject, text, None, "")
    return read_note(find_note(mail), at=WEDNESDAY, zone=ZONE)


def test_a_plain_email_gives_everything() -> None:
    content = HEAD + (
        b"Date: Wed, 11 Nov 2026 10:00:00 +0800\r\nMessage-ID: <1@example.com>\r\n\r\nFriday off"
    )
    assert read_sound(content) == Mail(
        sender="sam@example.com",
        subject="Day off",
        text="Friday off",
        sent_at=datetime(2026, 11, 11, 2, 0, tzinfo=UTC),
        message_id="1@example.com",
    )


@pytest.mark.parametrize(
    "head, body, text",
    [
        (b"Content-Transfer-Encoding: base64", b"RnJpZGF5IG9mZg==", "Friday off"),
        (b"Content-Transfer-Encoding: quoted-printable", b"Fri=64ay off", "Friday off"),
        (b"Content-Type: text/plain; charset=iso-8859-1", b"caf\xe9", "café"),
        (b"Content-Type: text/plain; charset=nonsense", "café".encode(), "café"),
        (b"Content-Type: text/plain; charset=utf-8", b"caf\xe9", "café"),
        (b"Content-Type: text/plain; charset=hex", b"Friday off", "Friday off"),
        (b"Content-Transfer-Encoding: base64", b"%%%", ""),
        (
            b"Content-Type: text/html",
            b"<p>Friday <b>off</b></p><p>please</p>",
            "Friday off\nplease",
        ),
    ],
    ids=[
        "base64",
        "quoted-printable",
        "an older charset",
        "a charset that nobody knows",
        "a charset that it is not in",
        "a charset that is none",
        "broken base64",
        "a page alone",
    ],
)
def test_words_are_found_in(head: bytes, body: bytes, text: str) -> None:
    assert read_sound(HEAD + head + b"\r\n\r\n" + body).text.strip() == text


def test_of_two_forms_the_plain_one_is_read_and_attachments_are_not() -> None:
    message = EmailMessage()
    message["From"] = "sam@example.com"
    message.set_content("Friday off")
    message.add_alternative("<p>Monday off</p>", subtype="html")
    message.add_attachment("Tuesday off", filename="note.txt")
    message.add_attachment(b"x", maintype="image", subtype="png", filename="x.png")
    assert read_sound(message.as_bytes()).text.strip() == "Friday off"


def test_an_email_within_the_email_is_not_read() -> None:
    inner = EmailMessage()
    inner.set_content("Monday off")
    message = EmailMessage()
    message["From"] = "sam@example.com"
    message.set_content("see below")
    message.add_attachment(inner)
    assert read_sound(message.as_bytes()).text.strip() == "see below"


@pytest.mark.parametrize(
    "page, words",
    [
        ("<p>Friday off</p><blockquote>Monday off</blockquote>", "Friday off"),
        (
            '<div>Friday off<div class="gmail_quote">On x wrote: <p>Monday</p></div></div>',
            "Friday off",
        ),
        ('<span style="display: none">Monday</span>Friday off', "Friday off"),
        ("<style>p{}</style><script>Monday()</script>Friday off", "Friday off"),
        ("Friday&nbsp;off &amp; out", "Friday off & out"),
        ("Friday off<br>thanks", "Friday off\nthanks"),
        ("<![foo[Friday off", ""),
    ],
    ids=[
        "no quotation",
        "nothing that a mail program quotes",
        "nothing hidden",
        "no program",
        "signs written out",
        "lines",
        "nothing of a broken page",
    ],
)
def test_a_page_gives_what_a_reader_sees(page: str, words: str) -> None:
    content = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + page.encode()
    assert read_sound(content).text == words


@pytest.mark.parametrize(
    "content, why",
    [
        (b"Subject: x\r\n\r\nFriday off", "expected one From line: it has no sender"),
        (
            b"From: a@example.com\r\nFrom: b@example.com\r\n\r\nx",
            "expected one From line: it has several senders",
        ),
        (b"From: a@example.com, b@example.com\r\n\r\nx", "expected one address in its From line"),
        (b"From: \r\n\r\nx", "expected one address in its From line"),
        (
            b"From: Sam\r\n\r\nx",
            "expected an address such as sam@example.com in its From line",
        ),
        (b"", "expected one From line: it has no sender"),
        (b"x" * (MOST_BYTES + 1), "expected a mail of at most 25 MB"),
        (b"From: " + b"a" * 600 + b"@example.com\r\n\r\nx", "its From line is too long"),
        (
            HEAD + b"Content-Type: text/plain; " + b"a=b;" * 600 + b"\r\n\r\nx",
            "one of its headers is too long",
        ),
        (
            HEAD + b"Content-Disposition: attachment; filename*0*=a; filename*=b\r\n\r\nx",
            "one of its headers cannot be read",
        ),
        (
            HEAD + b"Content-Type: text/plain;" + b"\r\n a=b;" * 60 + b"\r\n\r\nx",
            "one of its headers is too long",
        ),
    ],
    ids=[
        "nobody sent",
        "two lines name a sender",
        "two people sent",
        "the sender is blank",
        "the sender has no address",
        "nothing stands in",
        "is too large",
        "has an endless sender",
        "has an endless header",
        "has a name in two ways",
        "has a header of endless lines",
    ],
)
def test_an_email_is_refused_that(content: bytes, why: str) -> None:
    assert parse_mail(content) == BadMail(why)


def test_a_name_cannot_pass_for_the_address() -> None:
    spoof = b'From: "boss@example.com" <sam@example.org>\r\n\r\nFriday off'
    assert read_sound(spoof).sender == "sam@example.org"


@pytest.mark.parametrize("header_value", [b"", b"soon", b"Wed, 99 Nov 2026 10:00:00 +0800", b"1"])
def test_a_date_that_cannot_be_read_is_left_out(header_value: bytes) -> None:
    assert read_sound(HEAD + b"Date: " + header_value + b"\r\n\r\nx").sent_at is None


def test_a_subject_is_decoded() -> None:
    content = b"From: a@example.com\r\nSubject: =?utf-8?b?RnJlaXRhZyDwn5iA?=\r\n\r\n"
    assert read_sound(content).subject == "Freitag 😀"


def multipart(kind: str, *parts: bytes) -> bytes:
    head = f'Content-Type: multipart/{kind}; boundary="b-{kind}"\r\n\r\n'.encode()
    delimiter = f"--b-{kind}".encode()
    return (
        head + b"".join(delimiter + b"\r\n" + part + b"\r\n" for part in parts) + delimiter + b"--"
    )


WORDS = b"Content-Type: text/plain\r\n\r\nAll fine."
PHOTO = (
    b'Content-Type: image/png; name="door.png"\r\nContent-Disposition: inline\r\n'
    b"Content-Transfer-Encoding: base64\r\n\r\naGVsbG8="
)
LOGO = b"Content-Type: image/png; name=logo.png\r\nContent-ID: <logo>\r\n\r\nlogo"
PAGE = b"Content-Type: text/html\r\n\r\n<p>All fine.</p>"


def test_attachments_are_the_files_that_somebody_added() -> None:
    related = multipart("related", PAGE, LOGO)
    mail = read_sound(HEAD + multipart("mixed", multipart("alternative", WORDS, related), PHOTO))
    assert mail.text.strip() == "All fine."
    assert [(file.name, file.media_type, file.content) for file in mail.list_attachments()] == [
        ("door.png", "image/png", b"hello")
    ]


def test_a_forwarded_mail_is_neither_read_nor_its_files_taken() -> None:
    inner = b"Content-Type: message/rfc822\r\n\r\n" + HEAD + multipart("mixed", PHOTO, WORDS)
    mail = read_sound(HEAD + multipart("digest", WORDS, inner))
    assert (mail.text.strip(), mail.list_attachments()) == ("All fine.", [])


def test_a_mail_of_ten_thousand_parts_is_refused() -> None:
    why = f"expected a mail of at most {MOST_PARTS} parts"
    assert parse_mail(HEAD + multipart("mixed", *[b"\r\nx"] * 10_000)) == BadMail(why)


@for_each("depth", [20, 100, 900])
def test_forwards_within_forwards_are_left_closed(depth: int) -> None:
    content = WORDS
    for _ in range(depth):
        content = b"Content-Type: message/rfc822\r\n\r\n" + HEAD + content
    mail = parse_mail(HEAD + content)
    assert isinstance(mail, BadMail) or mail.text == ""


@for_each("depth", [5, 100, 400])
def test_parts_within_parts_are_read_to_some_depth(depth: int) -> None:
    content = WORDS
    for number in range(depth):
        boundary = f"b{number}".encode()
        head = b"Content-Type: multipart/mixed; boundary=" + boundary + b"\r\n\r\n--" + boundary
        content = head + b"\r\n" + content + b"\r\n--" + boundary + b"--\r\n"
    mail = parse_mail(HEAD + content)
    assert isinstance(mail, BadMail) or mail.text.strip() == ("All fine." if depth < 20 else "")


@for_each(
    "header, automatic, is_bulk",
    [
        (b"X-Mailer: any", "", False),
        (b"Auto-Submitted: no", "", False),
        (b"Auto-Submitted: auto-replied; owner-email=x", "Auto-Submitted: auto-replied", False),
        (b"Precedence: bulk", "Precedence: bulk", False),
        (b"Return-Path: < >", "an empty Return-Path", False),
        (b"Return-Path: <sam@example.com>", "", False),
        (b"X-Autoreply: yes", "X-Autoreply", False),
        (b"List-Id: <news.example.com>", "", True),
        (b"X-Spam-Flag: YES", "", True),
    ],
)
def test_mail_of_machines_is_recognised(header: bytes, automatic: str, is_bulk: bool) -> None:
    mail = read_sound(HEAD + header + b"\r\n\r\nI am away.")
    assert (mail.automatic, mail.is_bulk, mail.is_report) == (automatic, is_bulk, False)


def test_the_nearest_mail_that_it_answers_comes_first() -> None:
    head = b"In-Reply-To: <3@x>\r\nReferences: <1@x>\r\n <2@x> <3@x> nonsense\r\n\r\n"
    assert read_sound(HEAD + head).references == ("<3@x>", "<2@x>", "<1@x>")


def test_a_spoofed_sender_is_doubted() -> None:
    mail = read_sound(HEAD + b"Authentication-Results: mx.test; dmarc=fail\r\n\r\nx")
    assert "does not come from example.com" in mail.doubt


def test_a_report_of_a_server_needs_no_address() -> None:
    head = b'From: MAILER-DAEMON\r\nContent-Type: multipart/report; report-type="delivery-status"'
    mail = read_sound(head + b"; boundary=b\r\n\r\n--b--")
    assert (mail.is_report, mail.sender) == (True, "")


@settings(max_examples=200, derandomize=True, deadline=None)
@given(tail=st.binary(max_size=200), head=st.sampled_from(STARTS))
def test_any_bytes_get_an_answer(head: bytes, tail: bytes) -> None:
    mail = parse_mail(head + tail)
    assert isinstance(mail, BadMail) or mail.list_attachments() is not None


@pytest.mark.parametrize(
    "subject, text",
    [
        ("Day off Friday?", ""),
        ("Day off", "Friday please"),
        ("Day off request", "Hi Maria,\n\nFriday please.\n\nThanks, Sam"),
        ("Friday", "Can I have it off?"),
        ("", "Friday off"),
        ("hello", "Good morning, can I have Friday off?"),
        ("Re: can you work on Saturday?", "Friday off please"),
    ],
)
def test_a_subject_counts_beside_the_words(subject: str, text: str) -> None:
    assert read(subject, text) == FRIDAY


@pytest.mark.parametrize(
    "subject, text, kind",
    [
        ("Re: your day off Friday", "Thanks!", Kind.NOTHING_ASKED),
        ("Cancel this please", "Friday off", Kind.WITHDRAWN),
        ("Half day", "Friday off", Kind.PART_OF_DAY),
        ("Leave 4 December", "I need Friday off", Kind.SEVERAL),
    ],
)
def test_a_subject_can_speak_against_the_words(subject: str, text: str, kind: Kind) -> None:
    unread = read(subject, text)
    assert isinstance(unread, Unread), unread
    assert unread.kind is kind


def test_a_note_is_shown_with_its_subject_and_without_quotations() -> None:
    mail = Mail("sam@example.com", "Day off", "Hi Jo,\nFriday\n> no\n-- \nSam", None, "")
    assert find_note(mail) == "Day off.\n\nFriday"


@pytest.mark.parametrize(
    ("verdicts", "is_spam", "doubt"),
    [
        ("X-SES-Spam-Verdict: PASS\nX-SES-Virus-Verdict: PASS\n", False, ""),
        ("X-SES-Spam-Verdict: GRAY\nX-SES-Virus-Verdict: PROCESSING_FAILED\n", False, ""),
        ("X-SES-Spam-Verdict: fail\n", True, ""),
        ("X-SES-Virus-Verdict: FAIL\n", False, "the mail service found a virus in it"),
        (
            "X-SES-Virus-Verdict: PASS\nX-SES-Spam-Verdict: PASS\nX-SES-Spam-Verdict: FAIL\n",
            True,
            "",
        ),
    ],
    ids=["clean", "not sure", "spam", "a virus", "two verdicts"],
)
def test_verdicts_of_the_mail_service_are_read(verdicts: str, is_spam: bool, doubt: str) -> None:
    mail = parse_mail(f"{verdicts}From: sam@example.com\nSubject: x\n\nHello".encode())
    assert isinstance(mail, Mail)
    assert (mail.is_spam, mail.doubt) == (is_spam, doubt)
