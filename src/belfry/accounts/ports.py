"""What accounts ask of wherever their records are kept. Changes go through the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from belfry.kernel.records import Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.accounts.keys import ApiKey
    from belfry.accounts.users import User


class Lapsing(Record, Protocol):
    """A record that has its time.

    Every implementation promises: from `expires_at` on it counts for nothing.
    """

    @property
    def expires_at(self) -> datetime: ...


Expiring = TypeVar("Expiring", bound=Lapsing)


class Keys(Protocol):
    """The API keys there are.

    Every implementation promises:
    - `find` goes by id and gives revoked keys too;
    - `list` gives the lowest id first, of one team or, for None, of all; revoked ones only when
      asked for. Keys to all teams are of no team: only None finds them.

    Who shows a key is found by its digest, through the store.
    """

    def find(self, key_id: int) -> ApiKey | None: ...

    def list(self, *, team_id: int | None, revoked: bool = False) -> Sequence[ApiKey]: ...


class Users(Protocol):
    """The people there are.

    Every implementation promises:
    - `find` and `find_by_email` give disabled people too;
    - `find_by_email` takes an address as people write it: case and spaces around it do not matter;
    - `list` gives the lowest id first, only ids above `after`; disabled ones only when asked for;
    - `list_disabled` gives the disabled ones, the lowest id first;
    - `list_owners` gives the owners who are not disabled, the lowest id first, and sees every
      commit that came before.
    """

    def find(self, user_id: int) -> User | None: ...

    def find_by_email(self, email: str) -> User | None: ...

    def list(
        self, *, after: int = 0, limit: int = 100, disabled: bool = False
    ) -> Sequence[User]: ...

    def list_disabled(self) -> Sequence[User]: ...

    def list_owners(self) -> Sequence[User]: ...


class Leftovers(Protocol):
    """Sessions, links, throttles and the like that have had their time.

    Every implementation promises: `list_expired` gives records of that kind whose `expires_at` is
    `now` or before, the earliest first.
    """

    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]: ...
