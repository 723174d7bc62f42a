"""Write down that somebody wants messages, wants none, or takes back what they said.

What waits for them needs no touch: whoever writes a message looks here when it leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.tokens import is_token
from belfry.messaging.contacts import CONSENTS, SECRET_BYTES, Contact, contact_id, record_consent
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

TRIES = 5


@dataclass(frozen=True, slots=True)
class ChangeConsent:
    """`look_up` finds the contact that a link names."""

    store: Store
    secrets: Secrets
    clock: Clock
    look_up: Callable[[str], Contact | None]

    def __call__(self, address: str, consent: str, *, by: str) -> bool:
        """Whether that was news about whoever is reached there; only news is written down."""
        return self._change(contact_id(address), consent, by)

    def by_link(self, token: str, consent: str, *, by: str) -> bool:
        """The same for whoever the link was made for; NotFound if it was made for nobody."""
        return self._change(self.find(token).id, consent, by)

    def find(self, token: str) -> Contact:
        """Whoever the link was made for; NotFound if it was made for nobody."""
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
            if self._write(contact, consent, by):
                return True
        raise Temporary("the answer could not be written down: too much is going on")

    def _write(self, contact: Contact, consent: str, by: str) -> bool:
        """Whether it was written; somebody else may have said something at the same moment."""
        changes = record_consent(contact, consent=consent, at=self.clock.now(), by=by)
        try:
            self.store.commit(changes)
        except Conflict:
            return False
        return True
