"""Users, what their role allows, and how their names and passwords are checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from belfry.kernel.changes import Audited
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.records import Claim
from belfry.kernel.texts import digest_of
from belfry.ports.store import Store


class Role(StrEnum):
    OWNER = "owner"
    MANAGER = "manager"
    STAFF = "staff"


class Act(StrEnum):
    """A permission; `ACT_DOES` says what it allows."""

    LOOK = "look"
    WORK = "work"
    RUN = "run"
    EDIT = "edit"
    ANSWER = "answer"
    KEYS = "keys"
    PEOPLE = "people"
    FORGET = "forget"


ACT_DOES = {
    Act.LOOK: "look at the pages, change one's own account, answer for one's own shifts",
    Act.WORK: "move and create jobs, add photos",
    Act.RUN: "run workflows now, pause, resume and replay them, dismiss notices",
    Act.EDIT: "create, edit, archive, delete and backfill workflows; edit documents and tables",
    Act.ANSWER: "approve or decline messages, proposals and board questions",
    Act.KEYS: "create and revoke API keys",
    Act.PEOPLE: "add, disable and change users",
    Act.FORGET: "export or erase a customer's data",
}
_MAY = {
    Role.OWNER: frozenset(Act),
    Role.MANAGER: frozenset({Act.LOOK, Act.WORK, Act.RUN, Act.EDIT, Act.ANSWER}),
    Role.STAFF: frozenset({Act.LOOK, Act.WORK}),
}


def may(role: Role, act: Act) -> bool:
    return act in _MAY[role]


OWNERS = "user/owners"


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Audited):
    """A person who may sign in; without an e-mail address only by a link.

    `timezone` is the zone they read times in; blank for the team's. Raising `era` ends every
    session and link of an earlier era. `was_listed` once the team's tables have had them.
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
    was_listed: bool = False
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.id)

    @property
    def subject(self) -> str:
        return f"user/{self.id}"

    @property
    def is_owner(self) -> bool:
        """Whether they are an owner who may sign in."""
        return self.role is Role.OWNER and self.disabled_at is None


def get_user(store: Store, user_id: int) -> User:
    user = store.find(User, str(user_id))
    if user is None:
        raise NotFound(f"there is no user {user_id}")
    return user


def begin_era(user: User) -> User:
    """The user with all earlier sessions and links ended."""
    return replace(user, era=user.era + 1)


def plain_email(text: str) -> str:
    """Equal for addresses a person would take for the same."""
    return text.strip().casefold()


def email_claim(user_id: int, email: str) -> Claim:
    """Held by the one user who may sign in with that address."""
    return Claim(f"user-email/{digest_of(plain_email(email))}", str(user_id))


def turn_guard(guard: Claim | None, by: str) -> Claim:
    """The claim to store with any change that adds the first owner or removes one.

    Read it before counting the owners: of two concurrent changes the second then meets a Conflict
    and counts again.
    """
    return replace(guard or Claim(OWNERS, ""), owner=by)


def check_other_owner(leaving: User, owners: Sequence[User]) -> None:
    """Refuse to leave the team without an owner."""
    if all(owner.id == leaving.id for owner in owners):
        raise Conflict("this is the last owner: make another user an owner first")


def render_person(user: User) -> dict[str, str | None]:
    """The user for the audit log, as digests: the log may be kept longer than the user."""
    return {
        "name": digest_of(user.name),
        "email": None if user.email is None else digest_of(user.email),
    }


LONGEST_NAME = 100
LONGEST_EMAIL = 254
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+")


def parse_name(text: str) -> str:
    """The name with its spaces normalised."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InputError(f"a name has 1 to {LONGEST_NAME} characters", field="name")
    if _has_control(name):
        raise InputError("a name is made of characters people can see", field="name")
    return name


def parse_email(text: str) -> str:
    """The address as it is stored; whether it receives mail is not checked."""
    email = plain_email(text)
    if len(email) > LONGEST_EMAIL or _has_control(email) or not _EMAIL.fullmatch(email):
        raise InputError("an e-mail address looks like name@example.com", field="email")
    return email


def parse_password(text: str, *, email: str | None) -> str:
    """The password as it is hashed, if it is acceptable."""
    password = plain_password(text)
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        expected = f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        raise InputError(expected, field="password")
    if plain_email(password) == email:
        raise InputError("the password must not be the e-mail address", field="password")
    return password


def plain_password(text: str) -> str:
    """Equal for one password typed on different keyboards: é may be one code point or two."""
    return unicodedata.normalize("NFKC", text)


def _has_control(text: str) -> bool:
    """Control characters and lone surrogates, which not every store can keep."""
    return any(unicodedata.category(character) in ("Cc", "Cs") for character in text)
