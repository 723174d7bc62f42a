"""Whether a person who was disabled, or left the tables, can still act by anything they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from tests.accounts.samples import PASSWORD
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import WEEK
from tests.entrypoints.web.pages.offices import PUBLIC, Office
from tests.entrypoints.web.pages.test_guards import dump
from tests.entrypoints.web.pages.test_rota_answering import make_link
from tests.services.shaped_databases import settle_in

from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import Role, User
from belfry.controls.reports.calendar_feed import make_token
from belfry.entrypoints.web.pages import PAGE_MODULES
from belfry.kernel.errors import NotAllowed
from belfry.rota.requests.requests import Asked, LinkKind, SwapKind, SwapState

# Links of customers: they are nobody's of the team.
NOT_OF_A_PERSON = ("/t/", "/stop/")
ROUTES = [
    (method, route.path_format)
    for module in PAGE_MODULES
    for route in module.router.routes
    if isinstance(route, APIRoute) and "{token}" in route.path_format
    if not route.path_format.startswith(NOT_OF_A_PERSON)
    for method in sorted(route.methods or ())
]
MARIA, EVE = "Maria Lopez", "Eve Long"


def disable(asking: Asking, user: User) -> None:
    asking.cafe.app.services.accounts.users.disable(user.id, by="user/1")


def remove(asking: Asking, user: User) -> None:
    """From the tables; their account stays enabled."""
    for name in ("people.csv", "rota/staff.csv"):
        path = asking.cafe.folder / name
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith(user.name)))


LEAVING: list[Callable[[Asking, User], None]] = [disable, remove]


def add_user(app: App, name: str, email: str, role: Role = Role.STAFF) -> User:
    return app.services.accounts.users.add(name=name, email=email, role=role, by="user/1")


def try_routes(visitor: Visitor, root: str, address: str) -> dict[str, int]:
    """The status of each route below `root`, asked with the token of `address`."""
    token = address.rpartition("/")[2].removesuffix(".ics")
    paths = [(method, path.replace("{token}", token)) for method, path in ROUTES if root in path]
    return {f"{m} {path}": visitor.client.request(m, path).status_code for m, path in paths}


def test_every_route_that_takes_a_persons_token_is_tried_here() -> None:
    roots = {path.partition("{token}")[0] for _, path in ROUTES}
    assert roots == {"/answer/", "/rota/answer/", "/feeds/", "/feeds/rota/", "/welcome/"}


@pytest.mark.parametrize("leave", LEAVING)
def test_links_and_feed_of_the_rota_end_with_the_person(
    asking: Asking, leave: Callable[[Asking, User], None]
) -> None:
    app, asked = asking.cafe.app, asking.ask_time_off()
    user, visitor = add_user(app, MARIA, "maria@example.com", Role.MANAGER), app.visitor()
    abouts = {LinkKind.TIME_OFF: asked.id, LinkKind.WEEK: WEEK, LinkKind.DRAFT: WEEK}
    links = [make_link(asking.cafe, kind, about, MARIA, 1) for kind, about in abouts.items()]
    assert [visitor.get(link).status_code for link in links] == [200, 200, 200]
    leave(asking, user)
    before = dump(app)
    for link in links:
        tried = try_routes(visitor, "/rota/answer/", link)
        assert len(tried) > 10
        assert {status for status in tried.values() if status != 404} <= {422}, tried
    assert dump(app) == before
    assert asking.request(asked.id).state is Asked.PENDING


@pytest.mark.parametrize("leave", LEAVING)
def test_shift_feed_ends_with_the_person(
    asking: Asking, leave: Callable[[Asking, User], None]
) -> None:
    app = asking.cafe.app
    user, visitor = add_user(app, EVE, "eve@example.com"), app.visitor()
    feed = app.services.rota.reports.share_feed(EVE, by=user.subject)
    path = f"/feeds/rota/{feed.token}.ics"
    assert visitor.get(path).status_code == 200
    leave(asking, user)
    assert set(try_routes(visitor, "/feeds/rota/", path).values()) == {404}


@pytest.mark.parametrize("leave", LEAVING)
def test_feed_of_the_controls_ends_with_the_person(
    asking: Asking, leave: Callable[[Asking, User], None]
) -> None:
    app = asking.cafe.app
    user, visitor = add_user(app, EVE, "eve@example.com"), app.visitor()
    shared = app.services.controls.feed.share(by=user.subject)
    paths = [f"/feeds/{make_token(shared, name)}.ics" for name in (EVE, MARIA)]
    assert [visitor.get(path).status_code for path in paths] == [200, 200]
    leave(asking, user)
    assert [visitor.get(path).status_code for path in paths] == [404, 200]
    assert visitor.client.head(paths[0]).status_code == 404


@pytest.mark.parametrize("leave", LEAVING)
@pytest.mark.parametrize("has_offered", [False, True])
def test_question_to_a_person_who_left_goes_to_the_next(
    asking: Asking, leave: Callable[[Asking, User], None], has_offered: bool
) -> None:
    user = add_user(asking.cafe.app, EVE, "eve@example.com")
    swap = asking.offer() if has_offered else asking.ask(SwapKind.COVER)
    assert swap.asked == EVE
    leave(asking, user)
    asking.verbs.follow_swaps()
    followed = asking.swap(swap.id)
    assert (followed.state, followed.asked) == (SwapState.ASKING, "Cara Woods")
    assert asking.verbs.follow_swaps().passed_on == 0


@pytest.mark.parametrize("leave", LEAVING)
def test_session_password_and_sign_in_link_end_with_the_user(
    asking: Asking, leave: Callable[[Asking, User], None]
) -> None:
    app = asking.cafe.app
    accounts, user = app.services.accounts, add_user(app, EVE, "eve@example.com")
    accounts.set_password(user.id, PASSWORD, by="user/1")
    link = accounts.make_sign_in_link(user.id, Purpose.INVITATION, by="user/1")
    visitor = app.visitor(user)
    assert visitor.get("/me").status_code == 200
    leave(asking, user)
    assert visitor.get("/me").status_code == 303
    tried = try_routes(app.visitor(), "/welcome/", f"/welcome/{link.token}")
    assert all(status >= 400 for status in tried.values()), tried
    with pytest.raises(NotAllowed):
        accounts.sign_in("eve@example.com", PASSWORD, address="127.0.0.1")
    with pytest.raises(NotAllowed):
        accounts.make_sign_in_link(user.id, Purpose.INVITATION, by="user/1")


def test_person_who_was_invited_and_removed_before_their_first_visit_stays_out(
    asking: Asking,
) -> None:
    app = asking.cafe.app
    user = add_user(app, EVE, "eve@example.com")
    link = app.services.accounts.make_sign_in_link(user.id, Purpose.INVITATION, by="user/1")
    remove(asking, user)
    with pytest.raises(NotAllowed):
        app.services.accounts.open_sign_in_link(link.token)


STAYS = {
    "still on the staff list": ("people.csv", EVE, "Somebody Else"),
    "still in people.csv": ("rota/staff.csv", EVE, "Somebody Else"),
    "under another name, at the same address": ("people.csv", EVE, "Eve Short"),
    "in a list that cannot be read": ("people.csv", "name,", "\x00\x01,"),
}


def test_session_goes_on_while_the_tables_may_have_the_person(asking: Asking) -> None:
    app = asking.cafe.app
    visitor = app.visitor(add_user(app, EVE, "eve@example.com"))
    ended = []
    for case, (name, old, new) in STAYS.items():
        path = asking.cafe.folder / name
        text = path.read_text()
        assert visitor.get("/me").status_code == 200
        if "another" in case:
            path.write_text(text.replace(old, new))
            asking.cafe.edit_file("rota/staff.csv", EVE, "Eve Short")
        else:
            path.write_text(text.replace(old, new))
        if visitor.get("/me").status_code != 200:
            ended.append(case)
        path.write_text(text)
    assert ended == []


def test_removed_person_is_shown_and_comes_back_with_the_row_or_by_the_owner(
    asking: Asking,
) -> None:
    app = asking.cafe.app
    user = add_user(app, EVE, "eve@example.com")
    visitor, owner = app.visitor(user), app.visitor(app.take_in("Olga", Role.OWNER))
    assert visitor.get("/me").status_code == 200
    tables = {n: (asking.cafe.folder / n).read_text() for n in ("people.csv", "rota/staff.csv")}
    remove(asking, user)
    assert visitor.get("/me").status_code == 303
    assert "left the team" in owner.get("/people").text
    for name, text in tables.items():
        asking.cafe.write(name, text)
    assert visitor.get("/me").status_code == 200
    remove(asking, user)
    assert visitor.get("/me").status_code == 303
    owner.submit("/people", f"/people/{user.id}/enable")
    assert visitor.get("/me").status_code == 200
    assert "left the team" not in owner.get("/people").text


def test_owners_and_people_who_were_never_listed_are_not_locked_out(asking: Asking) -> None:
    app = asking.cafe.app
    owner = add_user(app, "Olga Finch", "owner@example.com", Role.OWNER)
    guest = add_user(app, "Gus Book", "gus@accounts.example.com", Role.MANAGER)
    visitors = [app.visitor(owner), app.visitor(guest)]
    assert [visitor.get("/me").status_code for visitor in visitors] == [200, 200]
    remove(asking, owner)
    assert [visitor.get("/me").status_code for visitor in visitors] == [200, 200]


def test_decision_is_asked_of_the_managers_who_remain(asking: Asking) -> None:
    find_deciders = asking.cafe.app.services.rota.requests.find_deciders
    assert MARIA in find_deciders().list("Ben Shaw")
    disable(asking, add_user(asking.cafe.app, MARIA, "maria@example.com", Role.MANAGER))
    assert MARIA not in find_deciders().list("Ben Shaw")
    assert find_deciders().list("Ben Shaw")


def test_person_with_another_enabled_account_may_still_act(asking: Asking) -> None:
    app = asking.cafe.app
    old = add_user(app, EVE, "eve@example.com")
    app.services.accounts.users.edit(old.id, name=EVE, email="eve.old@example.com", by="user/1")
    add_user(app, EVE, "eve@example.com")
    disable(asking, old)
    link = make_link(asking.cafe, LinkKind.WEEK, WEEK, EVE)
    assert app.visitor().get(link).status_code == 200


@pytest.fixture
def office_app(tmp_path: Path) -> Iterator[App]:
    with open_app(settle_in(tmp_path), public_url=PUBLIC, admin="ann@example.com") as app:
        yield app


def test_link_of_a_reminder_ends_with_the_person(office_app: App) -> None:
    app = office_app
    office = Office(app)
    office.open()
    office.remind()
    link, visitor = office.link(), app.visitor()
    assert visitor.get(link).status_code == 200
    user = add_user(app, MARIA, "maria@example.com")
    app.services.accounts.users.disable(user.id, by="user/1")
    before = dump(app)
    assert set(try_routes(visitor, "/answer/", link).values()) - {422} == {404}
    assert dump(app) == before
