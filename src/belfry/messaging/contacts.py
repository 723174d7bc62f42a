"""Whether somebody outside wants to hear from us at an address.

What they said themselves outlives their jobs. The address stands here as a digest: to forget a
customer is not to forget that they said no.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from belfry.kernel.audit import Audited, write_entry
from belfry.kernel.changes import Audit, Change, Put
from belfry.kernel.tokens import digest_of

YES = "yes"
NO = "no"
UNSAID = ""
CONSENTS = (YES, NO, UNSAID)
SECRET_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact(Audited):
    """`consent` is yes, no, or nothing if they never said; `token` names them in links."""

    id: str
    token: str = field(repr=False)
    consent: str = ""
    said_at: datetime | None = None
    said_by: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"contact/{self.id[:16]}"


def contact_id(address: str) -> str:
    """Equal for one address however it is written in capitals."""
    return digest_of(f"contact/{address.strip().casefold()}")


def opt_out_path(token: str) -> str:
    return f"/stop/{token}"


def find_refusal(board_consent: str, contact: Contact | None) -> str:
    """Why nothing may be written to somebody, if so; a no counts whoever else says yes."""
    if board_consent == NO:
        return "the customer wants no messages: the board says so"
    if contact is not None and contact.consent == NO:
        return "the customer wants no messages"
    return ""


def has_agreed(board_consent: str, contact: Contact | None) -> bool:
    """Whether they said yes, themselves or by way of the shop, and nobody says no."""
    if find_refusal(board_consent, contact):
        return False
    return board_consent == YES or (contact is not None and contact.consent == YES)


def record_consent(contact: Contact, *, consent: str, at: datetime, by: str) -> list[Change]:
    """The contact with what was said last, and the entry that says who did."""
    said = replace(contact, consent=consent, said_at=at, said_by=by)
    before, after = {"consent": contact.consent}, {"consent": consent}
    audited, entry = write_entry(said, action="consent", by=by, at=at, before=before, after=after)
    return [Put(audited), Audit(entry)]
