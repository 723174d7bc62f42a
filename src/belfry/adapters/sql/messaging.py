"""Reads for messaging, by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.store import SqlReader, is_any_of
from belfry.adapters.sql.tables import IS_WAITING, MAY_BE_DUE
from belfry.messaging.incoming import IncomingMail
from belfry.messaging.messages import HANDED_OVER, Message, State

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

_NEWEST_FIRST = "ORDER BY made_at DESC, id DESC"
_LAST_WORDS = """
SELECT id FROM (SELECT id, about, made_at FROM messages {newest}) AS newest WHERE NOT EXISTS (
    SELECT 1 FROM messages AS newer
    WHERE newer.about = newest.about AND (newer.made_at, newer.id) > (newest.made_at, newest.id)
)"""


class SqlMessages(SqlReader):
    def list_due(self, *, now: datetime, limit: int) -> Sequence[Message]:
        due = f"WHERE {MAY_BE_DUE} AND due_at <= ? ORDER BY due_at, id LIMIT ?"
        return self._list_by("idx_messages_due", due, now, limit)

    def list_waiting(self, about: str, person: str) -> Sequence[Message]:
        waiting = f"WHERE {IS_WAITING} AND about = ? AND person = ? ORDER BY made_at, id"
        return self._list_by("idx_messages_waiting", waiting, about, person)

    def list_next(self, *, limit: int) -> Sequence[Message]:
        due_first = "ORDER BY due_at IS NULL, due_at, made_at, id"
        return self._list(Message, f"WHERE {IS_WAITING} {due_first} LIMIT ?", limit)

    def list_newest(
        self,
        *,
        states: Collection[State] = (),
        about: str | None = None,
        room: str | None = None,
        before: tuple[datetime, str] | None = None,
        since: datetime | None = None,
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]:
        wanted, params = ["TRUE"], list[Any]()
        if states:
            wanted, params = [is_any_of("state", states)], [*states]
        for column, value in (("about", about), ("room", room)):
            if value is not None:
                wanted, params = [*wanted, f"{column} = ?"], [*params, value]
        if before is not None:
            wanted, params = [*wanted, "(made_at, id) < (?, ?)"], [*params, *before]
        if since is not None:
            wanted, params = [*wanted, "made_at > ?"], [*params, since]
        where = f"WHERE {' AND '.join(wanted)}"
        by = "" if about is None else "idx_messages_about"
        by = "idx_messages_room" if room is not None and about is None else by
        newest = f"{where} {_NEWEST_FIRST} LIMIT ?"
        if is_last_word:
            last = f"WHERE id IN ({_LAST_WORDS.format(newest=newest)}) {_NEWEST_FIRST}"
            return self._list(Message, last, *params, limit)
        return self._list_by(by, newest, *params, limit)

    def find_latest(self, abouts: Collection[str]) -> Mapping[str, Message]:
        """One look into the index for each thing, however many messages there were about it."""
        newest = f"SELECT id FROM messages WHERE about = names.value {_NEWEST_FIRST} LIMIT 1"
        latest = f"WHERE id IN (SELECT ({newest}) FROM {self._database.names})"
        return {message.about: message for message in self._list(Message, latest, list(abouts))}

    def list_sent(self, *, since: datetime, limit: int) -> Sequence[Message]:
        lately = f"WHERE sent_at >= ? AND {is_any_of('state', HANDED_OVER)}"
        newest = f"{lately} ORDER BY sent_at DESC, id DESC LIMIT ?"
        return self._list_by("idx_messages_sent", newest, since, *HANDED_OVER, limit)

    def count_states(self) -> Mapping[State, int]:
        rows = self._fetch("SELECT state, count(*) FROM messages GROUP BY state")
        return dict.fromkeys(State, 0) | {State(state): count for state, count in rows}

    def _list_by(self, index: str, which: str, *params: Any) -> Sequence[Message]:
        # SQLite counts nothing beforehand and would go by the state, of which there are too many.
        by = f"INDEXED BY {index} " if index and self._database.is_sqlite else ""
        return self._list(Message, f"{by}{which}", *params)


class SqlIncomingMails(SqlReader):
    def list_newest(
        self, *, is_open: bool | None = None, limit: int = 50
    ) -> Sequence[IncomingMail]:
        # Written out, so that the partial index of open mails is used.
        which = {None: "TRUE", True: "is_open", False: "NOT is_open"}[is_open]
        return self._list(IncomingMail, f"WHERE {which} ORDER BY at DESC, id DESC LIMIT ?", limit)

    def list_filed(self, *, before: datetime, limit: int) -> Sequence[IncomingMail]:
        filed = "WHERE at < ? AND NOT is_open AND audit_seq = 0 ORDER BY at, id LIMIT ?"
        return self._list(IncomingMail, filed, before, limit)
