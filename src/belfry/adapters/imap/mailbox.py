"""Read a mailbox over IMAP, by the numbers that its mails keep (UID). Nothing in it is changed.

imaplib's own timeout starts anew with every read: a server that sends a byte now and then would
hold a worker for ever. So every read and write counts against one deadline here.
"""

from __future__ import annotations

import imaplib
import re
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from belfry.adapters.sockets import Deadline, Resolve, ask_system, connect, look_up
from belfry.kernel.errors import Permanent, PortError, Temporary
from belfry.messaging.mails import MOST_BYTES
from belfry.messaging.ports import Arrived, MailBatch
from belfry.ports.clock import Clock

WITHIN = timedelta(seconds=120)
# A batch is held in memory.
MOST_BYTES_AT_ONCE = 2 * MOST_BYTES
_FAULTS = (imaplib.IMAP4.error, OSError)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CHUNK = 65_536
_LONGEST_LINE = 1_000_000
_LARGEST_PART = 64_000_000
_LONGEST_SHOWN = 200
_SEARCHED = re.compile(rb"[0-9]+")
_LITERAL_SIZE = re.compile(rb"RFC822\.SIZE ([0-9]+)")
_UID = re.compile(rb"UID ([0-9]+)")


@dataclass(frozen=True, slots=True)
class ImapServer:
    """Where a mailbox is, and how it is opened; the password is read when it is needed."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str = field(repr=False)
    read_password: Callable[[], str] = field(repr=False)
    folder: str = "INBOX"


class ImapMailbox:
    """`within` counts for the whole of one visit; what is left is read at the next one."""

    def __init__(
        self,
        clock: Clock,
        server: ImapServer,
        *,
        within: timedelta = WITHIN,
        resolve: Resolve = ask_system,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._clock = clock
        self._server = server
        self._within = within
        self._resolve = resolve
        self._tls = tls

    @property
    def name(self) -> str:
        return f"{self._server.user}@{self._server.host}/{self._server.folder}"

    def find_end(self) -> str:
        with self._visit() as connection:
            validity, following = connection.open_folder()
            return _render_position(validity, following - 1)

    def fetch(self, position: str, *, since: datetime, at_once: int) -> Iterator[MailBatch]:
        known_validity, last = _parse_position(position)
        with self._visit() as connection:
            validity, following = connection.open_folder()
            if validity == known_validity:
                wanted = ("UID", f"{last + 1}:*") if following > last + 1 else ()
            else:
                last, wanted = 0, ("SINCE", _render_day(since - timedelta(days=1)))
            # The server counts its last mail in, even if that is older than asked for.
            uids = [uid for uid in connection.search_uids(*wanted) if uid > last] if wanted else []
            for start in range(0, len(uids), at_once):
                sizes = connection.find_sizes(uids[start : start + at_once])
                for group in _split(sizes):
                    yield from _fetch_group(connection, validity, group, sizes)

    def check(self) -> None:
        """Whether it can be reached, takes our login, and has the folder."""
        self.find_end()

    @contextmanager
    def _visit(self) -> Iterator[Connection]:
        deadline = Deadline(self._clock, self._within)
        try:
            connection = open_connection(self._server, deadline, self._resolve, self._tls)
            try:
                yield connection
            finally:
                connection.hang_up()
        except _FAULTS as error:
            raise translate(error, self._server) from error


def _fetch_group(
    connection: Connection, validity: int, uids: list[int], sizes: dict[int, int]
) -> Iterator[MailBatch]:
    """One batch; if the line is lost, what came before counts."""
    arrivals: list[Arrived] = []
    for number, uid in enumerate(uids):
        try:
            content = connection.fetch_mail(uid, is_whole=sizes[uid] <= MOST_BYTES)
        except _FAULTS:
            if arrivals:
                yield MailBatch(arrivals, _render_position(validity, uids[number - 1]))
            raise
        if content is not None:
            arrivals.append(Arrived(content, sizes[uid]))
    yield MailBatch(arrivals, _render_position(validity, uids[-1]))


def _split(sizes: dict[int, int]) -> Iterator[list[int]]:
    """The UIDs in their order, in groups that are not too large together."""
    group: list[int] = []
    total = 0
    for uid in sorted(sizes):
        size = min(sizes[uid], MOST_BYTES)
        if group and total + size > MOST_BYTES_AT_ONCE:
            yield group
            group, total = [], 0
        group.append(uid)
        total += size
    if group:
        yield group


def _render_position(validity: int, last: int) -> str:
    return f"{validity}:{last}"


def _parse_position(position: str) -> tuple[int, int]:
    validity, _, last = position.partition(":")
    return (int(validity), int(last)) if validity.isdigit() and last.isdigit() else (0, 0)


def _render_day(moment: datetime) -> str:
    day = moment.astimezone(UTC)
    return f"{day.day}-{_MONTHS[day.month - 1]}-{day.year}"


class Connection(imaplib.IMAP4):
    def __init__(
        self, server: ImapServer, deadline: Deadline, resolve: Resolve, tls: ssl.SSLContext | None
    ) -> None:
        self._server = server
        self._deadline = deadline
        self._resolve = resolve
        self._tls = tls
        self._unread = bytearray()
        super().__init__(server.host, server.port)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        server, deadline = self._server, self._deadline
        addresses = look_up(server.host, server.port, self._resolve, deadline)
        sock = connect(addresses, server.port, deadline)
        if server.security != "tls":
            return sock
        try:
            sock.settimeout(deadline.left())
            return self._find_trust().wrap_socket(sock, server_hostname=server.host)
        except OSError:
            sock.close()
            raise

    def start_tls(self) -> None:
        status, _ = self.xatom("STARTTLS")
        if status != "OK":
            raise self.error('it offers no STARTTLS: see mail_in.security ("tls" mostly has 993)')
        if self._unread:
            # It would be taken for an answer that came over TLS.
            raise self.abort("something was said before the line was secure")
        self.sock.settimeout(self._deadline.left())
        self.sock = self._find_trust().wrap_socket(self.sock, server_hostname=self._server.host)

    def log_in(self, user: str, password: str) -> None:
        """imaplib's own `login` cannot send a password that is not ASCII."""
        _, answer = self.capability()
        if "AUTH=PLAIN" in _show(answer).upper().split():
            login = f"\0{user}\0{password}".encode()
            status, answer = self.authenticate("PLAIN", lambda _: login)  # type: ignore[assignment]
        else:
            status, answer = self.login(_quote(user), password)
        if status != "OK":
            raise self.error(_show(answer))

    def _find_trust(self) -> ssl.SSLContext:
        return self._tls or ssl.create_default_context()

    def read(self, size: int) -> bytes:
        if size > _LARGEST_PART:
            raise self.abort(f"a part of {size:,} bytes")
        while len(self._unread) < size:
            self._receive()
        return self._take(size)

    def readline(self) -> bytes:
        searched = 0
        while (end := self._unread.find(b"\n", searched)) < 0:
            searched = len(self._unread)
            if searched > _LONGEST_LINE:
                raise self.abort("a line without an end")
            self._receive()
        return self._take(end + 1)

    def _take(self, size: int) -> bytes:
        content = bytes(self._unread[:size])
        del self._unread[:size]
        return content

    def _receive(self) -> None:
        self.sock.settimeout(self._deadline.left())
        received = self.sock.recv(_CHUNK)
        if not received:
            raise self.abort("the server hung up")
        self._unread += received

    def send(self, data: Any) -> None:
        self.sock.settimeout(self._deadline.left())
        super().send(data)

    def open_folder(self) -> tuple[int, int]:
        """The validity of its UIDs, and a UID that no mail has yet; nothing is marked as read."""
        status, answer = self.select(f'"{self._server.folder}"', readonly=True)
        if status != "OK":
            raise self.error(f"the folder {self._server.folder} cannot be opened: {_show(answer)}")
        validity, following = self._read_number("UIDVALIDITY"), self._read_number("UIDNEXT")
        if validity is None:
            raise self.error("it gives mails no lasting numbers (UIDVALIDITY)")
        if following is None:
            following = max(self.search_uids("ALL"), default=0) + 1
        return validity, following

    def _read_number(self, name: str) -> int | None:
        _, values = self.response(name)
        number = values[-1] if values else None
        return int(number) if isinstance(number, bytes) and number.isdigit() else None

    def search_uids(self, *wanted: str) -> list[int]:
        status, answer = self.uid("SEARCH", *wanted)
        if status != "OK":
            raise self.error(f"the search was refused: {_show(answer)}")
        return sorted(int(uid) for line in answer if line for uid in _SEARCHED.findall(line))

    def find_sizes(self, uids: list[int]) -> dict[int, int]:
        answer = self._fetch(",".join(map(str, uids)), "(UID RFC822.SIZE)")
        sizes: dict[int, int] = {}
        for line in answer:
            text = line if isinstance(line, bytes) else b""
            uid, size = _UID.search(text), _LITERAL_SIZE.search(text)
            if uid and size:
                sizes[int(uid[1])] = int(size[1])
        return sizes

    def fetch_mail(self, uid: int, *, is_whole: bool) -> bytes | None:
        """None if it was removed meanwhile."""
        answer = self._fetch(str(uid), "(BODY.PEEK[])" if is_whole else "(BODY.PEEK[HEADER])")
        return next((part[1] for part in answer if isinstance(part, tuple)), None)

    def _fetch(self, uids: str, what: str) -> list[Any]:
        status, answer = self.uid("FETCH", uids, what)
        if status != "OK":
            raise self.error(f"a mail was refused: {_show(answer)}")
        return answer

    def hang_up(self) -> None:
        with suppress(OSError, imaplib.IMAP4.error):
            self.logout()
        with suppress(OSError):
            self.shutdown()


