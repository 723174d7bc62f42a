"""Who decides about the rota, and who may not."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.requesting import memory_asking
from tests.rota.teams import START

from belfry.accounts.users import Role, User
from belfry.kernel.errors import NotAllowed
from belfry.rota.team import Deciders
from belfry.workspace.people import People, Person, index_names
from belfry.workspace.staff import Staff

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
