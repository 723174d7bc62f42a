"""One connection to a mail server: smtplib, held to one deadline.

What a broken connection means depends on one thing: had the dot that ends the e-mail been sent?
"""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, Literal

from belfry.adapters.sockets import Deadline, Resolve, connect, look_up
from belfry.kernel.errors import Permanent, Temporary
from belfry.ports.clock import Clock

Security = Literal["starttls", "tls", "none"]
Trust = Callable[[], ssl.SSLContext]
"""Whose certificates are believed; asked only where the connection is secured."""

GOING_AWAY = 421
_LOGIN_FIRST = 530
_CHUNK = 64 * 1024
# The end of an e-mail is only sent to a server that is still listening.
_LAST_PART = 16 * 1024
_LINE_STARTS_WITH_DOT = re.compile(rb"^\.", re.MULTILINE)
_GOODBYE = timedelta(seconds=2)


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


class Step(StrEnum):
    """How far an e-mail came, in the words of the error if it came no further."""

    GREETING = "turns us away"
    EHLO = "does not take our greeting"
    STARTTLS = "does not secure the line"
    AUTH = (
        "refuses our login: check mail.user and the password"
        " (BELFRY_MAIL_PASSWORD or mail.password_file)"
    )
    MAIL = "refuses our own address, mail.from"
    RCPT = "refuses this recipient"
    DATA = "refuses to take the e-mail"
    CONTENT = "refuses the e-mail"
    RSET = "does not forget the e-mail before"


class NotSmtp(Exception):
    """What came back is not SMTP."""


class Unsuited(Exception):
    """The server cannot do what the settings ask for; the message continues its name."""


class Unanswered(Exception):
    """The whole e-mail was handed over and no answer came."""


class Refused(Exception):
    """The server said no. RFC 5321: 4xx is worth another try, 5xx is not."""

    def __init__(self, step: Step, reply: Reply) -> None:
        super().__init__(f"{step.name} was answered with {reply.code}")
        self.step = step
        self.reply = reply

    @property
    def is_about_the_connection(self) -> bool:
        """Whether a new connection may get another answer: servers limit what one may do."""
        return self.reply.code == GOING_AWAY or self.step is Step.MAIL

    def translate(self, server: str, hidden: Sequence[str]) -> Temporary | Permanent:
        reply = self.reply.show(hidden)
        if self.reply.code == _LOGIN_FIRST and self.step is not Step.AUTH:
            return Permanent(
                f"{server} wants a login or a secure line first: see mail.user and mail.security;"
                f" it said: {reply}"
            )
        kind = Temporary if 400 <= self.reply.code < 500 else Permanent
        return kind(f"{server} {self.step.value}; it said: {reply}")


