"""Delivery's questions, answered by SQL."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.row_mapper import row_mappers_for
from belfry.adapters.sql.tables import IS_WAITING, MAY_BE_DUE
from belfry.messaging.messages import SENT, Message, Sent, State

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.adapters.sql.database import Database

_NEWEST_FIRST = "ORDER BY made_at DESC, id DESC"
# So many of one state, however many there are; only then is it asked when they left.
_LATELY = f"""
SELECT id, state, sent_at FROM (
    SELECT id, state, sent_at FROM messages WHERE state = ? {_NEWEST_FIRST} LIMIT ?
) AS newest WHERE sent_at >= ?"""
_LAST_WORDS = """
SELECT id FROM (SELECT id, about, made_at FROM messages {newest}) AS newest WHERE NOT EXISTS (
    SELECT 1 FROM messages AS newer
    WHERE newer.about = newest.about AND (newer.made_at, newer.id) > (newest.made_at, newest.id)
)"""
_SENT = f"{' UNION ALL '.join(_LATELY for _ in SENT)} ORDER BY sent_at DESC, id DESC"


class SqlMessages:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._scribe = row_mappers_for(is_sqlite=database.is_sqlite)[Message]

    def list_due(self, *, now: datetime, limit: int) -> Sequence[Message]:
        due = f"WHERE {MAY_BE_DUE} AND due_at <= ? ORDER BY due_at, id LIMIT ?"
        return self._list(due, self._database.write_moment(now), limit, by="idx_messages_due")

    def list_waiting(self, about: str, person: str) -> Sequence[Message]:
        waiting = f"WHERE {IS_WAITING} AND about = ? AND person = ? ORDER BY made_at, id"
        return self._list(waiting, about, person, by="idx_messages_waiting")

    def list_next(self, *, limit: int) -> Sequence[Message]:
        due_first = "ORDER BY due_at IS NULL, due_at, made_at, id"
        return self._list(f"WHERE {IS_WAITING} {due_first} LIMIT ?", limit)

    def list_newest(
        self,
        *,
        states: Collection[State] = (),
        about: str | None = None,
        room: str | None = None,
        before: tuple[datetime, str] | None = None,
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]:
        wanted: list[str] = []
        given: list[Any] = []
        if states:
            wanted.append(f"state IN ({', '.join('?' for _ in states)})")
            given += [state.value for state in states]
        if about is not None:
            wanted.append("about = ?")
            given.append(about)
        if room is not None:
            wanted.append("room = ?")
            given.append(room)
        if before is not None:
            at, message_id = before
            wanted.append("(made_at, id) < (?, ?)")
            given += [self._database.write_moment(at), message_id]
        where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
        by = "" if about is None else "idx_messages_about"
        by = "idx_messages_room" if room is not None and about is None else by
        newest = f"{where} {_NEWEST_FIRST} LIMIT ?"
        if is_last_word:
            last = f"WHERE id IN ({_LAST_WORDS.format(newest=newest)}) {_NEWEST_FIRST}"
            return self._list(last, *given, limit)
        return self._list(newest, *given, limit, by=by)

    def find_latest(self, abouts: Collection[str]) -> Mapping[str, Message]:
        """One look into the index for each thing, however many messages there were about it."""
        newest = f"SELECT id FROM messages WHERE about = wanted.value {_NEWEST_FIRST} LIMIT 1"
        wanted = "json_each(?)" if self._database.is_sqlite else "json_array_elements_text(?)"
        latest = f"WHERE id IN (SELECT ({newest}) FROM {wanted} AS wanted)"
        return {found.about: found for found in self._list(latest, json.dumps(list(abouts)))}

    def find_sent(self, *, since: datetime, among: int, limit: int) -> Sent:
        at = self._database.write_moment(since)
        given = [part for state in SENT for part in (state.value, among, at)]
        found = [(name, state) for name, state, _ in self._fetch(_SENT, *given)]
        counted = Counter(state for _, state in found)
        wanted = [name for name, _ in found[:limit]]
        whole = {message.id: message for message in self._list_by_id(wanted)}
        latest = [whole[name] for name in wanted if name in whole]
        return Sent(latest, len(found), all(count < among for count in counted.values()))

    def count_states(self) -> Mapping[State, int]:
        rows = self._fetch("SELECT state, count(*) FROM messages GROUP BY state")
        return dict.fromkeys(State, 0) | {State(state): count for state, count in rows}

    def _list_by_id(self, ids: Sequence[str]) -> Sequence[Message]:
        if not ids:
            return []
        listed = "json_each(?)" if self._database.is_sqlite else "json_array_elements_text(?)"
        return self._list(f"WHERE id IN (SELECT value FROM {listed})", json.dumps(list(ids)))

    def _list(self, which: str, *given: Any, by: str = "") -> Sequence[Message]:
        # SQLite counts nothing beforehand and would go by the state, of which there are too many.
        index = f"INDEXED BY {by}" if by and self._database.is_sqlite else ""
        rows = self._fetch(f"SELECT {self._scribe.columns} FROM messages {index} {which}", *given)
        return self._scribe.read_all(rows)

    def _fetch(self, statement: str, *given: Any) -> list[Any]:
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        return self._database.fetch(statement, given)
