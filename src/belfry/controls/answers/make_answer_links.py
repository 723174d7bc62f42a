"""Make the links by which the readers of reminders answer.

A link is made when its message leaves, and its token is in that message alone: what is stored is a
digest, which opens nothing. A token that waited in the book with its message, or that could be
computed again from a secret of the house, would be there for whoever reads the book or the secret.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import compress
from zoneinfo import ZoneInfo

from belfry.controls.answers.answer_links import write_link
from belfry.controls.reminders.reminders import read_facts
from belfry.kernel.changes import Append
from belfry.kernel.errors import BelfryError
from belfry.kernel.tokens import TOKEN_BYTES, digest_of
from belfry.messaging.messages import Message
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MakeAnswerLinks:
    store: Store
    secrets: Secrets
    zone: ZoneInfo

    def __call__(self, messages: Sequence[Message], now: datetime) -> dict[str, str]:
        """The token of each message's link; a message whose link cannot be kept goes without."""
        tokens = [self.secrets.token(TOKEN_BYTES) for _ in messages]
        links = [
            self._write(message, token, now)
            for message, token in zip(messages, tokens, strict=True)
        ]
        try:
            kept = self.store.commit_each([[link] for link in links])
        except BelfryError as error:
            log.warning("reminders.without_links", extra={"error": str(error)})
            return {}
        made = compress(zip(messages, tokens, strict=True), kept)
        return {message.id: token for message, token in made}

    def _write(self, message: Message, token: str, now: datetime) -> Append:
        reminder = read_facts(message.facts)
        link = write_link(
            digest_of(token),
            control_id=reminder.control_id,
            due_on=reminder.due_on,
            person=message.person,
            now=now,
            zone=self.zone,
        )
        return Append(link)
