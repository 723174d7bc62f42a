"""How a letter leaves the house as an e-mail, through the shop's own mail server.

One line is kept open between letters. A kept line that has died is noticed while nothing has been
handed over yet, and the letter goes over a new one.
"""

from __future__ import annotations

import ssl
from contextlib import ExitStack
from datetime import timedelta
from threading import Lock
from typing import TYPE_CHECKING

from belfry.adapters.smtp.dialling import ask_system
from belfry.adapters.smtp.letters import build_email
from belfry.adapters.smtp.line import Deadline, Garbled
from belfry.adapters.smtp.login import Unsuited
from belfry.adapters.smtp.mailboxes import parse_mailbox
from belfry.adapters.smtp.parts import flatten
from belfry.adapters.smtp.replies import Refused
from belfry.adapters.smtp.session import Parcel, Unanswered, open_session
from belfry.kernel.errors import InputError, Permanent, PortError, Temporary, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.adapters.smtp.dialling import Resolve
    from belfry.adapters.smtp.letters import Sender
    from belfry.adapters.smtp.replies import Reply
    from belfry.adapters.smtp.session import MailServer, Session
    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.clock import Clock

WITHIN = timedelta(seconds=30)
# Shorter than the patience of the servers we know of with an idle caller.
KEPT_FOR = timedelta(seconds=20)
_FAULTS = (Refused, Unsuited, Garbled, Unanswered, OSError)


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
        self._kept: Session | None = None

    def send(self, outgoing: OutgoingMessage) -> str:
        deadline = Deadline(self._clock, self._within)
        parcel = self._pack(outgoing)
        hidden = (outgoing.to, outgoing.subject, outgoing.opt_out_url, *outgoing.text.splitlines())
        if not (self._turn.acquire(blocking=False) or self._turn.acquire(timeout=deadline.left())):
            raise Temporary("other letters took all the time there was")
        try:
            return self._deliver(parcel, deadline).show(hidden)
        except _FAULTS as error:
            raise self._explain(error, hidden) from error
        finally:
            self._turn.release()

    def check(self) -> str:
        """The server's greeting, once it has taken our login and our address; nothing is sent."""
        deadline = Deadline(self._clock, self._within)
        sender = self._pack_address(self._sender.address)
        try:
            session = self._open(deadline)
            try:
                session.try_sender(sender)
            finally:
                session.quit(self._clock)
        except _FAULTS as error:
            raise self._explain(error) from error
        return session.greeting.show(())

    def close(self) -> None:
        """Hang up; the next letter opens a line again."""
        with self._turn:
            self._hang_up()

    def _pack(self, outgoing: OutgoingMessage) -> Parcel:
        sender, to = self._pack_address(self._sender.address), self._pack_address(outgoing.to)
        now = self._clock.now()
        return Parcel(sender, to, lambda: flatten(build_email(outgoing, self._sender, at=now)))

    def _pack_address(self, text: str) -> str:
        try:
            return parse_mailbox(text)
        except InputError as error:
            raise Permanent(str(error)) from error

    def _deliver(self, parcel: Parcel, deadline: Deadline) -> Reply:
        session = self._begin_on_kept(parcel, deadline)
        if session is None:
            session = self._begin_on(self._open(deadline), parcel, deadline)
        try:
            return session.hand_over(parcel.email)
        finally:
            self._put_back(session)

    def _begin_on_kept(self, parcel: Parcel, deadline: Deadline) -> Session | None:
        """The kept line with the letter begun on it, or None if a new line must be opened."""
        kept, self._kept = self._kept, None
        if kept is None:
            return None
        if self._clock.elapsed() - kept.used_at > KEPT_FOR or not kept.is_standing():
            kept.quit(self._clock)
            return None
        try:
            return self._begin_on(kept, parcel, deadline, first=deadline.early())
        except Refused as refusal:
            if not refusal.is_about_the_line:
                raise
            self._hang_up()
        except (OSError, Garbled):
            pass
        return None

    def _begin_on(
        self, session: Session, parcel: Parcel, deadline: Deadline, first: Deadline | None = None
    ) -> Session:
        with ExitStack() as undo:
            undo.callback(self._put_back, session)
            session.begin(parcel, deadline, first=first)
            undo.pop_all()
        return session

    def _open(self, deadline: Deadline) -> Session:
        return open_session(self._server, self._resolve, self._trust, deadline)

    def _put_back(self, session: Session) -> None:
        if session.is_clear:
            session.used_at = self._clock.elapsed()
            self._kept = session
        else:
            session.close()

    def _hang_up(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.quit(self._clock)

    def _explain(self, error: Exception, hidden: Sequence[str] = ()) -> PortError:
        """What went wrong, in the words of the port."""
        match error:
            case Refused():
                return error.translate(str(self._server), (*hidden, self._server.password))
            case Unsuited():
                return Permanent(f"{self._server} {error}")
            case Garbled():
                return Permanent(f"{self._server} does not speak SMTP as we do: {error}")
            case Unanswered():
                return Unknown(f"{self._server} has the letter and gave no answer")
        return Temporary(f"the letter did not reach {self._server}: {error}")

    def _trust(self) -> ssl.SSLContext:
        # Reading the machine's authorities takes tens of milliseconds: once, and only if need be.
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls
