"""Making an API key: the key itself is shown once, here, and never again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from belfry.accounts.keys.keys import ApiKey, Service, check_team, render_hint, render_key
from belfry.accounts.users.book import put_noted
from belfry.accounts.users.names import parse_name
from belfry.kernel.audit import write_entry
from belfry.kernel.tokens import TOKEN_BYTES, digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Numbers, Store


class NewKey(NamedTuple):
    """The key as it is kept, and the text its holder must show."""

    key: ApiKey
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateKey:
    store: Store
    numbers: Numbers
    clock: Clock
    secrets: Secrets

    def __call__(self, *, service: Service, name: str, team_id: int | None, by: str) -> NewKey:
        name = parse_name(name)
        check_team(service, team_id)
        token = self.secrets.token(TOKEN_BYTES)
        text = render_key(service, token)
        key = ApiKey(
            id=self.numbers.next("key"),
            team_id=team_id,
            service=service,
            name=name,
            digest=digest_of(text),
            hint=render_hint(service, token),
            created_at=self.clock.now(),
            created_by=by,
        )
        after = {"service": service.value, "team_id": team_id, "name": name, "hint": key.hint}
        noted = write_entry(key, action="created", by=by, at=key.created_at, after=after)
        return NewKey(put_noted(self.store, noted), text)
