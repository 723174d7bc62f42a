"""Whether people can change what is theirs, and see what is wrong with what they typed."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.houses import PASSWORD, House, Visitor
from tests.entrypoints.web.pages.reading import read


def test_name_and_address_are_changed(house: House, staff: Visitor) -> None:
    form = {"name": "Stan Laurel", "email": "laurel@example.com"}
    answer = staff.submit("/me", "/me", form)
    assert answer.headers["location"] == "/me?done=saved"
    user = house.services.ports.users.find(1)
    assert user is not None
    assert (user.name, user.email) == ("Stan Laurel", "laurel@example.com")
    assert read(staff.get("/me?done=saved").text).text.count("Saved.") == 1


@pytest.mark.parametrize(
    "form, status, errors",
    [
        pytest.param(
            {"name": " ", "email": "a@example.com"},
            422,
            {"name": "A name has 1 to 100 characters"},
            id="a name of spaces",
        ),
        pytest.param(
            {"name": "Stan", "email": "nowhere"},
            422,
            {"email": "An e-mail address looks like name@example.com"},
            id="an address that is none",
        ),
        pytest.param(
            {"name": "Stan", "email": "OLIVE@example.com"},
            409,
            {"email": "Somebody else has this e-mail address already"},
            id="an address that somebody else has",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_what_was_typed_stays(
    house: House,
    staff: Visitor,
    owner: Visitor,
    form: dict[str, str],
    status: int,
    errors: dict[str, str],
) -> None:
    answer = staff.submit("/me", "/me", form)
    found = read(answer.text)
    assert (answer.status_code, found.errors) == (status, errors)
    assert {name: found.typed[name] for name in form} == form


@pytest.mark.parametrize(
    "password, again, errors",
    [
        ("short", "short", {"password": "A password has 10 to 1000 characters"}),
        (
            PASSWORD,
            PASSWORD + "!",
            {"again": "The two are not the same: type the password twice"},
        ),
        (
            "stan@example.com",
            "stan@example.com",
            {"password": "The password must not be the e-mail address"},
        ),
    ],
)
def test_password_that_cannot_be_taken_is_refused_at_its_field(
    staff: Visitor, password: str, again: str, errors: dict[str, str]
) -> None:
    answer = staff.submit("/me", "/me/password", {"password": password, "again": again})
    assert (answer.status_code, read(answer.text).errors) == (422, errors)
    assert password not in answer.text or password == "stan@example.com"


def test_new_password_keeps_this_browser_and_ends_the_others(house: House, staff: Visitor) -> None:
    user = house.services.ports.users.find(1)
    other = house.visitor(user)

    form = {"password": PASSWORD, "again": PASSWORD}
    assert staff.submit("/me", "/me/password", form).headers["location"] == "/me?done=password"

    assert staff.get("/me").status_code == 200
    assert other.get("/me").headers["location"] == "/sign-in?next=%2Fme"


def test_signing_out_everywhere_ends_this_session_too(house: House, staff: Visitor) -> None:
    other = house.visitor(house.services.ports.users.find(1))
    answer = staff.submit("/me", "/me/sign-out-everywhere")
    assert answer.headers["location"] == "/sign-in?done=signed-out-everywhere"
    assert [visitor.get("/").headers["location"] for visitor in (staff, other)] == ["/sign-in"] * 2
