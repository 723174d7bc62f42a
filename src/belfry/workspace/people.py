"""The people of people.csv: their addresses, managers and deputies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import get_close_matches
from functools import partial

from belfry.accounts.ports import Users
from belfry.accounts.users import Role, User
from belfry.kernel.channels import CHANNELS, EMAIL, ChannelTraits, find_traits
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.sheets import (
    Column,
    RepairNote,
    RowReader,
    SheetProblem,
    Taken,
    Unread,
    read_date,
    read_email,
    read_phone,
)
from belfry.kernel.texts import plain_name
from belfry.workspace.tables import ReadTable, Table, TableKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One row of people.csv; blank or unreadable cells are None."""

    name: str
    email: str | None = None
    slack_id: str | None = None
    phone: str | None = None
    timezone: str | None = None
    role: Role = Role.STAFF
    manager: str | None = None
    deputy: str | None = None
    away_from: date | None = None
    away_until: date | None = None

    def is_away(self, today: date) -> bool:
        """Both days count; with one of them blank the absence has no such end."""
        if self.away_from is None and self.away_until is None:
            return False
        has_begun = self.away_from is None or self.away_from <= today
        return has_begun and (self.away_until is None or today <= self.away_until)


@dataclass(frozen=True, slots=True)
class People:
    """All people, in the order of the file, with the file's problems."""

    everybody: tuple[Person, ...] = ()
    problems: tuple[SheetProblem, ...] = ()
    repairs: tuple[RepairNote, ...] = ()
    names: Mapping[str, Person] = field(default_factory=dict, repr=False)


PEOPLE_COLUMNS = (
    Column("name", ("full name", "person", "who"), is_needed=True),
    Column("email", ("e-mail address", "mail", "email address")),
    Column("slack_id", ("slack", "slack user", "slack member id")),
    Column("phone", ("phone number", "mobile", "mobile number", "telephone", "tel", "cell")),
    Column("timezone", ("time zone", "zone", "tz")),
    Column("role", ("position",)),
    Column("manager", ("boss", "reports to", "line manager")),
    Column("deputy", ("stand-in", "cover", "covered by", "substitute")),
    Column("away_from", ("away since", "leave from", "off from")),
    Column("away_until", ("away to", "away till", "back after", "leave until", "off until")),
)


def index_names(everybody: Sequence[Person]) -> dict[str, Person]:
    """People by every unambiguous name: whole names, unique first names and unique addresses."""
    whole = {plain_name(person.name): person for person in everybody}
    shared: dict[str, list[Person]] = {}
    for person in everybody:
        for name in {plain_name(person.name).partition(" ")[0], *_addresses(person)}:
            shared.setdefault(name, []).append(person)
    alone = {name: people[0] for name, people in shared.items() if len(people) == 1}
    return alone | whole


def find_person(people: People, name: str) -> Person | None:
    """By name, whatever the case, accents and spaces, by a unique first name, or by an address."""
    return people.names.get(plain_name(name))


def find_nearest_name(people: People, name: str) -> str | None:
    """The known name closest to an unknown one."""
    near = get_close_matches(plain_name(name), people.names, n=1, cutoff=0.7)
    return people.names[near[0]].name if near else None


def find_deputy(people: People, person: Person, today: date) -> Person | None:
    """Who acts for the person today: themselves, else the first deputy in line who is present.

    None if no deputy is present, or the line runs in a circle.
    """
    seen = set()
    while person.is_away(today):
        seen.add(person.name)
        deputy = people.names.get(plain_name(person.deputy or ""))
        if deputy is None or deputy.name in seen:
            return None
        person = deputy
    return person


def find_loop(people: People, person: Person) -> tuple[str, ...]:
    """The names from a person over deputies back to them; empty if there is no such circle."""
    way = [person.name]
    while following := people.names.get(plain_name(person.deputy or "")):
        if following.name == way[0]:
            return (*way, following.name)
        if following.name in way:
            return ()
        way.append(following.name)
        person = following
    return ()


def _addresses(person: Person) -> set[str]:
    return {plain_name(address) for address in (person.email, person.slack_id) if address}


PEOPLE = TableKind("people.csv", PEOPLE_COLUMNS, key=("name",))


@dataclass(slots=True)
class _Draft:
    """A person before their manager and deputy are resolved."""

    person: Person
    reader: RowReader


