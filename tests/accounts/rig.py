"""A whole desk on one book, with a clock that tests can move."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.accounts.samples import ADDRESS, PASSWORD
from tests.contracts.account_books import ACCOUNTS, AccountBook
from tests.fakes.secrets import MemoryPasswords, MemorySecrets
from tests.samples import NOON

from belfry.accounts.change_users import InviteOwner, ManageUsers
from belfry.accounts.keys import ManageKeys
from belfry.accounts.sessions import ManageSessions, SignedIn
from belfry.accounts.sign_in import SetPassword, SignIn
from belfry.accounts.sign_in_links import MakeSignInLink, OpenSignInLink, RemoveExpired
from belfry.accounts.users import Role, User
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import AuditEntry, find_breaks
from belfry.kernel.errors import NotAllowed
from belfry.ports.secrets import Passwords

BY = "user/99"


@dataclass(frozen=True)
class Rig:
    """Every use case of the desk, ready to be called."""

    book: AccountBook = field(default_factory=ACCOUNTS.in_memory)
    clock: VirtualClock = field(default_factory=lambda: VirtualClock(NOON))
    secrets: MemorySecrets = field(default_factory=MemorySecrets)
    passwords: Passwords = field(default_factory=MemoryPasswords)

    @property
    def keys(self) -> ManageKeys:
        return ManageKeys(
            store=self.book.store,
            numbers=self.book.numbers,
            clock=self.clock,
            secrets=self.secrets,
            keys=self.book.keys,
        )

    @property
    def users(self) -> ManageUsers:
        return ManageUsers(
            store=self.book.store,
            numbers=self.book.numbers,
            clock=self.clock,
            users=self.book.users,
        )

    @property
    def sessions(self) -> ManageSessions:
        return ManageSessions(store=self.book.store, clock=self.clock, secrets=self.secrets)

    @property
    def set_password(self) -> SetPassword:
        return SetPassword(store=self.book.store, clock=self.clock, passwords=self.passwords)

    @property
    def make_sign_in_link(self) -> MakeSignInLink:
        return MakeSignInLink(
            store=self.book.store, clock=self.clock, secrets=self.secrets, sessions=self.sessions
        )

    @property
    def open_sign_in_link(self) -> OpenSignInLink:
        return OpenSignInLink(store=self.book.store, clock=self.clock, sessions=self.sessions)

    @property
    def invite_owner(self) -> InviteOwner:
        return InviteOwner(
            store=self.book.store,
            users=self.book.users,
            manage=self.users,
            make_sign_in_link=self.make_sign_in_link,
        )

    @property
    def sign_in(self) -> SignIn:
        return SignIn(
            store=self.book.store,
            clock=self.clock,
            users=self.book.users,
            passwords=self.passwords,
            sessions=self.sessions,
        )

    @property
    def remove_expired(self) -> RemoveExpired:
        return RemoveExpired(store=self.book.store, clock=self.clock, leftovers=self.book.leftovers)

    def take_in(self, name: str, role: Role = Role.STAFF, *, password: str | None = None) -> User:
        """A person called `name` at example.com, with a password if one is given."""
        user = self.users.add(name=name, email=f"{name}@example.com", role=role, by=BY)
        return self.set_password(user.id, password, by=BY) if password else user

    def let_in(self, user: User) -> SignedIn:
        """Signed in, however they came."""
        return self.sessions.start(user, how="test")

    def is_in(self, token: str) -> bool:
        """Whether the browser with that token is signed in."""
        try:
            self.sessions.find(token)
        except NotAllowed:
            return False
        return True

    def try_password(
        self, name: str, password: str = PASSWORD, *, address: str = ADDRESS
    ) -> SignedIn:
        return self.sign_in(f"{name}@example.com", password, address=address)

    def audit_log_of(self, subject: str) -> list[AuditEntry]:
        """The subject's entries, having checked that the audit log is intact."""
        entries = list(self.book.audit_log.list_entries(subject))
        head = next(head for head in self.book.audit_log.heads() if head.subject == subject)
        assert find_breaks(entries, head) == []
        return entries

    def actions_on(self, subject: str) -> list[str]:
        return [entry.action for entry in self.audit_log_of(subject)]
