"""Who decides about the rota, and who may not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.fakes.channel import MemoryChannel
from tests.rota.requesting import memory_asking
from tests.rota.teams import PEOPLE_FILE, STAFF_FILE, START, Team, open_team

from belfry.accounts.users import Role, User
from belfry.kernel.changes import Put
from belfry.kernel.errors import NotAllowed
from belfry.kernel.records import Claim
from belfry.rota.publishing.calendar_entries import TEAM_ID_CLAIM, FindTeamId
from belfry.rota.team import Deciders
from belfry.settings.sections import SlackSettings
from belfry.workspace.people import People, Person, Staff, Way, index_names

TODAY = date(2026, 11, 12)
OLGA = Person(name="Olga Finch", email="owner@example.com", role=Role.OWNER)
MARIA = Person(name="Maria Lopez", role=Role.MANAGER, deputy="Tom Hill")
TOM = Person(name="Tom Hill")
ANA = Person(name="Ana Diaz", manager="Maria Lopez")
BEN = Person(name="Ben Shaw")


def decide(*people: Person, admin: str = "admin@example.com") -> Deciders:
    return Deciders(Staff(People(people, names=index_names(people)), admin), TODAY)


def away(person: Person, deputy: str | None = None) -> Person:
    return Person(
        name=person.name,
        role=person.role,
        manager=person.manager,
        deputy=deputy,
        away_from=TODAY,
        away_until=TODAY,
    )


def test_managers_and_owners_decide_about_a_week() -> None:
    assert decide(OLGA, MARIA, ANA).list() == ("Olga Finch", "Maria Lopez")


def test_own_manager_decides_about_what_somebody_asks() -> None:
    assert decide(OLGA, MARIA, ANA).list("Ana Diaz") == ("Maria Lopez",)


def test_everybody_who_leads_decides_where_somebody_has_no_manager() -> None:
    assert decide(OLGA, MARIA, BEN).list("Ben Shaw") == ("Olga Finch", "Maria Lopez")


def test_admin_decides_where_nobody_leads() -> None:
    assert decide(ANA, BEN).list() == ("the admin",)


def test_deputy_decides_while_a_manager_is_away() -> None:
    assert decide(away(MARIA, "Tom Hill"), TOM, ANA).list("Ana Diaz") == ("Tom Hill",)


def test_others_decide_while_a_manager_is_away_without_a_deputy() -> None:
    assert decide(OLGA, away(MARIA), ANA).list("Ana Diaz") == ("Olga Finch",)


def test_manager_hears_nothing_of_what_they_asked_themselves() -> None:
    assert decide(OLGA, MARIA).list("Maria Lopez") == ("Olga Finch",)


@pytest.mark.parametrize(
    ("name", "person", "may"),
    [
        pytest.param("Maria Lopez", "Ana Diaz", True, id="their manager may"),
        pytest.param("Olga Finch", "Ana Diaz", True, id="the owner may"),
        pytest.param("Ben Shaw", "Ana Diaz", False, id="a colleague may not"),
        pytest.param("Ana Diaz", "Ana Diaz", False, id="they themselves may not"),
        pytest.param("Maria Lopez", "Maria Lopez", False, id="a manager may not for herself"),
        pytest.param("Olga Finch", "Olga Finch", True, id="an owner may for herself"),
        pytest.param("Somebody", "Ana Diaz", False, id="a stranger may not"),
    ],
)
def test_may_decide_is_true_of_those_who_lead(name: str, person: str, may: bool) -> None:
    assert decide(OLGA, MARIA, ANA, BEN).may_decide(name, person) is may


def test_deputy_may_decide_only_while_the_manager_is_away() -> None:
    assert decide(away(MARIA, "Tom Hill"), TOM, ANA).may_decide("Tom Hill", "Ana Diaz")
    assert not decide(MARIA, TOM, ANA).may_decide("Tom Hill", "Ana Diaz")


@pytest.mark.parametrize(
    ("role", "name", "may"),
    [
        pytest.param(Role.MANAGER, "Someone Else", True, id="a manager who is signed in"),
        pytest.param(Role.STAFF, "Ben Shaw", False, id="somebody of the staff"),
        pytest.param(Role.MANAGER, "Ana Diaz", False, id="a manager about her own"),
        pytest.param(Role.OWNER, "Ana Diaz", True, id="an owner about her own"),
    ],
)
def test_check_lets_those_decide_who_are_signed_in_as_managers(
    role: Role, name: str, may: bool
) -> None:
    asking = memory_asking()
    asking.team.put(User(id=7, name=name, role=role, created_at=START))
    if may:
        asking.verbs.find_deciders.check("user/7", "Ana Diaz")
    else:
        with pytest.raises(NotAllowed):
            asking.verbs.find_deciders.check("user/7", "Ana Diaz")


def test_check_refuses_a_manager_who_may_not_sign_in_any_more() -> None:
    asking = memory_asking()
    asking.team.put(User(id=7, name="Kim", role=Role.MANAGER, created_at=START, disabled_at=START))
    with pytest.raises(NotAllowed):
        asking.verbs.find_deciders.check("user/7")


def test_name_of_somebody_signed_in_is_that_of_their_address() -> None:
    asking = memory_asking()
    asking.team.put(
        User(id=7, name="Annie", email="ana@example.com", role=Role.STAFF, created_at=START)
    )
    assert asking.verbs.find_deciders.find_name("user/7") == "Ana Diaz"


def sign_up(team: Team, name: str, email: str | None) -> str:
    desk = team.app.services.accounts
    return desk.users.add(name=name, email=email, role=Role.STAFF, by="terminal").subject


PEOPLE = {
    "by the address that people.csv has": ("A. D.", "ana@example.com", "Ana Diaz"),
    "by the whole name": ("ana  DIAZ", None, "Ana Diaz"),
    "by a first name that only one person has": ("Ben", None, "Ben Shaw"),
    "by the address before the name": ("Ben Shaw", "ana@example.com", "Ana Diaz"),
    "not at all": ("Zoe Hart", "zoe@example.com", ""),
    "not where they have no shifts": ("Maria Lopez", "maria@example.com", ""),
}


@pytest.mark.parametrize("name, email, expected", PEOPLE.values(), ids=PEOPLE)
def test_person_is_found(team: Team, name: str, email: str | None, expected: str) -> None:
    assert team.rota.pages.find_member(sign_up(team, name, email)) == expected


def test_name_of_the_staff_sheet_is_what_counts(team: Team) -> None:
    team.edit(PEOPLE_FILE, "Ana Diaz,", "Ana,")
    assert team.rota.pages.find_member("ana@example.com") == "Ana Diaz"


def test_without_a_staff_sheet_there_is_nobody(team: Team) -> None:
    team.remove(STAFF_FILE)
    assert team.rota.pages.find_member("Ana Diaz") == ""
    assert team.rota.pages.find_member.list_all() == ()


def test_everybody_is_listed_by_name(team: Team) -> None:
    names = ("Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel")
    assert team.rota.pages.find_member.list_all() == names


NAMESAKES = {
    "somebody else's name": ("Ben Shaw", "Ben Shaw"),
    "somebody else's address": ("maria@example.com", "Maria Lopez"),
    "their own name": ("Ana Diaz", ""),
    "their own address": ("ana@example.com", ""),
    "a name that nobody has": ("Zoe Hart", ""),
}


@pytest.mark.parametrize("typed_name, known", NAMESAKES.values(), ids=NAMESAKES)
def test_namesake_is_somebody_else_of_the_team(team: Team, typed_name: str, known: str) -> None:
    by = sign_up(team, "Ana Diaz", "ana@example.com")
    assert team.rota.pages.find_member.find_namesake(typed_name, by=by) == known


def test_whoever_stands_only_in_the_staff_sheet_has_a_name_of_their_own(team: Team) -> None:
    team.add(STAFF_FILE, "Flo Reed,barista,16,,,,,")
    by = sign_up(team, "Zoe Hart", "zoe@example.com")
    assert team.rota.pages.find_member.find_namesake("flo reed", by=by) == "Flo Reed"


def ways(team: Team, *names: str) -> list[Way | None]:
    staff = team.rota.publishing.write.find_ways()
    return [staff.find_way(name) for name in names]


CASES = {
    "people.csv comes first": (
        [(STAFF_FILE, "ana@example.com", "other@example.com")],
        Way("email", "ana@example.com"),
    ),
    "a phone there comes before the sheet": (
        [(PEOPLE_FILE, "Ana Diaz,ana@example.com,", "Ana Diaz,,07911 123456")],
        Way("sms", "+447911123456"),
    ),
    "the sheet's address fills a blank, and their zone stays": (
        [(PEOPLE_FILE, "Ana Diaz,ana@example.com,,", "Ana Diaz,,,Asia/Tokyo")],
        Way("email", "ana@example.com", "Asia/Tokyo"),
    ),
    "the sheet's address will do for somebody who is not in people.csv": (
        [(PEOPLE_FILE, "Ana Diaz,ana@example.com,,,staff,Maria Lopez,,,\n", "")],
        Way("email", "ana@example.com"),
    ),
    "nobody can be reached without any": (
        [(PEOPLE_FILE, "ana@example.com", ""), (STAFF_FILE, "ana@example.com", "")],
        None,
    ),
}


@pytest.mark.parametrize("case", list(CASES))
def test_way_to_somebody_is_found_where(team: Team, case: str) -> None:
    edits, way = CASES[case]
    for name, old, new in edits:
        team.edit(name, old, new)
    assert ways(team, "Ana Diaz", "Maria Lopez") == [way, Way("email", "maria@example.com")]


SHEET_WITH_SLACK = """name,role,slack_id,email
Ana Diaz,barista,U0000ANA,other@example.com
Ben Shaw,barista,U0000BEN,ben.shaw@example.com
Cy Reed,barista,U00000CY,cy@example.com
"""


def test_slack_id_of_the_staff_sheet_counts_once_slack_is_set(team: Team) -> None:
    team.write(STAFF_FILE, SHEET_WITH_SLACK)
    team.edit(PEOPLE_FILE, "Ben Shaw,ben@example.com,", "Ben Shaw,,07911 123456")
    names = ("Ana Diaz", "Ben Shaw", "Cy Reed")
    without = [Way("email", "ana@example.com"), Way("sms", "+447911123456")]
    assert ways(team, *names) == [*without, Way("email", "cy@example.com")]

    slack = SlackSettings(enabled=True)
    channels = {**team.ports.channels, "slack": MemoryChannel()}
    again = open_team(replace(team.ports, channels=channels), slack=slack)
    staff = again.rota.publishing.write.find_ways()
    assert [staff.find_way(name) for name in names] == [
        Way("slack", "U0000ANA"),
        Way("slack", "U0000BEN"),
        Way("slack", "U00000CY"),
    ]
    people = [staff.find(name) for name in names]
    emails = [person.email for person in people if person]
    assert emails == ["ana@example.com", "ben.shaw@example.com", "cy@example.com"]


def test_staff_sheet_that_cannot_be_read_takes_nothing_away(team: Team) -> None:
    team.write(STAFF_FILE, "no names here\n")
    assert ways(team, "Ana Diaz") == [Way("email", "ana@example.com")]
    team.remove(STAFF_FILE)
    assert ways(team, "Ana Diaz") == [Way("email", "ana@example.com")]


def test_mark_is_made_once_and_outlives_the_team_s_name(team: Team) -> None:
    mark = team.rota.publishing.write.find_team_id()
    again = open_team(team.ports, name="Another Café")
    assert (again.rota.publishing.write.find_team_id(), len(mark) > 20) == (mark, True)


def test_mark_that_somebody_made_a_moment_before_is_taken(team: Team) -> None:
    class Slow:
        def token(self, nbytes: int) -> str:
            team.ports.store.commit([Put(Claim(TEAM_ID_CLAIM, "theirs"))])
            return "ours"

    assert FindTeamId(team.ports.store, Slow())() == "theirs"