def read_people(table: Table, *, country: str) -> People:
    """All people in the table; `country` is the team's."""
    drafts: dict[str, _Draft] = {}
    readers = list(table.readers())
    for reader in readers:
        if draft := _read_row(reader, drafts, country):
            drafts[plain_name(draft.person.name)] = draft
    everybody = [draft.person for draft in drafts.values()]
    known = People(tuple(everybody), names=index_names(everybody))
    for draft in drafts.values():
        draft.person = _tie(draft, known)
    return _check_loops(table, list(drafts.values()), readers)


def _read_row(reader: RowReader, drafts: dict[str, _Draft], country: str) -> _Draft | None:
    name = reader.text("name")
    if not name:
        reader.blame("name", "expected a name, and found nothing: this row is left out")
        return None
    if other := drafts.get(plain_name(name)):
        line = other.reader.row.line
        problem = f"line {line} has the name {other.person.name!r} already: this row is left out"
        reader.blame("name", problem)
        return None
    away_from = reader.take("away_from", partial(read_date, country=country))
    away_until = reader.take("away_until", partial(read_date, country=country))
    if away_from and away_until and away_until < away_from:
        reader.blame("away_until", f"{away_until} is before away_from, which is {away_from}")
        away_from = away_until = None
    person = Person(
        name=name,
        email=reader.take("email", read_email),
        slack_id=reader.text("slack_id") or None,
        phone=reader.take("phone", partial(read_phone, country=country)),
        timezone=reader.take("timezone", _read_zone),
        role=reader.take("role", _read_role) or Role.STAFF,
        manager=reader.text("manager") or None,
        deputy=reader.text("deputy") or None,
        away_from=away_from,
        away_until=away_until,
    )
    return _Draft(person, reader)


def _read_zone(text: str) -> Taken[str] | Unread:
    try:
        return Taken(find_zone(text).key)
    except InputError as error:
        return Unread(str(error))


def _read_role(text: str) -> Taken[Role] | Unread:
    word = text.casefold()
    if word in set(Role):
        return Taken(Role(word))
    return Unread(f"expected {', '.join(Role)}, not {text!r}; taken for {Role.STAFF}")


def _tie(draft: _Draft, known: People) -> Person:
    """The person, with their manager and deputy by their whole names."""
    manager = _find_other(draft, "manager", draft.person.manager, known)
    deputy = _find_other(draft, "deputy", draft.person.deputy, known)
    if deputy == draft.person.name:
        draft.reader.blame("deputy", "nobody can stand in for themselves")
        deputy = None
    return replace(draft.person, manager=manager, deputy=deputy)


def _find_other(draft: _Draft, column: str, name: str | None, known: People) -> str | None:
    if name is None:
        return None
    if person := find_person(known, name):
        return person.name
    nearest = find_nearest_name(known, name)
    hint = f"; did you mean {nearest}?" if nearest else ""
    draft.reader.blame(column, f"there is nobody called {name!r} in this file{hint}")
    return None


def _check_loops(table: Table, drafts: Sequence[_Draft], readers: Sequence[RowReader]) -> People:
    """The people, with a problem for each circle of deputies."""
    everybody = tuple(draft.person for draft in drafts)
    names = index_names(everybody)
    reported: set[str] = set()
    for draft in drafts:
        loop = find_loop(People(everybody, names=names), draft.person)
        if loop and reported.isdisjoint(loop):
            problem = (
                f"deputies run in a circle: {', then '.join(loop)}; nobody is left if all are away"
            )
            draft.reader.blame("deputy", problem)
            reported.update(loop)
    problems = [problem for reader in readers for problem in reader.problems]
    repairs = [repair for reader in readers for repair in reader.repairs]
    return People(everybody, (*table.problems, *problems), tuple(repairs), names)


@dataclass(frozen=True, slots=True)
class FindPeople:
    read_table: ReadTable
    country: str

    def __call__(self) -> People:
        """Empty if people.csv is missing or unreadable."""
        try:
            table = self.read_table(PEOPLE)
        except (NotFound, InputError):
            return People()
        made_from = (table.digest, self.country)
        return self.read_table.cache(
            "people", made_from, lambda: read_people(table, country=self.country)
        )


