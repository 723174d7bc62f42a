"""Make the links by which the readers of messages about the rota answer.

A link is made when its message leaves, and its token is in that message alone: what is stored is a
digest, which opens nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import compress

from belfry.kernel.changes import Append
from belfry.kernel.errors import BelfryError
from belfry.kernel.tokens import TOKEN_BYTES, digest_of
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store
from belfry.rota.requests.rota_links import LinkKind, RotaLink

log = logging.getLogger(__name__)

GOOD_FOR = timedelta(days=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLink:
    """`message_id` is the message it goes into; see RotaLink for the rest."""

    message_id: str
    kind: LinkKind
    about: str
    number: int = 0
    person: str


@dataclass(frozen=True, slots=True)
class MakeRotaLinks:
    store: Store
    secrets: Secrets

    def __call__(self, wanted: Sequence[WantedLink], now: datetime) -> dict[str, str]:
        """The token of each message's link; a message whose link cannot be kept goes without."""
        tokens = [self.secrets.token(TOKEN_BYTES) for _ in wanted]
        links = [_write(one, token, now) for one, token in zip(wanted, tokens, strict=True)]
        try:
            kept = self.store.commit_each([[link] for link in links])
        except BelfryError as error:
            log.warning("rota.without_links", extra={"error": str(error)})
            return {}
        made = compress(zip(wanted, tokens, strict=True), kept)
        return {one.message_id: token for one, token in made}


def _write(wanted: WantedLink, token: str, now: datetime) -> Append:
    link = RotaLink(
        digest=digest_of(token),
        kind=wanted.kind,
        about=wanted.about,
        number=wanted.number,
        person=wanted.person,
        made_at=now,
        expires_at=now + GOOD_FOR,
    )
    return Append(link)