class Connection(smtplib.SMTP):
    """`is_clear` while no e-mail is half sent, so that another may follow.

    smtplib's own timeout starts anew with every read: a server that sends a byte now and then
    would hold a worker for ever. So reads and writes count against `deadline` here.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        # Without a name, smtplib asks the resolver for this machine's.
        super().__init__(local_hostname=_write_own_address(sock))
        # Every command is answered before the next: it must not wait for company on the way.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.deadline = deadline
        self.sock = sock
        self.greeting = Reply(0, "")
        self.is_clear = True
        self.used_at = timedelta()
        self._replies = _Replies(self)

    def greet(self) -> None:
        self._expect(Step.EHLO, *self.ehlo())

    def secure(self, host: str, trust: Trust) -> None:
        """Go on over TLS with a server that proves to be `host`."""
        if self._replies.unread:
            # It would be taken for an answer that came over TLS.
            raise NotSmtp("something said before the line was secure")
        sock = self._sock
        sock.settimeout(self.deadline.left())
        try:
            self.sock = trust().wrap_socket(sock, server_hostname=host)
        except ssl.SSLCertVerificationError as error:
            raise Unsuited(f"is not who it says: {error.verify_message}") from error
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError) as error:
            raise ConnectionResetError("the server hung up before the line was secure") from error
        except TimeoutError:
            raise
        except ssl.SSLError as error:
            raise Unsuited(f"does not speak TLS here as we do: {error.reason}") from error

    def start_tls(self, host: str, trust: Trust) -> None:
        if not self.has_extn("starttls"):
            raise Unsuited('offers no STARTTLS here: see mail.security ("tls" mostly has port 465)')
        self._ask(Step.STARTTLS, "STARTTLS")
        self.secure(host, trust)
        self.greet()

    def log_in(self, user: str, password: str) -> None:
        """smtplib's own `login` cannot send a password that is not ASCII."""
        ways = self.esmtp_features.get("auth", "").upper().split()
        if "PLAIN" in ways:
            self._ask(Step.AUTH, f"AUTH PLAIN {_encode(f'{chr(0)}{user}{chr(0)}{password}')}")
        elif "LOGIN" in ways:
            self._ask(Step.AUTH, "AUTH LOGIN", wanted=3)
            self._ask(Step.AUTH, _encode(user), wanted=3)
            self._ask(Step.AUTH, _encode(password))
        else:
            raise Unsuited(
                "offers no login that we know (PLAIN, LOGIN):"
                " see mail.security, or leave mail.user out"
            )

    def begin(self, sender: str, to: str, deadline: Deadline, first: Deadline) -> None:
        """Everything up to the e-mail itself; `first` is how long the first answer may take."""
        self.is_clear = False
        try:
            self.deadline = first
            self._expect(Step.MAIL, *self.mail(sender))
            self.deadline = deadline
            self._expect(Step.RCPT, *self.rcpt(to))
            self._ask(Step.DATA, "DATA", wanted=3)
        except Refused as refusal:
            if refusal.reply.code != GOING_AWAY:
                self._forget()
            raise

    def hand_over(self, email: bytes) -> Reply:
        """Send the e-mail itself, after `begin`; Unanswered only once its last byte was sent.

        smtplib's `data` does not tell a connection that broke before the final dot from one that
        broke after it.
        """
        content = _LINE_STARTS_WITH_DOT.sub(b"..", email) + b".\r\n"
        end = max(0, len(content) - _LAST_PART)
        for start in range(0, end, _CHUNK):
            self.send(content[start : min(start + _CHUNK, end)])
        if self.has_spoken():
            raise Refused(Step.CONTENT, Reply.of(*self.getreply()))
        self.send(content[end:])
        try:
            reply = Reply.of(*self.getreply())
        except (OSError, NotSmtp) as error:
            raise Unanswered from error
        if reply.code // 100 == 3:
            raise Unanswered
        self.is_clear = reply.code != GOING_AWAY
        if reply.code // 100 != 2:
            raise Refused(Step.CONTENT, reply)
        return reply

    def try_sender(self, sender: str) -> None:
        """Check that mail from `sender` would be taken; none is begun."""
        self._expect(Step.MAIL, *self.mail(sender))
        self._expect(Step.RSET, *self.rset())

    def is_standing(self) -> bool:
        """Whether the connection is open, and nothing was said on it unasked."""
        try:
            return not self.has_spoken()
        except OSError:
            return False

    def has_spoken(self) -> bool:
        """Whether something was said that was not read yet; OSError if the connection is dead."""
        self._sock.settimeout(0)
        try:
            self._replies.receive()
        except (BlockingIOError, ssl.SSLWantReadError):
            return bool(self._replies.unread)
        return True

    def hang_up(self, clock: Clock) -> None:
        """Send QUIT, if the server still answers."""
        self.deadline = Deadline(clock, _GOODBYE)
        with suppress(OSError, NotSmtp):
            self.quit()
        self.close()

    def getreply(self) -> tuple[int, bytes]:
        self.file = self._replies
        self._replies.count = 0
        return super().getreply()

    def send(self, s: Any) -> None:
        self._sock.settimeout(self.deadline.left())
        super().send(s)

    @property
    def _sock(self) -> socket.socket:
        if self.sock is None:
            raise ConnectionResetError("the server hung up")
        return self.sock

    def _forget(self) -> None:
        with suppress(OSError, NotSmtp, Refused):
            self._expect(Step.RSET, *self.rset())
            self.is_clear = True

    def _ask(self, step: Step, command: str, *, wanted: int = 2) -> Reply:
        return self._expect(step, *self.docmd(command), wanted=wanted)

    def _expect(self, step: Step, code: int, words: bytes, *, wanted: int = 2) -> Reply:
        reply = Reply.of(code, words)
        if code // 100 != wanted:
            raise Refused(step, reply)
        return reply


