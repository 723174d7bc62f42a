"""Connections to mail servers: TLS, login, and what arrives."""

from __future__ import annotations

import socket
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.smtp.mail_channels import LATE, SOON, channel_to, write_message
from tests.adapters.smtp.scripted_server import Act, drop, hang_up, playing, saying, stall
from tests.adapters.web.certificates import Authority
from tests.services.smtp_server import LOGIN, LocalMail, serving_mail

from belfry.adapters.smtp.connection import Security, hide_echoes
from belfry.kernel.errors import Permanent, Temporary
from belfry.messaging.ports import Attachment, OutgoingMessage

USER, PASSWORD = LOGIN.login.decode(), LOGIN.password.decode()
WANTS_LOGIN = b"250-mail.test\r\n250 AUTH PLAIN LOGIN\r\n"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def test_message_goes_over_a_line_that_was_secured_on_the_way(authority: Authority) -> None:
    with (
        serving_mail(tls=authority.serve_as("mail.test")) as mail,
        channel_to(mail.port, security="starttls", tls=authority.trust()) as channel,
    ):
        channel.send(write_message(1))
        channel.send(write_message(2))
    assert (mail.calls, len(mail.emails)) == (1, 2)


def test_message_goes_over_a_line_that_is_secure_from_the_start(authority: Authority) -> None:
    with (
        playing(tls=authority.serve_as("mail.test")) as server,
        channel_to(server.port, security="tls", tls=authority.trust()) as channel,
    ):
        channel.send(write_message(1))
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (1, 2)


def test_secure_line_that_ended_meanwhile_is_noticed(authority: Authority) -> None:
    ending = saying(b"250 2.0.0 queued\r\n", then=hang_up)
    with (
        playing({"email": ending}, {}, tls=authority.serve_as("mail.test")) as server,
        channel_to(server.port, security="tls", tls=authority.trust()) as channel,
    ):
        channel.send(write_message(1))
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 2)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_certificate_for_another_name_is_final(authority: Authority, security: Security) -> None:
    script = {"EHLO": b"250-mail.test\r\n250 STARTTLS\r\n", "STARTTLS": start_tls(authority)}
    context = authority.serve_as("other.test") if security == "tls" else None
    with (
        playing(script, tls=context) as server,
        channel_to(server.port, security=security, tls=authority.trust()) as channel,
        pytest.raises(Permanent, match="is not who it says: .*mail.test"),
    ):
        channel.send(write_message())
    assert server.emails == []


def start_tls(authority: Authority) -> Act:
    context = authority.serve_as("other.test")

    def act(conn: socket.socket) -> None:
        conn.sendall(b"220 go on\r\n")
        context.wrap_socket(conn, server_side=True).close()

    return act


def test_untrusted_certificate_is_permanent(authority: Authority) -> None:
    with (
        playing(tls=authority.serve_as("mail.test")) as server,
        channel_to(server.port, security="tls") as channel,
        pytest.raises(Permanent, match="is not who it says"),
    ):
        channel.send(write_message())


def test_server_that_cannot_secure_the_line_is_final_and_hears_no_password() -> None:
    with (
        playing({"EHLO": WANTS_LOGIN}) as server,
        channel_to(server.port, security="starttls", user=USER, password=PASSWORD) as channel,
        pytest.raises(Permanent, match=r"offers no STARTTLS here: see mail\.security"),
    ):
        channel.send(write_message())
    assert [command.split()[0] for command in server.said] == ["EHLO"]


@pytest.mark.parametrize(
    "answer, error, within",
    [
        pytest.param(b"454 4.3.0 not now\r\n", Temporary, LATE, id="not now"),
        pytest.param(b"501 no\r\n", Permanent, LATE, id="never"),
        pytest.param(b"220 go on\r\n250 and more\r\n", Permanent, LATE, id="words slipped in"),
        pytest.param(
            saying(b"220 go on\r\n", then=hang_up), Temporary, LATE, id="the end of the line"
        ),
        pytest.param(saying(b"220 go on\r\n", then=stall), Temporary, SOON, id="silence"),
    ],
)
def test_line_that_is_not_secured_takes_no_message(
    answer: Act, error: type[Exception], within: timedelta
) -> None:
    script = {"EHLO": b"250-mail.test\r\n250 STARTTLS\r\n", "STARTTLS": answer}
    with (
        playing(script) as server,
        channel_to(server.port, security="starttls", within=within) as channel,
        pytest.raises(error),
    ):
        channel.send(write_message())
    assert server.emails == []
    assert not any(command.startswith("MAIL") for command in server.said)


