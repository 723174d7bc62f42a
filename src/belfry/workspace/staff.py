"""How team members are reached, and who is present today."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from belfry.kernel.channels import CHANNELS, EMAIL, ChannelTraits, find_traits
from belfry.kernel.sheets import Taken, read_email
from belfry.kernel.texts import plain_name
from belfry.workspace.people import People, Person, find_deputy, find_person
from belfry.workspace.people_sheet import FindPeople

# The reader of the team's own mail, if people.csv has no name for that address.
ADMIN = "the admin"


@dataclass(frozen=True, slots=True)
class Way:
    """A channel and an address on it; `zone` is the person's, if known."""

    channel: str
    address: str
    zone: str = ""

    @property
    def traits(self) -> ChannelTraits:
        return find_traits(self.channel)


@dataclass(frozen=True, slots=True)
class Staff:
    """`admin` is the e-mail address of the team's own mail; `channels` are those that can send."""

    people: People
    admin: str = ""
    channels: Collection[str] = (EMAIL.name,)

    @property
    def admin_name(self) -> str:
        person = find_person(self.people, self.admin)
        return person.name if person else ADMIN

    def name_of(self, said: str) -> str:
        """The full name; as given if it is unknown, the admin's if it is blank."""
        if not said.strip():
            return self.admin_name
        person = find_person(self.people, said)
        return person.name if person else said.strip()

    def find(self, name: str) -> Person | None:
        return self.people.names.get(plain_name(name))

    def is_known(self, name: str) -> bool:
        """Whether people.csv has them, or the name itself is an address."""
        return self.find(name) is not None or name == ADMIN or _is_address(name)

    def is_away(self, name: str, today: date) -> bool:
        person = self.find(name)
        return person is not None and person.is_away(today)

    def find_present(self, name: str, today: date) -> str | None:
        """Who acts for them today: themselves, else a deputy; None if there is none."""
        person = self.find(name)
        if person is None:
            return name if self.is_known(name) else None
        deputy = find_deputy(self.people, person, today)
        return deputy.name if deputy else None

    def find_way(self, name: str) -> Way | None:
        """The preferred channel that has an address of theirs; None if there is none."""
        person = self.find(name)
        if person is None:
            address = self.admin if name == ADMIN else name
            return Way(EMAIL.name, address) if _is_address(address) else None
        for traits in CHANNELS.values():
            address = getattr(person, traits.address)
            if address and traits.name in self.channels:
                return Way(traits.name, address, person.timezone or "")
        return None


def _is_address(text: str) -> bool:
    return "@" in text and isinstance(read_email(text), Taken)


@dataclass(frozen=True, slots=True)
class FindStaff:
    find_people: FindPeople
    admin: str
    channels: Collection[str]

    def __call__(self) -> Staff:
        return Staff(self.find_people(), self.admin, self.channels)
