"""Consent: whether a customer wants messages at an address.

It outlives the customer's jobs. The address is stored as a digest: erasing a customer does not
erase that they said no.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from belfry.kernel.changes import Audited, Change, put_audited
from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.kernel.texts import digest_of, is_token
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store, try_commit

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
    """Why nothing may be sent, if so; a no always counts."""
    if board_consent == NO:
        return "the customer wants no messages: the board says so"
    if contact is not None and contact.consent == NO:
        return "the customer wants no messages"
    return ""


def has_agreed(board_consent: str, contact: Contact | None) -> bool:
    """Whether they or the shop said yes, and neither said no."""
    if find_refusal(board_consent, contact):
        return False
    return board_consent == YES or (contact is not None and contact.consent == YES)


def record_consent(contact: Contact, *, consent: str, at: datetime, by: str) -> list[Change]:
    """Store the consent, with an audit entry."""
    changed = replace(contact, consent=consent, said_at=at, said_by=by)
    before, after = {"consent": contact.consent}, {"consent": consent}
    return put_audited(changed, action="consent", by=by, at=at, before=before, after=after)


TRIES = 5


@dataclass(frozen=True, slots=True)
class ChangeConsent:
    """`look_up` finds the contact that a link names."""

    store: Store
    secrets: Secrets
    clock: Clock
    look_up: Callable[[str], Contact | None]

    def __call__(self, address: str, consent: str, *, by: str) -> bool:
        """Whether the consent changed; only a change is stored."""
        return self._change(contact_id(address), consent, by)

    def by_link(self, token: str, consent: str, *, by: str) -> bool:
        """The same for the contact of a link; NotFound if there is none."""
        return self._change(self.find(token).id, consent, by)

    def find(self, token: str) -> Contact:
        """The contact of a link; NotFound if there is none."""
        contact = self.look_up(token) if is_token(token) else None
        if contact is None:
            raise NotFound("this link leads nowhere")
        return contact

    def _change(self, wanted: str, consent: str, by: str) -> bool:
        if consent not in CONSENTS:
            raise InputError(f"{consent!r} is no consent; expected yes, no or nothing")
        for _ in range(TRIES):
            known = self.store.find(Contact, wanted)
            contact = known or Contact(id=wanted, token=self.secrets.token(SECRET_BYTES))
            if contact.consent == consent:
                return False
            changes = record_consent(contact, consent=consent, at=self.clock.now(), by=by)
            if try_commit(self.store, changes):
                return True
        raise Temporary("the answer could not be written down: too much is going on")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A customer's reply; `id` is the provider's, so that the same reply counts once.

    `meaning` is stop, start, help, near (they may want no more messages) or other. `about` is what
    it seems to answer; it `is_open` until a person has dealt with it.
    """

    id: str
    channel: str
    contact: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    meaning: str
    about: str
    at: datetime
    is_open: bool
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