def test_server_that_answers_in_the_open_where_tls_is_asked_is_final() -> None:
    with (
        playing() as server,
        channel_to(server.port, security="tls") as channel,
        pytest.raises(Permanent, match="does not speak TLS here as we do"),
    ):
        channel.send(write_message())


@pytest.mark.parametrize("way, without", [("PLAIN", ()), ("LOGIN", ("PLAIN",))])
def test_login_is_said_in_a_way_the_server_knows(
    authority: Authority, way: str, without: tuple[str, ...]
) -> None:
    tls = authority.serve_as("mail.test")
    with (
        serving_mail(wants_login=True, without=without, tls=tls) as mail,
        channel_to(
            mail.port, security="starttls", tls=authority.trust(), user=USER, password=PASSWORD
        ) as channel,
    ):
        channel.send(write_message(1))
        channel.send(write_message(2))
    assert mail.logins == [way]
    assert len(mail.emails) == 2


def test_wrong_password_is_final_and_says_what_to_set(authority: Authority) -> None:
    with (
        serving_mail(wants_login=True, tls=authority.serve_as("mail.test")) as mail,
        channel_to(
            mail.port, security="starttls", tls=authority.trust(), user=USER, password="open sesame"
        ) as channel,
        pytest.raises(Permanent, match=r"mail\.user and the password \(BELFRY_MAIL_PASSWORD") as no,
    ):
        channel.send(write_message())
    assert "it said: 535 5.7.8" in str(no.value)
    assert mail.emails == []


def test_password_that_the_server_repeats_is_not_shown() -> None:
    script = {"EHLO": WANTS_LOGIN, "AUTH": b"535 wrong: open sesame please!\r\n"}
    with (
        playing(script) as server,
        channel_to(server.port, user=USER, password="open sesame please") as channel,
        pytest.raises(Permanent, match="it said: 535 wrong: …!$"),
    ):
        channel.send(write_message())


@pytest.mark.parametrize(
    "answer, error",
    [
        pytest.param(b"454 4.7.0 not now\r\n", Temporary, id="not now"),
        pytest.param(b"421 4.7.0 too many tries\r\n", Temporary, id="going away"),
        pytest.param(b"534 5.7.9 too weak\r\n", Permanent, id="another way is wanted"),
        pytest.param(b"334 more\r\n", Permanent, id="a question we have no answer to"),
        pytest.param(drop, Temporary, id="a line that breaks"),
        pytest.param(stall, Temporary, id="silence"),
    ],
)
def test_login_that_is_not_taken_sends_no_message(answer: Act, error: type[Exception]) -> None:
    with (
        playing({"EHLO": WANTS_LOGIN, "AUTH": answer}) as server,
        channel_to(
            server.port, user=USER, password=PASSWORD, within=SOON if answer is stall else LATE
        ) as channel,
        pytest.raises(error),
    ):
        channel.send(write_message())
    assert not any(command.startswith("MAIL") for command in server.said)


def test_server_without_a_login_we_know_is_final() -> None:
    with (
        playing({"EHLO": b"250-mail.test\r\n250 AUTH GSSAPI\r\n"}) as server,
        channel_to(server.port, user=USER, password=PASSWORD) as channel,
        pytest.raises(Permanent, match="offers no login that we know"),
    ):
        channel.send(write_message())


def test_server_that_wants_a_login_says_so_to_a_caller_without_one(authority: Authority) -> None:
    with (
        serving_mail(wants_login=True, tls=authority.serve_as("mail.test")) as mail,
        channel_to(mail.port, security="starttls", tls=authority.trust()) as channel,
        pytest.raises(Permanent, match=r"wants a login or a secure line first: see mail\.user"),
    ):
        channel.send(write_message())
    assert mail.emails == []


def test_check_hears_the_greeting_and_sends_nothing() -> None:
    with (
        playing({"EHLO": WANTS_LOGIN}) as server,
        channel_to(server.port, user=USER, password=PASSWORD) as channel,
    ):
        assert channel.check() == "220 mail.test ESMTP"
    words = [command.split()[0] for command in server.said]
    assert words == ["EHLO", "AUTH", "MAIL", "RSET", "QUIT"]


def test_check_leaves_the_kept_line_alone() -> None:
    with playing() as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        channel.check()
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 2)