def open_connection(
    server: MailServer, resolve: Resolve, trust: Trust, deadline: Deadline
) -> Connection:
    """A connection that is ready for e-mails: greeted, secured, logged in."""
    addresses = look_up(server.host, server.port, resolve, deadline)
    with ExitStack() as undo:
        connection = Connection(connect(addresses, server.port, deadline), deadline)
        undo.callback(connection.close)
        if server.security == "tls":
            connection.secure(server.host, trust)
        connection.greeting = connection._expect(Step.GREETING, *connection.getreply())
        connection.greet()
        if server.security == "starttls":
            connection.start_tls(server.host, trust)
        if server.user:
            connection.log_in(server.user, server.password)
        undo.pop_all()
    return connection


def _write_own_address(sock: socket.socket) -> str:
    """This end of the connection, as EHLO takes it."""
    address = str(sock.getsockname()[0]).partition("%")[0]
    return f"[IPv6:{address}]" if ":" in address else f"[{address}]"


def _encode(text: str) -> str:
    return b64encode(text.encode("utf-8", "replace")).decode("ascii")


class _Replies:
    """What smtplib reads its replies from, line by line."""

    _LINE = re.compile(rb"[2-5][0-9]{2}(?:[ -].*)?\r?\n", re.DOTALL)
    _LONGEST_LINE = 4096
    _MOST_LINES = 100

    def __init__(self, connection: Connection) -> None:
        self.unread = b""
        self.count = 0
        self._connection = connection

    def readline(self, _limit: int) -> bytes:
        while b"\n" not in self.unread:
            if len(self.unread) > self._LONGEST_LINE:
                raise NotSmtp("a line without an end")
            self._connection._sock.settimeout(self._connection.deadline.left())
            self.receive()
        line, end, self.unread = self.unread.partition(b"\n")
        self.count += 1
        if not self._LINE.fullmatch(line + end):
            raise NotSmtp("an answer without a number")
        if self.count > self._MOST_LINES:
            raise NotSmtp("an answer without an end")
        return line + end

    def receive(self) -> None:
        received = self._connection._sock.recv(_CHUNK)
        if not received:
            raise ConnectionResetError("the server hung up")
        self.unread += received

    def close(self) -> None:
        """smtplib closes what it reads from together with the connection."""


@dataclass(frozen=True, slots=True)
class Reply:
    code: int
    words: str

    @classmethod
    def of(cls, code: int, words: bytes) -> Reply:
        return cls(code, words.decode("utf-8", "replace"))

    def show(self, hidden: Sequence[str]) -> str:
        """The reply on one short line, with a gap where it repeats something hidden."""
        words = hide_echoes(" ".join(self.words.split()), hidden)
        if not words.isprintable():
            words = "".join(letter if letter.isprintable() else "?" for letter in words)
        if len(words) > _LONGEST_SHOWN:
            words = f"{words[: _LONGEST_SHOWN - 1]}…"
        return f"{self.code} {words}".rstrip()


_LONGEST_SHOWN = 200
_WORD = re.compile(r"\w+")
_RUN = 3
_SHORTEST = 4
_GAP = "…"


def hide_echoes(reply: str, hidden: Sequence[str]) -> str:
    """The reply, with a gap for three words in a row, or all there are, of a hidden line."""
    words = _WORD.findall(reply.casefold())
    secrets = "\n".join(hidden).casefold()
    if not any(len(word) > 1 and word in secrets for word in words):
        return reply
    matches = list(_WORD.finditer(reply))
    echoes = {place for line in hidden for place in _find_echoes(words, line)}
    shown, end = "", 0
    for place in sorted(echoes):
        start = matches[place].start()
        shown += reply[end:start] + _GAP if place - 1 not in echoes else ""
        end = matches[place].end()
    return shown + reply[end:]


def _find_echoes(words: Sequence[str], line: str) -> Iterator[int]:
    """The places of the words that also stand in `line`, in the same order."""
    reply_words = _WORD.findall(line.casefold())
    run = min(_RUN, len(reply_words))
    if sum(map(len, reply_words)) < _SHORTEST:
        return
    runs = {tuple(reply_words[start : start + run]) for start in range(len(reply_words) - run + 1)}
    for start in range(len(words) - run + 1):
        if tuple(words[start : start + run]) in runs:
            yield from range(start, start + run)
