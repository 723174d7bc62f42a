"""A mailbox read over IMAP, from a real server, over lines that hold and lines that break."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from datetime import timedelta
from typing import Literal

import pytest
from tests.adapters.web.certificates import Authority
from tests.loops import for_each
from tests.services.imap_server import HOST, NAME, PASSWORD, USER, LocalMailbox, passing_on

from belfry.adapters.imap.mailbox import ImapMailbox, ImapServer
from belfry.adapters.system.clock import SystemClock
from belfry.kernel.errors import ConfigError, Permanent, Temporary

CLOCK = SystemClock()
MAILS = [f"From: a@example.com\r\nSubject: {n}\r\n\r\nhello\r\n".encode() for n in range(5)]


def open_mailbox(
    local: LocalMailbox,
    *,
    port: int | None = None,
    security: Literal["tls", "starttls", "none"] = "starttls",
    password: str = PASSWORD,
    folder: str = "",
    tls: ssl.SSLContext | None = None,
    within: timedelta = timedelta(seconds=30),
) -> ImapMailbox:
    server = ImapServer(
        NAME, port or local.port, security, USER, lambda: password, folder or local.folder
    )
    trust = tls or local.authority.trust()
    return ImapMailbox(CLOCK, server, resolve=lambda *_: [HOST], tls=trust, within=within)


def fetch(mailbox: ImapMailbox, position: str, at_once: int = 50) -> list[list[bytes]]:
    batches = mailbox.fetch(position, since=CLOCK.now(), at_once=at_once)
    return [[arrived.content for arrived in batch.arrivals] for batch in batches]


def test_mails_come_in_their_order_and_none_twice(imap_server: LocalMailbox) -> None:
    mailbox = open_mailbox(imap_server)
    imap_server.add(MAILS[0])
    position = mailbox.find_end()
    imap_server.add(*MAILS[1:4])
    batches = list(mailbox.fetch(position, since=CLOCK.now(), at_once=2))
    assert [[a.content for a in batch.arrivals] for batch in batches] == [MAILS[1:3], MAILS[3:4]]
    assert fetch(mailbox, batches[0].position) == [MAILS[3:4]]
    assert fetch(mailbox, batches[1].position) == []
    imap_server.add(MAILS[4])
    assert fetch(mailbox, batches[1].position) == [MAILS[4:]]


def test_mails_stay_where_they_are_and_unread(imap_server: LocalMailbox) -> None:
    mailbox = open_mailbox(imap_server)
    position = mailbox.find_end()
    imap_server.add(*MAILS)
    assert fetch(mailbox, position) == fetch(mailbox, position) == [MAILS]
    assert imap_server.count_seen() == 0


def test_folder_that_was_made_anew_is_read_from_the_last_days(imap_server: LocalMailbox) -> None:
    mailbox = open_mailbox(imap_server)
    position = mailbox.find_end()
    imap_server.replace_folder()
    imap_server.add(*MAILS)
    assert fetch(mailbox, position) == [MAILS]
    later = CLOCK.now() + timedelta(days=3)
    assert list(mailbox.fetch(position, since=later, at_once=50)) == []


@for_each("lost", [1_000, 30_000, 90_000])
def test_line_that_is_lost_half_way_gives_what_came_before(
    imap_server: LocalMailbox, lost: int
) -> None:
    position = open_mailbox(imap_server).find_end()
    large = [mail + b"x" * 20_000 + b"\r\n" for mail in MAILS]
    imap_server.add(*large)
    with passing_on(imap_server.port, cut_after=lost) as port:
        batches = open_mailbox(imap_server, port=port).fetch(position, since=CLOCK.now(), at_once=1)
        taken: list[bytes] = []
        with suppress(Temporary):
            for batch in batches:
                taken += [arrived.content for arrived in batch.arrivals]
                position = batch.position
            pytest.fail("the line was not lost")
    assert taken == large[: len(taken)]
    rest = fetch(open_mailbox(imap_server), position)
    assert [*taken, *(mail for batch in rest for mail in batch)] == large


def test_line_may_be_secure_from_the_start(imap_server: LocalMailbox) -> None:
    with passing_on(imap_server.port, tls=imap_server.authority.serve_as(NAME)) as port:
        open_mailbox(imap_server, port=port, security="tls").check()


def test_server_that_is_not_who_it_says_is_refused(
    imap_server: LocalMailbox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stranger = Authority(tmp_path_factory.mktemp("stranger")).trust()
    with pytest.raises(Permanent, match="is not who it says"):
        open_mailbox(imap_server, tls=stranger).check()


def test_wrong_password_is_told_and_not_repeated(imap_server: LocalMailbox) -> None:
    for password in ("hünter two", "hunter2"):
        with pytest.raises(Permanent, match="the login was refused") as caught:
            open_mailbox(imap_server, password=password).check()
        assert password not in str(caught.value)


def test_folder_that_is_not_there_is_named(imap_server: LocalMailbox) -> None:
    with pytest.raises(Permanent, match="the folder Nowhere cannot be opened"):
        open_mailbox(imap_server, folder="Nowhere").check()


def test_server_that_is_not_there_may_come_back(imap_server: LocalMailbox) -> None:
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Temporary):
        open_mailbox(imap_server, port=port).check()


def test_server_that_says_nothing_is_left_in_time(imap_server: LocalMailbox) -> None:
    with socket.create_server((HOST, 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(Temporary):
            open_mailbox(imap_server, port=port, within=timedelta(seconds=0.2)).check()


def test_password_that_cannot_be_read_is_a_matter_of_the_settings(
    imap_server: LocalMailbox,
) -> None:
    def read_password() -> str:
        raise ConfigError("mail_in.password_file: secret cannot be read")

    server = ImapServer(HOST, imap_server.port, "starttls", USER, read_password)
    with pytest.raises(ConfigError):
        ImapMailbox(CLOCK, server).check()