@dataclass(frozen=True, slots=True)
class FindTeam:
    """The addresses of the team itself, in lower case."""

    read_table: ReadTable
    country: str
    admin: str

    def __call__(self) -> frozenset[str]:
        everybody = FindPeople(self.read_table, self.country)().everybody
        addresses = [address for person in everybody for address in (person.email, person.phone)]
        return frozenset(address.casefold() for address in [self.admin, *addresses] if address)


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
    """`admin` is the e-mail address of the team's own mail; `channels` are those that can send.

    `disabled` are the plain names and addresses of people who were disabled: they are not among
    the `people` any more.
    """

    people: People
    admin: str = ""
    channels: Collection[str] = (EMAIL.name,)
    disabled: Collection[str] = ()

    def find_exclusion(self, name: str, *, is_listed: bool = False) -> str:
        """Why a person may not act any more, in answer to a link, a feed or a question.

        Empty if they may. `is_listed` if a table of a room has them; without a readable people.csv
        only disabled people are excluded. This decides for names as sessions do for users.
        """
        if plain_name(name) in self.disabled:
            return f"{name} was disabled"
        if self.people.everybody and not is_listed and not self.is_known(name):
            return f"{name} is not on the team any more"
        return ""

    @property
    def admin_name(self) -> str:
        person = find_person(self.people, self.admin)
        return person.name if person else ADMIN

    def name_of(self, name: str) -> str:
        """The full name; as given if it is unknown, the admin's if it is blank."""
        if not name.strip():
            return self.admin_name
        person = find_person(self.people, name)
        return person.name if person else name.strip()

    def name_user(self, user: User) -> str:
        """The name in people.csv of a person who is signed in; their own if it has none."""
        person = find_person(self.people, user.email or "") or find_person(self.people, user.name)
        return person.name if person else user.name

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

    def get_member(self, channel: str, address: str) -> str:
        """Whose address on a channel it is.

        NotAllowed if it is nobody's, or that person may not act any more.
        """
        traits = find_traits(channel)
        holders = [p for p in self.people.everybody if getattr(p, traits.address) == address]
        if len(holders) != 1:
            problem = "two people have" if holders else "nobody on the team has"
            raise NotAllowed(
                f"{problem} the {traits.address} {address}: people.csv says whose it is"
            )
        [person] = holders
        if why := self.find_exclusion(person.name, is_listed=True):
            raise NotAllowed(why)
        return person.name

    def find_way(self, name: str, *, carries_files: bool = False) -> Way | None:
        """The preferred channel that has an address of theirs; None if there is none.

        With `carries_files`, only channels that can carry attachments.
        """
        person = self.find(name)
        if person is None:
            address = self.admin if name == ADMIN else name
            return Way(EMAIL.name, address) if _is_address(address) else None
        for traits in CHANNELS.values():
            address = getattr(person, traits.address)
            can_carry = traits.has_attachments or not carries_files
            if address and can_carry and traits.name in self.channels:
                return Way(traits.name, address, person.timezone or "")
        return None


def _is_address(text: str) -> bool:
    return "@" in text and isinstance(read_email(text), Taken)


@dataclass(frozen=True, slots=True)
class FindStaff:
    find_people: FindPeople
    users: Users
    admin: str
    channels: Collection[str]

    def __call__(self) -> Staff:
        people = self.find_people()
        disabled = find_disabled(people, self.users)
        return Staff(leave_out(people, disabled), self.admin, self.channels, disabled)


MOST_USERS = 10_000


def find_disabled(people: People, users: Users) -> frozenset[str]:
    """The plain names and addresses of disabled users, unless another user has them."""
    disabled = {name for user in users.list_disabled() for name in _names(people, user)}
    if not disabled:
        return frozenset()
    enabled = users.list(limit=MOST_USERS)
    return frozenset(disabled.difference(*(_names(people, user) for user in enabled)))


def _names(people: People, user: User) -> set[str]:
    person = find_person(people, user.email or "") or find_person(people, user.name)
    of_person = {plain_name(person.name), *_addresses(person)} if person else set()
    return {plain_name(user.name), *([plain_name(user.email)] if user.email else []), *of_person}


def leave_out(people: People, disabled: Collection[str]) -> People:
    if not disabled:
        return people
    remaining = tuple(p for p in people.everybody if plain_name(p.name) not in disabled)
    return replace(people, everybody=remaining, names=index_names(remaining))
