"""How what customers write is put into the trail of their address.

Neither the words nor the address stand there: the trail may outlive both.
"""

from __future__ import annotations

from datetime import datetime

from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Change, Put
from belfry.kernel.tokens import digest_of
from belfry.messaging.contacts import Contact
from belfry.messaging.replies import Reply


def note_reply(
    contact: Contact, reply: Reply, *, action: str, by: str, at: datetime
) -> list[Change]:
    """The contact as it was, with the entry that says what was done about the reply."""
    said = {"reply": reply.id, "meaning": reply.meaning, "text": digest_of(reply.text)}
    audited, entry = write_entry(contact, action=action, by=by, at=at, after=said)
    return [Put(audited), Audit(entry)]
