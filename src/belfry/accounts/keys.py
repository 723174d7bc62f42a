"""API keys: create, authenticate, revoke; and the requests that were made with them once.

The key is shown once; only its digest is stored, and keys are looked up by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from belfry.accounts.ports import Keys
from belfry.accounts.users import parse_name
from belfry.kernel.changes import Audited, Change, Put
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.texts import TOKEN_BYTES, digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Numbers, Store, commit_audited, try_commit

LONGEST_KEY = 100
_HINT = 4


class Service(StrEnum):
    """What shows the key: an external scheduler, or a program that uses the API."""

    SCHEDULER = "scheduler"
    API = "api"


class Scope(StrEnum):
    """What a key may do; from `read` to `admin` each may do what those before it may.

    `invoke` is apart: an external scheduler hands in fires, and does nothing else.
    """

    INVOKE = "invoke"
    READ = "read"
    RUN = "run"
    EDIT = "edit"
    ADMIN = "admin"


_LADDER = (Scope.READ, Scope.RUN, Scope.EDIT, Scope.ADMIN)
SCOPES = {Service.SCHEDULER: (Scope.INVOKE,), Service.API: _LADDER}
SCOPE_DOES = {
    Scope.INVOKE: "hand in fires",
    Scope.READ: "look at workflows, runs, jobs and keys",
    Scope.RUN: "start and replay runs, pause and resume workflows",
    Scope.EDIT: "create, change, archive, delete and backfill workflows; put jobs on the board",
    Scope.ADMIN: "create and revoke keys",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey(Audited):
    """A stored key; `hint` is the visible beginning. No team means all teams."""

    id: int
    team_id: int | None
    service: Service
    scope: Scope = Scope.EDIT
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

    def check_scope(self, needed: Scope) -> None:
        """NotAllowed, with the scope that is needed, for a key that may not do this."""
        scope = Scope.INVOKE if self.service is Service.SCHEDULER else self.scope
        may = {scope} if scope is Scope.INVOKE else {*_LADDER[: _LADDER.index(scope) + 1]}
        if needed not in may:
            service = Service.SCHEDULER if needed is Scope.INVOKE else Service.API
            raise NotAllowed(
                f"this needs a key of the service {service} with the scope {needed}; "
                f"this key has the scope {scope}"
            )

    def may_reach(self, team_id: int | None) -> bool:
        """Whether this key's holder knows of a team's records: the only place that decides it."""
        return self.team_id is None or self.team_id == team_id


def render_key(service: Service, token: str) -> str:
    """The full key text; the prefix tells what a leaked key is for."""
    return f"bf_{service}_{token}"


def render_hint(service: Service, token: str) -> str:
    """Enough of the key to recognise it, too little to use it."""
    return render_key(service, token[:_HINT]) + "…"


def find_key_digest(text: str) -> str | None:
    """The digest to look the key up by; None for text that cannot be a Belfry key."""
    begins_well = any(text.startswith(render_key(service, "")) for service in Service)
    return digest_of(text) if begins_well and len(text) <= LONGEST_KEY else None


def decide_scope(service: Service, scope: Scope | None) -> Scope:
    """The scope of a new key: `edit` for the API unless said."""
    if scope is None:
        return Scope.EDIT if service is Service.API else Scope.INVOKE
    if scope not in SCOPES[service]:
        allowed = ", ".join(SCOPES[service])
        raise InputError(f"a key of the service {service} has the scope {allowed}", field="scope")
    return scope


def check_team(service: Service, team_id: int | None) -> None:
    """Only the scheduler may hold a key to all teams."""
    if service is Service.API and team_id is None:
        raise InputError("a key for the API needs a team", field="team_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class ManageKeys:
    store: Store
    numbers: Numbers
    clock: Clock
    secrets: Secrets
    keys: Keys

    def create(
        self,
        *,
        service: Service,
        name: str,
        team_id: int | None,
        by: str,
        scope: Scope | None = None,
        also: Callable[[ApiKey], Sequence[Change]] = lambda _: (),
    ) -> NewKey:
        """`also` gives further changes for the same commit."""
        name, scope = parse_name(name), decide_scope(service, scope)
        check_team(service, team_id)
        token = self.secrets.token(TOKEN_BYTES)
        text = render_key(service, token)
        key = ApiKey(
            id=self.numbers.next("key"),
            team_id=team_id,
            service=service,
            scope=scope,
            name=name,
            digest=digest_of(text),
            hint=render_hint(service, token),
            created_at=self.clock.now(),
            created_by=by,
        )
        after = {
            "service": service.value,
            "scope": scope.value,
            "team_id": team_id,
            "name": name,
            "hint": key.hint,
        }
        stored = commit_audited(
            self.store, key, *also(key), action="created", by=by, at=key.created_at, after=after
        )
        return NewKey(stored, text)

    def revoke(self, key_id: int, *, by: str) -> ApiKey:
        """A key that is already revoked is left as it is."""
        key = self.keys.find(key_id)
        if key is None:
            raise NotFound(f"there is no key {key_id}")
        if key.revoked_at is not None:
            return key
        now = self.clock.now()
        revoked = replace(key, revoked_at=now)
        return commit_audited(self.store, revoked, action="revoked", by=by, at=now)

    def authenticate(self, text: str) -> ApiKey:
        digest = find_key_digest(text)
        key = self.store.find(ApiKey, digest) if digest else None
        if key is None or key.revoked_at is not None:
            raise NotAllowed("this API key is not good")
        return key


class NewKey(NamedTuple):
    """The stored key, and the key text."""

    key: ApiKey
    text: str


IDEMPOTENCY_KEY = "Idempotency-Key"
# Webhooks are delivered again for days.
REPEATED_WITHIN = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenRequest:
    """A request that was taken under an Idempotency-Key; `digest` is of what it asked.

    `answer` is what it is answered if it comes again; empty where that is the state of things.
    """

    name: str
    digest: str
    expires_at: datetime
    answer: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TakenRequests:
    """Which requests were taken already, so that one delivered again does not act again."""

    store: Store
    clock: Clock

    def is_repeat(self, name: str, request: str) -> bool:
        """InputError if the same name was given to another request."""
        return self._find(name, request) is not None

    def find_answer(self, name: str, request: str) -> str:
        """What the request was answered, empty if it is new; else like `is_repeat`."""
        taken = self._find(name, request)
        return taken.answer if taken else ""

    def remember(self, name: str, request: str) -> None:
        """Called once the request was carried out: one that was cut short is carried out again."""
        try_commit(self.store, [self.plan(name, request)])

    def plan(self, name: str, request: str, answer: str = "") -> Put:
        """For the commit that carries the request out; of two at once the other meets Conflict."""
        now = self.clock.now()
        known = self.store.find(TakenRequest, _name_request(name))
        taken = TakenRequest(
            name=_name_request(name),
            digest=digest_of(request),
            expires_at=now + REPEATED_WITHIN,
            answer=answer,
            revision=known.revision if known and known.expires_at <= now else 0,
        )
        return Put(taken)

    def _find(self, name: str, request: str) -> TakenRequest | None:
        taken = self.store.find(TakenRequest, _name_request(name))
        if taken is None or taken.expires_at <= self.clock.now():
            return None
        if taken.digest != digest_of(request):
            problem = "this key came with another request before; give each request its own"
            raise InputError(problem, field=IDEMPOTENCY_KEY)
        return taken


def _name_request(name: str) -> str:
    return digest_of(f"request/{name}")
