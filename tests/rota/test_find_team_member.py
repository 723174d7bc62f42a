"""Whether whoever is signed in is found on the staff list, and nobody else for them."""

from __future__ import annotations

import pytest
from tests.rota.teams import PEOPLE_FILE, STAFF_FILE, Team

from belfry.accounts.users import Role


def sign_up(team: Team, name: str, email: str | None) -> str:
    desk = team.house.services.accounts
    return desk.add_user(name=name, email=email, role=Role.STAFF, by="terminal").subject


PEOPLE = {
    "by the address that people.csv has": ("A. D.", "ana@example.com", "Ana Diaz"),
    "by the whole name": ("ana  DIAZ", None, "Ana Diaz"),
    "by a first name that only one person has": ("Ben", None, "Ben Shaw"),
    "by the address before the name": ("Ben Shaw", "ana@example.com", "Ana Diaz"),
    "not at all": ("Zoe Hart", "zoe@example.com", ""),
    "not where they have no shifts": ("Maria Lopez", "maria@example.com", ""),
}


@pytest.mark.parametrize("name, email, found", PEOPLE.values(), ids=PEOPLE)
def test_person_is_found(team: Team, name: str, email: str | None, found: str) -> None:
    assert team.rota.pages.find_member(sign_up(team, name, email)) == found


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


@pytest.mark.parametrize("said, known", NAMESAKES.values(), ids=NAMESAKES)
def test_namesake_is_somebody_else_of_the_team(team: Team, said: str, known: str) -> None:
    by = sign_up(team, "Ana Diaz", "ana@example.com")
    assert team.rota.pages.find_member.find_namesake(said, by=by) == known


def test_whoever_stands_only_in_the_staff_sheet_has_a_name_of_their_own(team: Team) -> None:
    team.add(STAFF_FILE, "Flo Reed,barista,16,,,,,")
    by = sign_up(team, "Zoe Hart", "zoe@example.com")
    assert team.rota.pages.find_member.find_namesake("flo reed", by=by) == "Flo Reed"
