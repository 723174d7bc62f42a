"""Whether a letter arrives at a real mail server so that every reader makes the same of it."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from tests.adapters.smtp.offices import channel_to, write_letter
from tests.services.smtp_server import LocalMail

from belfry.messaging.ports import Attachment, OutgoingMessage

STOP_URL = f"https://bench.example/stop/{'k3_-' * 60}"
PHOTO = bytes(range(256)) * 12 * 1024
WORDS = "שלום דני,\n\n.\nyour bike 🚲 is ready: https://bench.example/t/é.\n\n— Größe & <Söhne>\n"


def send(mail: LocalMail, outgoing: OutgoingMessage) -> tuple[bytes, EmailMessage]:
    with channel_to(mail.port) as channel:
        channel.send(outgoing)
    [(_, _, raw)] = mail.letters
    return raw, message_from_bytes(raw, _class=EmailMessage, policy=default)


def read_words(email: EmailMessage, kind: str) -> str:
    part = email.get_body((kind,))
    assert isinstance(part, EmailMessage)
    return str(part.get_content()).replace("\r\n", "\n")


def test_big_picture_arrives_whole_and_once(smtp_server: LocalMail) -> None:
    outgoing = replace(write_letter(), picture=Attachment("ready.jpg", "image/jpeg", PHOTO))
    raw, email = send(smtp_server, outgoing)
    *_, picture = email.walk()
    assert picture.get_content() == PHOTO
    assert f'src="cid:{picture["Content-ID"][1:-1]}"' in read_words(email, "html")
    assert len(raw) < len(PHOTO) * 1.37 + 4000


def test_invitation_arrives_as_one(smtp_server: LocalMail) -> None:
    raw = "BEGIN:VCALENDAR\r\nSUMMARY:Früh, Theke\r\nEND:VCALENDAR\r\n".encode()
    invite = Attachment("monday.ics", "text/calendar; method=REQUEST; charset=utf-8", raw)
    _, email = send(smtp_server, replace(write_letter(), attachments=(invite,)))
    [part] = email.iter_attachments()
    assert part["Content-Type"].params == {"method": "REQUEST", "charset": "utf-8"}
    assert (part.get_filename(), part.get_payload(decode=True)) == ("monday.ics", raw)
    assert read_words(email, "plain") == write_letter().text


def test_every_script_and_a_long_link_arrive(smtp_server: LocalMail) -> None:
    outgoing = replace(write_letter(text=WORDS), to_name="דני אבני", opt_out_url=STOP_URL)
    _, email = send(smtp_server, replace(outgoing, subject="האופניים 🚲"))
    assert read_words(email, "plain") == f"{WORDS}\nTo stop these messages: {STOP_URL}\n"
    assert "שלום דני,</p>" in read_words(email, "html")
    assert "— Größe &amp; &lt;Söhne&gt;</p>" in read_words(email, "html")
    assert email["Subject"] == "האופניים 🚲"
    assert email["To"].addresses[0].display_name == "דני אבני"
    assert email["List-Unsubscribe"] == f"<{STOP_URL}>"
