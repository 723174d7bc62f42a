"""Who the people of the house are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from belfry.accounts.users.roles import Role
from belfry.kernel.audit import Audited
from belfry.kernel.errors import Conflict
from belfry.kernel.records import Claim
from belfry.kernel.tokens import digest_of

OWNERS = "user/owners"


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Audited):
    """A person who may sign in; without an e-mail address only by a link.

    `timezone` is the zone in which they want to read times; blank for the team's.

    `era` is counted on to end everything begun before: a session or link of an earlier era is over.
    """

    id: int
    name: str
    email: str | None = None
    role: Role
    password_hash: str | None = field(default=None, repr=False)
    era: int = 1
    created_at: datetime
    disabled_at: datetime | None = None
    timezone: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.id)

    @property
    def subject(self) -> str:
        return f"user/{self.id}"

    @property
    def is_owner(self) -> bool:
        """Whether the house is theirs now: an owner who may no longer sign in does not count."""
        return self.role is Role.OWNER and self.disabled_at is None


def begin_era(user: User) -> User:
    """The person, with everything they began before at an end."""
    return replace(user, era=user.era + 1)


def plain_email(text: str) -> str:
    """Equal for addresses a person would take for the same."""
    return text.strip().casefold()


def email_claim(user_id: int, email: str) -> Claim:
    """Held by the one person who may sign in with that address."""
    return Claim(f"user-email/{digest_of(plain_email(email))}", str(user_id))


def turn_guard(guard: Claim | None, by: str) -> Claim:
    """The guard, to be stored with any change that makes the first owner or takes one away.

    It is read before the owners are counted: of two such changes at once, the second meets a
    Conflict and counts again.
    """
    return replace(guard or Claim(OWNERS, ""), owner=by)


def check_other_owner(leaving: User, owners: Sequence[User]) -> None:
    """Refuse to leave the house without an owner."""
    if all(owner.id == leaving.id for owner in owners):
        raise Conflict("this is the last owner: make somebody else an owner first")


def render_person(user: User) -> dict[str, str | None]:
    """The person for the trail: digests, so that the trail may outlive what it is about."""
    return {
        "name": digest_of(user.name),
        "email": None if user.email is None else digest_of(user.email),
    }
