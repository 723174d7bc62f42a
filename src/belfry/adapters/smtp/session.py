"""The talk with a mail server, from its greeting to the end of a letter.

In small steps, because what a broken line means hangs on one thing: had the dot that ends the
letter been handed over?
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from belfry.adapters.smtp.dialling import dial
from belfry.adapters.smtp.line import Deadline, Garbled, Line
from belfry.adapters.smtp.login import Unsuited, choose_login
from belfry.adapters.smtp.replies import GOING_AWAY, Refused, Reply, Step, hear_reply

if TYPE_CHECKING:
    from belfry.adapters.smtp.dialling import Resolve
    from belfry.ports.clock import Clock

Security = Literal["starttls", "tls", "none"]
Trust = Callable[[], ssl.SSLContext]
"""Whose certificates are believed; asked only where the line is made secure."""

_LINE_STARTS_WITH_DOT = re.compile(rb"^\.", re.MULTILINE)
# The end of a letter is only said to a server that is still listening.
_LAST_PART = 16 * 1024
_GOODBYE = timedelta(seconds=2)


class Unanswered(Exception):
    """The whole letter was handed over, and nobody said what became of it."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed in; without a user there is no login."""

    host: str
    port: int
    security: Security = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"the mail server {self.host}:{self.port}"


class Parcel:
    """One letter to be handed over: both addresses in ASCII, and how to write what is inside."""

    def __init__(self, sender: str, to: str, write: Callable[[], bytes]) -> None:
        self.sender = sender
        self.to = to
        self.email = b""
        self._write = write

    def fill(self) -> None:
        """Write the e-mail, which ends in CRLF, if nobody has yet."""
        self.email = self.email or self._write()


def open_session(server: MailServer, resolve: Resolve, trust: Trust, deadline: Deadline) -> Session:
    """A talk with `server` that is ready for letters: greeted, secured, logged in."""
    with ExitStack() as undo:
        line = Line(dial(server.host, server.port, resolve, deadline), deadline)
        undo.callback(line.close)
        if server.security == "tls":
            _secure(line, server, trust)
        session = Session(line, greeting=_expect(line, Step.GREETING))
        session.introduce()
        if server.security == "starttls":
            session.start_tls(server, trust)
        if server.user:
            session.log_in(server.user, server.password)
        undo.pop_all()
    return session


class Session:
    """`is_clear` while no letter is half said, so that another may follow on the same line."""

    def __init__(self, line: Line, *, greeting: Reply) -> None:
        self.greeting = greeting
        self.is_clear = True
        self.used_at = timedelta()
        self._line = line
        self._offers: dict[str, str] = {}

    def introduce(self) -> None:
        """Say who calls, and hear what the server can do."""
        # An address needs no name server; the standard library would ask for this machine's name.
        address = self._line.own_address().partition("%")[0]
        kind = "IPv6:" if ":" in address else ""
        reply = self._ask(Step.EHLO, f"EHLO [{kind}{address}]")
        offers = (line.partition(" ") for line in reply.words.split("\n")[1:])
        self._offers = {name.upper(): rest for name, _, rest in offers}

    def start_tls(self, server: MailServer, trust: Trust) -> None:
        if "STARTTLS" not in self._offers:
            raise Unsuited('offers no STARTTLS here: see mail.security ("tls" mostly has port 465)')
        self._ask(Step.STARTTLS, "STARTTLS")
        _secure(self._line, server, trust)
        self.introduce()

    def log_in(self, user: str, password: str) -> None:
        *before, last = choose_login(self._offers.get("AUTH", ""), user, password)
        for said in before:
            self._ask(Step.AUTH, said, wanted=3)
        self._ask(Step.AUTH, last)

    def is_standing(self) -> bool:
        """Whether the line is open, and nothing was said on it that nobody asked for."""
        try:
            return not self._line.has_spoken()
        except OSError:
            return False

    def begin(self, parcel: Parcel, deadline: Deadline, *, first: Deadline | None = None) -> None:
        """Everything up to the letter itself; `first` is how long the first answer may take."""
        self.is_clear = False
        try:
            self._line.deadline = first or deadline
            self._say(f"MAIL FROM:<{parcel.sender}>")
            # Writing takes time, too: the server thinks about the sender meanwhile.
            parcel.fill()
            _expect(self._line, Step.MAIL)
            self._line.deadline = deadline
            self._ask(Step.RCPT, f"RCPT TO:<{parcel.to}>")
            self._ask(Step.DATA, "DATA", wanted=3)
        except Refused as refusal:
            if refusal.reply.code != GOING_AWAY:
                self._forget()
            raise

    def hand_over(self, email: bytes) -> Reply:
        """The letter itself, after `begin`; Unanswered only once its last byte was sent."""
        said = _LINE_STARTS_WITH_DOT.sub(b"..", email) + b".\r\n"
        self._line.send(said[:-_LAST_PART])
        if self._line.has_spoken():
            raise Refused(Step.LETTER, hear_reply(self._line))
        self._line.send(said[-_LAST_PART:])
        try:
            reply = hear_reply(self._line)
        except (OSError, Garbled) as error:
            raise Unanswered from error
        if reply.code // 100 == 3:
            raise Unanswered
        self.is_clear = reply.code != GOING_AWAY
        if not reply.is_yes:
            raise Refused(Step.LETTER, reply)
        return reply

    def try_sender(self, sender: str) -> None:
        """Whether letters from `sender` would be taken; none is begun."""
        self._ask(Step.MAIL, f"MAIL FROM:<{sender}>")
        self._ask(Step.RSET, "RSET")

    def quit(self, clock: Clock) -> None:
        """Hang up as one should, if the server is still there to hear it."""
        self._line.deadline = Deadline(clock, _GOODBYE)
        with suppress(OSError, Garbled):
            self._line.send(b"QUIT\r\n")
            hear_reply(self._line)
        self._line.close()

    def close(self) -> None:
        self._line.close()

    def _forget(self) -> None:
        with suppress(OSError, Garbled, Refused):
            self._ask(Step.RSET, "RSET")
            self.is_clear = True

    def _ask(self, step: Step, command: str, *, wanted: int = 2) -> Reply:
        self._say(command)
        return _expect(self._line, step, wanted=wanted)

    def _say(self, command: str) -> None:
        self._line.ask(f"{command}\r\n".encode("ascii"))


def _expect(line: Line, step: Step, *, wanted: int = 2) -> Reply:
    reply = hear_reply(line)
    if reply.code // 100 != wanted:
        raise Refused(step, reply)
    return reply


def _secure(line: Line, server: MailServer, trust: Trust) -> None:
    try:
        line.secure(trust(), server.host)
    except ssl.SSLCertVerificationError as error:
        raise Unsuited(f"is not who it says: {error.verify_message}") from error
    except (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError) as error:
        raise ConnectionResetError("the server hung up before the line was secure") from error
    except TimeoutError:
        raise
    except ssl.SSLError as error:
        raise Unsuited(f"does not speak TLS here as we do: {error.reason}") from error
