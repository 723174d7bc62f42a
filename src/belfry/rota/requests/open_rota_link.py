"""Find what a link in a message about the rota is for. Nothing changes by looking."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.tokens import digest_of, is_token
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.requests.rota_links import LinkKind, RotaLink


@dataclass(frozen=True, slots=True)
class OpenRotaLink:
    store: Store
    clock: Clock

    def __call__(self, token: str, *kinds: LinkKind) -> RotaLink:
        """NotFound if it was never one of ours, or is for other things; Conflict if too old."""
        link = self.store.find(RotaLink, digest_of(token)) if is_token(token) else None
        if link is None or (kinds and link.kind not in kinds):
            raise NotFound("this link leads nowhere")
        if self.clock.now() >= link.expires_at:
            raise Conflict("this link is too old")
        return link