def open_connection(
    server: ImapServer, deadline: Deadline, resolve: Resolve, tls: ssl.SSLContext | None
) -> Connection:
    """A connection that has taken our login."""
    password = server.read_password()
    connection = Connection(server, deadline, resolve, tls)
    with ExitStack() as undo:
        undo.callback(connection.hang_up)
        if server.security == "starttls":
            connection.start_tls()
        try:
            connection.log_in(server.user, password)
        except imaplib.IMAP4.abort:
            raise
        except (imaplib.IMAP4.error, UnicodeEncodeError) as error:
            raise imaplib.IMAP4.error(f"the login was refused: {error}") from error
        undo.pop_all()
    return connection


def translate(error: Exception, server: ImapServer) -> PortError:
    """What went wrong, in words that do not repeat the login."""
    name = f"{server.host}:{server.port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return Permanent(f"{name} is not who it says: {error.verify_message}")
    if isinstance(error, imaplib.IMAP4.abort | OSError):
        return Temporary(f"{name} could not be read: {_tidy(str(error), server)}")
    return Permanent(f"{name}: {_tidy(str(error), server)}")


def _tidy(text: str, server: ImapServer) -> str:
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    for hidden in (server.read_password(), server.user):
        line = line.replace(hidden, "…") if hidden else line
    return " ".join(line.split())[:_LONGEST_SHOWN]


def _show(answer: list[Any]) -> str:
    return " ".join(part.decode("utf-8", "replace") for part in answer if isinstance(part, bytes))


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
