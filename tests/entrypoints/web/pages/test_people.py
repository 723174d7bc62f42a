"""Whether the owner can take people in, change what they may do, and let them in again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.houses import House, Visitor, open_house
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role

FORM = {"name": "Priya", "email": "priya@example.com", "role": "manager"}


def find_link(page: str) -> str:
    found = re.search(r"http\S+(/welcome/[\w-]{40,})", page)
    assert found
    return found[1]


def test_person_is_taken_in_with_a_link_that_is_shown_once(house: House, owner: Visitor) -> None:
    answer = owner.submit("/people", "/people", FORM)
    link = find_link(answer.text)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "Hello, Priya" in read(house.visitor().get(link).text).text
    page = owner.get("/people").text
    assert link not in page
    assert "Priya no password yet priya@example.com" in read(page).text


def test_link_names_the_address_by_which_people_reach_the_pages(tmp_path: Path) -> None:
    with open_house(tmp_path, public_url="http://shop.example") as house:
        owner = house.visitor(house.take_in("Olive", Role.OWNER))
        page = owner.submit("/people", "/people", FORM).text
        assert "http://shop.example/welcome/" in page


@pytest.mark.parametrize(
    "change, status, errors",
    [
        ({"name": ""}, 422, {"name": "A name has 1 to 100 characters"}),
        ({"email": "x"}, 422, {"email": "An e-mail address looks like name@example.com"}),
        ({"role": "king"}, 422, {"role": "Choose one of owner, manager, staff"}),
        (
            {"email": "OLIVE@example.com"},
            409,
            {"email": "Somebody else has this e-mail address already"},
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_what_was_typed_stays(
    house: House, owner: Visitor, change: dict[str, str], status: int, errors: dict[str, str]
) -> None:
    answer = owner.submit("/people", "/people", {**FORM, **change})
    found = read(answer.text)
    assert (answer.status_code, found.errors) == (status, errors)
    assert found.typed["name"] == {**FORM, **change}["name"]
    assert [user.name for user in house.services.ports.users.list()] == ["Olive"]


def test_role_decides_at_once_what_a_person_may_do(
    house: House, owner: Visitor, staff: Visitor
) -> None:
    assert staff.get("/workflows/new").status_code == 403
    answer = owner.submit("/people", "/people/2/role", {"role": "manager"})
    assert answer.headers["location"] == "/people?done=role"
    assert staff.get("/workflows/new").status_code == 200


def test_last_owner_cannot_leave(house: House, owner: Visitor) -> None:
    for path, form in (("/people/1/role", {"role": "staff"}), ("/people/1/disable", {})):
        answer = owner.submit("/people", path, form)
        assert answer.status_code == 409
        assert (
            "This is the last owner: make somebody else an owner first." in read(answer.text).text
        )
    user = house.services.ports.users.find(1)
    assert user is not None
    assert user.is_owner


def test_person_is_shut_out_at_once_and_let_back_in_by_a_new_link(
    house: House, owner: Visitor, staff: Visitor
) -> None:
    assert owner.submit("/people", "/people/2/disable").headers["location"].endswith("disabled")
    assert staff.get("/").headers["location"] == "/sign-in"
    assert owner.submit("/people", "/people/2/link").status_code == 403
    assert "Stan shut out" in read(owner.get("/people").text).text

    assert owner.submit("/people", "/people/2/enable").headers["location"].endswith("enabled")
    link = find_link(owner.submit("/people", "/people/2/link").text)
    assert staff.submit(link, link).headers["location"] == "/welcome"


@pytest.mark.parametrize("act", ["role", "disable", "enable", "link"])
def test_person_who_is_not_there_is_not_found(owner: Visitor, act: str) -> None:
    form = {"role": "staff"}
    assert owner.submit("/people", f"/people/9/{act}", form).status_code == 404
    assert owner.submit("/people", f"/people/{10**20}/{act}", form).status_code == 404


def test_people_are_not_for_managers(manager: Visitor) -> None:
    assert manager.get("/people").status_code == 403
    assert "/people" not in read(manager.get("/").text).links
