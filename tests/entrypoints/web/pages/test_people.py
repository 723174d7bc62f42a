"""Whether the owner can take people in, change what they may do, and let them in again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import PASSWORD, App, Visitor, open_app
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.keys import Service
from belfry.accounts.users import Role
from belfry.kernel.errors import NotAllowed

FORM = {"name": "Priya", "email": "priya@example.com", "role": "manager"}


def find_link(page: str) -> str:
    matched = re.search(r"http\S+(/welcome/[\w-]{40,})", page)
    assert matched
    return matched[1]


def test_person_is_taken_in_with_a_link_that_is_shown_once(app: App, owner: Visitor) -> None:
    answer = owner.submit("/people", "/people", FORM)
    link = find_link(answer.text)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "Hello, Priya" in read(app.visitor().get(link).text).text
    page = owner.get("/people").text
    assert link not in page
    assert "Priya no password yet priya@example.com" in read(page).text


def test_link_names_the_address_by_which_people_reach_the_pages(tmp_path: Path) -> None:
    with open_app(tmp_path, public_url="http://shop.example") as app:
        owner = app.visitor(app.take_in("Olive", Role.OWNER))
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
            {"email": "Another user has this e-mail address already"},
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_what_was_typed_stays(
    app: App, owner: Visitor, change: dict[str, str], status: int, errors: dict[str, str]
) -> None:
    answer = owner.submit("/people", "/people", {**FORM, **change})
    page = read(answer.text)
    assert (answer.status_code, page.errors) == (status, errors)
    assert page.typed["name"] == {**FORM, **change}["name"]
    assert [user.name for user in app.services.ports.users.list()] == ["Olive"]


def test_role_decides_at_once_what_a_person_may_do(
    app: App, owner: Visitor, staff: Visitor
) -> None:
    assert staff.get("/workflows/new").status_code == 403
    answer = owner.submit("/people", "/people/2/role", {"role": "manager"})
    assert answer.headers["location"] == "/people?done=role"
    assert staff.get("/workflows/new").status_code == 200


def test_last_owner_cannot_leave(app: App, owner: Visitor) -> None:
    for path, form in (("/people/1/role", {"role": "staff"}), ("/people/1/disable", {})):
        answer = owner.submit("/people", path, form)
        assert answer.status_code == 409
        assert "This is the last owner: make another user an owner first." in read(answer.text).text
    user = app.services.ports.users.find(1)
    assert user is not None
    assert user.is_owner


def test_person_is_shut_out_at_once_and_let_back_in_by_a_new_link(
    app: App, owner: Visitor, staff: Visitor
) -> None:
    assert owner.submit("/people", "/people/2/disable").headers["location"].endswith("disabled")
    assert staff.get("/").headers["location"] == "/sign-in"
    assert owner.submit("/people", "/people/2/link").status_code == 403
    assert "Stan blocked" in read(owner.get("/people").text).text

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


def test_times_are_the_teams_until_somebody_chooses_their_own(
    app: App, owner: Visitor, staff: Visitor
) -> None:
    assert "All times are in Europe/London, where it is 12:00" in read(owner.get("/").text).text
    form = {"name": "Olive", "email": "olive@example.com", "timezone": "Asia/Tokyo"}

    answer = owner.submit("/me", "/me", form)

    assert answer.headers["location"] == "/me?done=saved"
    text = read(owner.get("/").text).text
    assert "All times are in Asia/Tokyo, where it is 21:00 on Monday 16 November." in text
    assert "Shifts, opening hours and due days are the team's, in Europe/London." in text
    assert "All times are in Europe/London, where it is 12:00" in read(staff.get("/").text).text


def test_zone_that_there_is_not_is_refused_beside_its_field(owner: Visitor) -> None:
    form = {"name": "Somebody", "email": "olive@example.com", "timezone": "Asia/Tokio"}
    answer = owner.submit("/me", "/me", form)
    assert answer.status_code == 422
    assert "Somebody" not in read(owner.get("/").text).text
    page = read(answer.text)
    assert "'Asia/Tokio' is not a known zone; did you mean Asia/Tokyo?" in page.text


def test_empty_zone_is_the_teams_again(owner: Visitor) -> None:
    for zone in ("Asia/Tokyo", ""):
        form = {"name": "Olive", "email": "olive@example.com", "timezone": zone}
        owner.submit("/me", "/me", form)
    assert "All times are in Europe/London" in read(owner.get("/").text).text


KEY_FORM = {"name": "Till", "service": "api", "team_id": "1"}


def test_key_is_shown_in_the_answer_and_nowhere_else(app: App, owner: Visitor) -> None:
    answer = owner.submit("/keys", "/keys", KEY_FORM)
    matched = re.search(r"bf_api_[\w-]{40,}", answer.text)
    assert matched
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert app.services.accounts.keys.authenticate(matched[0]).name == "Till"
    assert matched[0] not in owner.get("/keys").text
    hint = matched[0][:11]
    listed = f"Till {hint}… api: edit team 1 today 12:00 by Olive Revoke"
    assert listed in read(owner.get("/keys").text).text


def test_scheduler_may_have_a_key_to_all_teams(app: App, owner: Visitor) -> None:
    owner.submit("/keys", "/keys", {"name": "EventBridge", "service": "scheduler", "team_id": " "})
    key = app.services.ports.keys.find(1)
    assert key is not None
    assert (key.service, key.team_id) == (Service.SCHEDULER, None)
    assert "scheduler: invoke all teams" in read(owner.get("/keys").text).text


@pytest.mark.parametrize(
    "change, errors",
    [
        ({"name": ""}, {"name": "A name has 1 to 100 characters"}),
        ({"service": "everything"}, {"service": "Choose what the key is for"}),
        ({"team_id": ""}, {"team_id": "A key for the API needs a team"}),
        (
            {"team_id": "ours"},
            {"team_id": "Write the number of a team, or nothing for all teams"},
        ),
        (
            {"team_id": "9" * 30},
            {"team_id": "Write the number of a team, or nothing for all teams"},
        ),
        ({"team_id": "0"}, {"team_id": "Write the number of a team, or nothing for all teams"}),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    app: App, owner: Visitor, change: dict[str, str], errors: dict[str, str]
) -> None:
    answer = owner.submit("/keys", "/keys", {**KEY_FORM, **change})
    assert (answer.status_code, read(answer.text).errors) == (422, errors)
    assert app.services.ports.keys.list(team_id=None, revoked=True) == []


def test_revoked_key_opens_nothing_and_stays_listed(app: App, owner: Visitor) -> None:
    made = app.services.accounts.keys.create(
        service=Service.API, name="Till", team_id=1, by="user/1"
    )
    assert owner.submit("/keys", "/keys/1/revoke").headers["location"] == "/keys?done=revoked"
    with pytest.raises(NotAllowed):
        app.services.accounts.keys.authenticate(made.text)
    page = read(owner.get("/keys").text)
    assert "Till" in page.text
    assert "/keys/1/revoke" not in page.actions


def test_keys_are_not_for_managers(manager: Visitor) -> None:
    assert manager.get("/keys").status_code == 403
    assert "/keys" not in read(manager.get("/").text).links


def test_name_and_address_are_changed(app: App, staff: Visitor) -> None:
    form = {"name": "Stan Laurel", "email": "laurel@example.com"}
    answer = staff.submit("/me", "/me", form)
    assert answer.headers["location"] == "/me?done=saved"
    user = app.services.ports.users.find(1)
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
            {"email": "Another user has this e-mail address already"},
            id="an address that somebody else has",
        ),
    ],
)
def test_own_mistake_is_told_at_its_field_and_what_was_typed_stays(
    app: App,
    staff: Visitor,
    owner: Visitor,
    form: dict[str, str],
    status: int,
    errors: dict[str, str],
) -> None:
    answer = staff.submit("/me", "/me", form)
    page = read(answer.text)
    assert (answer.status_code, page.errors) == (status, errors)
    assert {name: page.typed[name] for name in form} == form


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


def test_new_password_keeps_this_browser_and_ends_the_others(app: App, staff: Visitor) -> None:
    user = app.services.ports.users.find(1)
    other = app.visitor(user)

    form = {"password": PASSWORD, "again": PASSWORD}
    assert staff.submit("/me", "/me/password", form).headers["location"] == "/me?done=password"

    assert staff.get("/me").status_code == 200
    assert other.get("/me").headers["location"] == "/sign-in?next=%2Fme"


def test_signing_out_everywhere_ends_this_session_too(app: App, staff: Visitor) -> None:
    other = app.visitor(app.services.ports.users.find(1))
    answer = staff.submit("/me", "/me/sign-out-everywhere")
    assert answer.headers["location"] == "/sign-in?done=signed-out-everywhere"
    assert [visitor.get("/").headers["location"] for visitor in (staff, other)] == ["/sign-in"] * 2