@pytest.mark.parametrize(
    "step, act, error",
    [
        ("greeting", b"554 no\r\n", Permanent),
        ("greeting", drop, Temporary),
        ("AUTH", b"535 no\r\n", Permanent),
        ("AUTH", b"454 no\r\n", Temporary),
        ("MAIL", b"530 5.7.0 log in first\r\n", Permanent),
        ("MAIL", b"451 no\r\n", Temporary),
        ("RSET", hang_up, Temporary),
    ],
)
def test_check_raises_what_a_message_would(step: str, act: Act, error: type[Exception]) -> None:
    with (
        playing({"EHLO": WANTS_LOGIN, step: act}) as server,
        channel_to(server.port, user=USER, password=PASSWORD) as channel,
        pytest.raises(error),
    ):
        channel.check()


EMAIL = ("maria.lopez@home.example", "Your bike", "The door code is 4711.", "Thanks!", "Hi")


@pytest.mark.parametrize(
    "reply, shown",
    [
        ("5.1.1 no such user", "5.1.1 no such user"),
        ("<Maria.Lopez@home.example>: unknown", "<…>: unknown"),
        ("home.example takes no mail", "home.example takes no mail"),
        ('spam: "The door code is 4711." Sorry', 'spam: "…." Sorry'),
        ("code is 4711", "…"),
        ("the code is wrong", "the code is wrong"),
        ("no thanks, hi", "no …, hi"),
        ("YOUR  BIKE your bike bike", "… bike"),
        ("", ""),
    ],
)
def test_words_of_the_message_leave_a_gap(reply: str, shown: str) -> None:
    assert hide_echoes(reply, EMAIL) == shown


@given(st.text(), st.text())
def test_server_that_repeats_a_whole_line_tells_nothing(before: str, after: str) -> None:
    secret = "the door code is 4711"
    assert secret not in hide_echoes(f"{before} {secret} {after}", [secret])


@given(st.text())
def test_what_repeats_nothing_is_shown_as_it_is(reply: str) -> None:
    assert hide_echoes(reply, []) == reply


STOP_URL = f"https://bench.example/stop/{'k3_-' * 60}"
PHOTO = bytes(range(256)) * 12 * 1024
WORDS = "שלום דני,\n\n.\nyour bike 🚲 is ready: https://bench.example/t/é.\n\n— Größe & <Söhne>\n"


def send(mail: LocalMail, outgoing: OutgoingMessage) -> tuple[bytes, EmailMessage]:
    with channel_to(mail.port) as channel:
        channel.send(outgoing)
    [(_, _, raw)] = mail.emails
    return raw, message_from_bytes(raw, _class=EmailMessage, policy=default)


def read_words(email: EmailMessage, kind: str) -> str:
    part = email.get_body((kind,))
    assert isinstance(part, EmailMessage)
    return str(part.get_content()).replace("\r\n", "\n")


def test_big_picture_arrives_whole_and_once(smtp_server: LocalMail) -> None:
    outgoing = replace(write_message(), picture=Attachment("ready.jpg", "image/jpeg", PHOTO))
    raw, email = send(smtp_server, outgoing)
    *_, picture = email.walk()
    assert picture.get_content() == PHOTO
    assert f'src="cid:{picture["Content-ID"][1:-1]}"' in read_words(email, "html")
    assert len(raw) < len(PHOTO) * 1.37 + 4000


def test_invitation_arrives_as_one(smtp_server: LocalMail) -> None:
    raw = "BEGIN:VCALENDAR\r\nSUMMARY:Früh, Theke\r\nEND:VCALENDAR\r\n".encode()
    invite = Attachment("monday.ics", "text/calendar; method=REQUEST; charset=utf-8", raw)
    _, email = send(smtp_server, replace(write_message(), attachments=(invite,)))
    [part] = email.iter_attachments()
    assert part["Content-Type"].params == {"method": "REQUEST", "charset": "utf-8"}
    assert (part.get_filename(), part.get_payload(decode=True)) == ("monday.ics", raw)
    assert read_words(email, "plain") == write_message().text


def test_every_script_and_a_long_link_arrive(smtp_server: LocalMail) -> None:
    outgoing = replace(write_message(text=WORDS), to_name="דני אבני", opt_out_url=STOP_URL)
    _, email = send(smtp_server, replace(outgoing, subject="האופניים 🚲"))
    assert read_words(email, "plain") == f"{WORDS}\nTo stop these messages: {STOP_URL}\n"
    assert "שלום דני,</p>" in read_words(email, "html")
    assert "— Größe &amp; &lt;Söhne&gt;</p>" in read_words(email, "html")
    assert email["Subject"] == "האופניים 🚲"
    assert email["To"].addresses[0].display_name == "דני אבני"
    assert email["List-Unsubscribe"] == f"<{STOP_URL}>"
