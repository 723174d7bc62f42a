"""How each of the team is reached, and who is there today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.kernel.sheets import Taken, read_email
from belfry.kernel.texts import plain_name
from belfry.workspace.people.people import People, Person, find_deputy, find_person

# Whoever reads the team's own post, if people.csv does not say who that is.
ADMIN = "the admin"


@dataclass(frozen=True, slots=True)
class Way:
    """How somebody is reached; `zone` is theirs, if known."""

    channel: str
    address: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Staff:
    """`admin` is the address of the team's own post; `has_texts` if text messages can be sent."""

    people: People
    admin: str = ""
    has_texts: bool = False

    @property
    def admin_name(self) -> str:
        person = find_person(self.people, self.admin)
        return person.name if person else ADMIN

    def name_of(self, said: str) -> str:
        """Somebody's whole name; as it was said if nobody is called so; the admin's for nobody."""
        if not said.strip():
            return self.admin_name
        person = find_person(self.people, said)
        return person.name if person else said.strip()

    def find(self, name: str) -> Person | None:
        return self.people.names.get(plain_name(name))

    def is_known(self, name: str) -> bool:
        """Whether people.csv has them, or they need no list to be reached."""
        return self.find(name) is not None or name == ADMIN or _is_address(name)

    def is_away(self, name: str, today: date) -> bool:
        person = self.find(name)
        return person is not None and person.is_away(today)

    def find_present(self, name: str, today: date) -> str | None:
        """Who acts for them today: themselves if they are here; None if nobody does."""
        person = self.find(name)
        if person is None:
            return name if self.is_known(name) else None
        deputy = find_deputy(self.people, person, today)
        return deputy.name if deputy else None

    def find_way(self, name: str) -> Way | None:
        """By e-mail, else by text message; None if there is no address for them."""
        person = self.find(name)
        if person is None:
            address = self.admin if name == ADMIN else name
            return Way("email", address) if _is_address(address) else None
        zone = person.timezone or ""
        if person.email:
            return Way("email", person.email, zone)
        if person.phone and self.has_texts:
            return Way("sms", person.phone, zone)
        return None


def _is_address(text: str) -> bool:
    return "@" in text and isinstance(read_email(text), Taken)
