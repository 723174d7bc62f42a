"""What an API key is, and what it may be used for.

The key itself is shown once and never kept: its digest is, and is what it is looked up by.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from belfry.kernel.audit import Audited
from belfry.kernel.errors import InputError
from belfry.kernel.tokens import digest_of

LONGEST_KEY = 100
_HINT = 4


class Service(StrEnum):
    """What a key opens: `scheduler` may only invoke, `api` everything else of its team."""

    SCHEDULER = "scheduler"
    API = "api"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey(Audited):
    """A key as it is kept; `hint` is the beginning that people may see. No team means all teams."""

    id: int
    team_id: int | None
    service: Service
    name: str
    digest: str
    hint: str
    created_at: datetime
    created_by: str
    revoked_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.digest

    @property
    def subject(self) -> str:
        return f"key/{self.id}"


def render_key(service: Service, token: str) -> str:
    """The text a machine shows: it says whose key it is, should it ever be found lying about."""
    return f"bf_{service}_{token}"


def render_hint(service: Service, token: str) -> str:
    """Enough of the key to tell it from others, and far too little to use it."""
    return render_key(service, token[:_HINT]) + "…"


def find_key_digest(text: str) -> str | None:
    """What the key is looked up by; None for text that can be no key of ours."""
    begins_well = any(text.startswith(render_key(service, "")) for service in Service)
    return digest_of(text) if begins_well and len(text) <= LONGEST_KEY else None


def check_team(service: Service, team_id: int | None) -> None:
    """Only the scheduler may hold a key to all teams."""
    if service is Service.API and team_id is None:
        raise InputError("a key for the API needs a team", field="team_id")
