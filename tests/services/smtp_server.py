"""A mail server for each test that asks for one, which keeps what it is given.

It listens on the loopback address, in a thread of its own, and refuses what it is told to refuse.
`python -m tests.services.smtp_server` is one that forgets every e-mail, in a process of its own:
it prints its port, and serves until its standard input is closed.
"""

from __future__ import annotations

import asyncio
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

LOGIN = LoginPassword(b"shop", b"p\xc3\xa4ss word")


@dataclass
class LocalMail:
    """The server's port, and what it got: sender, recipients and content of each e-mail."""

    port: int = 0
    emails: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    refusal: str = ""
    is_forgetful: bool = False
    calls: int = 0
    logins: list[str] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if refusal := self.refusals.get(address):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.refusal:
            return self.refusal
        if not self.is_forgetful:
            assert isinstance(envelope.content, bytes)
            email = (str(envelope.mail_from), list(envelope.rcpt_tos), envelope.content)
            self.emails.append(email)
        return f"250 2.0.0 queued as {len(self.emails)}"

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, credentials: Any
    ) -> AuthResult:
        self.logins.append(mechanism)
        return AuthResult(success=credentials == LOGIN, handled=False)


@contextmanager
def serving_mail(
    *, wants_login: bool = False, without: tuple[str, ...] = (), tls: ssl.SSLContext | None = None
) -> Iterator[LocalMail]:
    """A server; `tls` lets callers secure the line, and only then may they log in."""
    mail = LocalMail()
    loop = asyncio.new_event_loop()

    def answer_call() -> SMTP:
        mail.calls += 1
        return SMTP(
            mail,
            hostname="mail.test",
            loop=loop,
            tls_context=tls,
            authenticator=mail.authenticate,
            auth_required=wants_login,
            auth_require_tls=wants_login,
            auth_exclude_mechanism=without,
        )

    server = loop.run_until_complete(loop.create_server(answer_call, "127.0.0.1", 0))
    mail.port = server.sockets[0].getsockname()[1]
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        yield mail
    finally:
        asyncio.run_coroutine_threadsafe(_stop(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _stop(server: asyncio.Server) -> None:
    server.close()
    talks = asyncio.all_tasks() - {asyncio.current_task()}
    for talk in talks:
        talk.cancel()
    await asyncio.gather(*talks, return_exceptions=True)


@pytest.fixture
def smtp_server() -> Iterator[LocalMail]:
    """A mail server that accepts every e-mail, and asks for no login."""
    with serving_mail() as mail:
        yield mail


def main() -> None:
    with serving_mail() as mail:
        mail.is_forgetful = True
        sys.stdout.write(f"{mail.port}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
