"""Say that somebody has seen to a reply, or that its writer wants no more messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.jobs.customers.reply_entries import note_reply
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.messaging.contacts import NO, SECRET_BYTES, Contact, record_consent
from belfry.messaging.replies import Reply
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

TRIES = 5

Record = Callable[[Contact, Reply, datetime], list[Change]]


@dataclass(frozen=True, slots=True)
class SettleReply:
    store: Store
    secrets: Secrets
    clock: Clock

    def __call__(self, reply_id: str, *, by: str) -> Reply:
        """A person has seen to it; nothing else changes, and nobody is told."""
        return self._settle(
            reply_id,
            lambda contact, reply, at: note_reply(contact, reply, action="seen to", by=by, at=at),
        )

    def stop(self, reply_id: str, *, by: str) -> Reply:
        """They want no more messages, as a person has understood; nobody is told."""
        return self._settle(
            reply_id,
            lambda contact, _, at: record_consent(contact, consent=NO, at=at, by=by),
        )

    def _settle(self, reply_id: str, record: Record) -> Reply:
        for _ in range(TRIES):
            reply = self._get_open(reply_id)
            contact = self._find_contact(reply)
            settled = replace(reply, is_open=False)
            try:
                self.store.commit([Put(settled), *record(contact, reply, self.clock.now())])
            except Conflict:  # somebody was faster, or the customer has just written again
                continue
            return settled
        raise Temporary(f"reply {reply_id} could not be settled: too much is going on")

    def _get_open(self, reply_id: str) -> Reply:
        reply = self.store.find(Reply, reply_id)
        if reply is None:
            raise NotFound(f"no reply {reply_id!r}")
        if not reply.is_open:
            raise Conflict(f"reply {reply_id} needs nobody: it was seen to already")
        return reply

    def _find_contact(self, reply: Reply) -> Contact:
        known = self.store.find(Contact, reply.contact)
        return known or Contact(id=reply.contact, token=self.secrets.token(SECRET_BYTES))
