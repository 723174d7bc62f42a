"""Send messages as e-mails through the shop's mail server.

One connection is kept open between e-mails. If it has died, that is noticed before anything was
handed over, and the e-mail goes over a new one.
"""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import timedelta
from threading import Lock

from belfry.adapters.emails import Sender, build_email
from belfry.adapters.mailboxes import parse_mailbox
from belfry.adapters.smtp.connection import (
    Connection,
    MailServer,
    NotSmtp,
    Refused,
    Reply,
    Unanswered,
    Unsuited,
    open_connection,
)
from belfry.adapters.sockets import Deadline, Resolve, ask_system
from belfry.kernel.errors import InputError, Permanent, PortError, Temporary, Unknown
from belfry.messaging.ports import OutgoingMessage
from belfry.ports.clock import Clock

WITHIN = timedelta(seconds=30)
# Shorter than the time after which common servers hang up on an idle client.
KEPT_FOR = timedelta(seconds=20)
_FAULTS = (Refused, Unsuited, NotSmtp, Unanswered, OSError)


class SmtpChannel:
    """Threads take turns; `within` counts from the call, waiting and connecting included."""

    def __init__(
        self,
        clock: Clock,
        server: MailServer,
        sender: Sender,
        *,
        within: timedelta = WITHIN,
        resolve: Resolve = ask_system,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._clock = clock
        self._server = server
        self._sender = sender
        self._within = within
        self._resolve = resolve
        self._tls = tls
        self._turn = Lock()
        self._kept: Connection | None = None

    def send(self, outgoing: OutgoingMessage) -> str:
        deadline = Deadline(self._clock, self._within)
        to = _parse_address(outgoing.to)
        email = build_email(outgoing, self._sender, at=self._clock.now()).as_bytes()
        hidden = (outgoing.to, outgoing.subject, outgoing.opt_out_url, *outgoing.text.splitlines())
        try:
            is_our_turn = self._turn.acquire(timeout=deadline.left())
        except TimeoutError:
            is_our_turn = False
        if not is_our_turn:
            raise Temporary("other e-mails took all the time there was")
        try:
            return self._deliver(to, email, deadline).show(hidden)
        except _FAULTS as error:
            raise self._explain(error, hidden) from error
        finally:
            self._turn.release()

    def check(self) -> str:
        """The server's greeting, once it has taken our login and our address; nothing is sent."""
        deadline = Deadline(self._clock, self._within)
        sender = _parse_address(self._sender.address)
        try:
            connection = self._open(deadline)
            try:
                connection.try_sender(sender)
            finally:
                connection.hang_up(self._clock)
        except _FAULTS as error:
            raise self._explain(error) from error
        return connection.greeting.show(())

    def close(self) -> None:
        """Hang up; the next e-mail opens a connection again."""
        with self._turn:
            self._hang_up()

    def _deliver(self, to: str, email: bytes, deadline: Deadline) -> Reply:
        connection = self._begin_on_kept(to, deadline)
        if connection is None:
            connection = self._begin_on(self._open(deadline), to, deadline, first=deadline)
        try:
            return connection.hand_over(email)
        finally:
            self._put_back(connection)

    def _begin_on_kept(self, to: str, deadline: Deadline) -> Connection | None:
        """The kept connection with the e-mail begun on it, or None if a new one must be opened."""
        connection, self._kept = self._kept, None
        if connection is None:
            return None
        if self._clock.elapsed() - connection.used_at > KEPT_FOR or not connection.is_standing():
            connection.hang_up(self._clock)
            return None
        try:
            # A kept connection that stays silent leaves most of the time for a new one.
            return self._begin_on(connection, to, deadline, Deadline(self._clock, self._within / 3))
        except Refused as refusal:
            if not refusal.is_about_the_connection:
                raise
            self._hang_up()
        except (OSError, NotSmtp):
            pass
        return None

    def _begin_on(
        self, connection: Connection, to: str, deadline: Deadline, first: Deadline
    ) -> Connection:
        with ExitStack() as undo:
            undo.callback(self._put_back, connection)
            connection.begin(_parse_address(self._sender.address), to, deadline, first)
            undo.pop_all()
        return connection

    def _open(self, deadline: Deadline) -> Connection:
        return open_connection(self._server, self._resolve, self._trust, deadline)

    def _put_back(self, connection: Connection) -> None:
        if connection.is_clear:
            connection.used_at = self._clock.elapsed()
            self._kept = connection
        else:
            connection.close()

    def _hang_up(self) -> None:
        connection, self._kept = self._kept, None
        if connection is not None:
            connection.hang_up(self._clock)

    def _explain(self, error: Exception, hidden: Sequence[str] = ()) -> PortError:
        match error:
            case Refused():
                return error.translate(str(self._server), (*hidden, self._server.password))
            case Unsuited():
                return Permanent(f"{self._server} {error}")
            case NotSmtp():
                return Permanent(f"{self._server} does not speak SMTP as we do: {error}")
            case Unanswered():
                return Unknown(f"{self._server} has the e-mail and gave no answer")
        # smtplib raises an error of its own in place of the socket's, which says more.
        is_smtplibs = isinstance(error, smtplib.SMTPException) and error.__context__
        why = error.__context__ if is_smtplibs else error
        return Temporary(f"the e-mail did not reach {self._server}: {why}")

    def _trust(self) -> ssl.SSLContext:
        # Reading the machine's authorities takes tens of milliseconds: once, and only if needed.
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls


def _parse_address(text: str) -> str:
    try:
        return parse_mailbox(text)
    except InputError as error:
        raise Permanent(str(error)) from error
