"""Read a mailbox over IMAP, by the numbers that its mails keep (UID). Nothing in it is changed."""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from belfry.adapters.imap.connection import Connection, open_connection, translate
from belfry.adapters.imap.connection import ImapServer as ImapServer
from belfry.adapters.sockets import Deadline, Resolve, ask_system
from belfry.messaging.mails import MOST_BYTES
from belfry.messaging.ports import Arrived, MailBatch
from belfry.ports.clock import Clock

WITHIN = timedelta(seconds=120)
# A batch is held in memory.
MOST_BYTES_AT_ONCE = 2 * MOST_BYTES
_FAULTS = (imaplib.IMAP4.error, OSError)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


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
