"""People: taken in, changed, shut out and let back in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.desk.desks import BY, Desk
from tests.desk.meddling import MeddledUsers
from tests.samples import NOON

from belfry.accounts.users import Role, User
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.tokens import digest_of


def test_a_new_person_has_no_password_yet(desk: Desk) -> None:
    user = desk.add_user(name=" Maria  Silva", email="Maria@Example.com", role=Role.STAFF, by=BY)

    assert (user.id, user.name, user.email, user.role) == (
        1,
        "Maria Silva",
        "maria@example.com",
        Role.STAFF,
    )
    assert (user.password_hash, user.disabled_at, user.created_at) == (None, None, NOON)
    assert desk.book.users.find_by_email("MARIA@example.com") == user


def test_an_email_can_be_had_only_once(desk: Desk) -> None:
    desk.take_in("maria")

    with pytest.raises(Conflict, match="somebody else has this e-mail address already"):
        desk.add_user(name="Other", email=" MARIA@example.com", role=Role.STAFF, by=BY)

    assert len(desk.book.users.list()) == 1


def test_a_disabled_person_keeps_their_email(desk: Desk) -> None:
    desk.disable_user(desk.take_in("maria").id, by=BY)

    with pytest.raises(Conflict):
        desk.take_in("maria")


def test_several_people_may_have_no_email(desk: Desk) -> None:
    for name in ("Ann", "Bob"):
        desk.add_user(name=name, email=None, role=Role.STAFF, by=BY)

    assert [user.name for user in desk.book.users.list()] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "name, email, field",
    [("", "a@b.c", "name"), ("Ann", "ann", "email"), ("Ann", "", "email")],
    ids=["no name", "no real e-mail", "an empty e-mail"],
)
def test_a_person_who_cannot_be_named_is_not_taken_in(
    desk: Desk, name: str, email: str, field: str
) -> None:
    with pytest.raises(InputError) as refusal:
        desk.add_user(name=name, email=email, role=Role.STAFF, by=BY)

    assert refusal.value.field == field
    assert desk.book.users.list() == []


def test_editing_frees_the_old_email_and_takes_the_new(desk: Desk) -> None:
    user = desk.take_in("maria")

    edited = desk.edit_user(user.id, name="Maria S", email="M@example.com", by=BY)

    assert (edited.name, edited.email) == ("Maria S", "m@example.com")
    assert desk.book.users.find(user.id) == edited
    assert desk.book.users.find_by_email("maria@example.com") is None
    assert desk.take_in("maria").id != user.id


def test_editing_cannot_take_somebody_elses_email(desk: Desk) -> None:
    user, _ = desk.take_in("maria"), desk.take_in("mario")

    with pytest.raises(Conflict, match="somebody else"):
        desk.edit_user(user.id, name="Maria", email="mario@example.com", by=BY)

    assert desk.book.users.find_by_email("maria@example.com") == user


def test_an_owner_without_email_can_be_given_one_and_lose_it(desk: Desk) -> None:
    user = desk.add_user(name="Owner", email=None, role=Role.OWNER, by=BY)

    assert desk.edit_user(user.id, name="Owner", email="o@example.com", by=BY).email
    assert desk.book.users.find_by_email("o@example.com") is not None
    assert desk.edit_user(user.id, name="Owner", email=None, by=BY).email is None
    assert desk.book.users.find_by_email("o@example.com") is None


@pytest.mark.parametrize("act", ["edit", "role", "disable", "enable"])
def test_a_change_that_changes_nothing_leaves_no_trace(desk: Desk, act: str) -> None:
    user = desk.take_in("maria")
    if act == "disable":
        user = desk.disable_user(user.id, by=BY)
    before = desk.actions_on(user.subject)
    desk.clock.advance(timedelta(hours=1))

    again = {
        "edit": lambda: desk.edit_user(user.id, name=" maria", email="MARIA@example.com", by=BY),
        "role": lambda: desk.change_role(user.id, Role.STAFF, by=BY),
        "disable": lambda: desk.disable_user(user.id, by=BY),
        "enable": lambda: desk.enable_user(user.id, by=BY),
    }[act]()

    assert again == user == desk.book.users.find(user.id)
    assert desk.actions_on(user.subject) == before


def test_a_role_is_changed(desk: Desk) -> None:
    user = desk.take_in("maria")

    changed = desk.change_role(user.id, Role.MANAGER, by=BY)

    assert changed.role is Role.MANAGER
    assert desk.book.users.find(user.id) == changed


def test_owners_may_step_down_one_after_another_as_long_as_one_stays(desk: Desk) -> None:
    first, second, third = (desk.take_in(name, Role.OWNER) for name in ("ann", "bob", "eve"))

    desk.change_role(first.id, Role.STAFF, by=BY)
    desk.disable_user(second.id, by=BY)

    assert desk.book.users.list_owners() == [third]


@pytest.mark.parametrize("act", ["role", "disable"])
def test_the_last_owner_cannot_leave(desk: Desk, act: str) -> None:
    last, gone = desk.take_in("ann", Role.OWNER), desk.take_in("bob", Role.OWNER)
    desk.disable_user(gone.id, by=BY)
    desk.take_in("eve", Role.MANAGER)

    leave: dict[str, Callable[[], User]] = {
        "role": lambda: desk.change_role(last.id, Role.MANAGER, by=BY),
        "disable": lambda: desk.disable_user(last.id, by=BY),
    }
    with pytest.raises(Conflict, match="last owner: make somebody else an owner first"):
        leave[act]()

    assert desk.book.users.list_owners() == [last]


@pytest.mark.parametrize("act", ["role", "disable"])
def test_an_owner_cannot_leave_while_the_other_one_does(desk: Desk, act: str) -> None:
    one, other = desk.take_in("ann", Role.OWNER), desk.take_in("bob", Role.OWNER)
    users = MeddledUsers(desk, lambda: desk.disable_user(other.id, by=BY))

    leave: dict[str, Callable[[], User]] = {
        "role": lambda: replace(desk.change_role, users=users)(one.id, Role.STAFF, by=BY),
        "disable": lambda: replace(desk.disable_user, users=users)(one.id, by=BY),
    }
    with pytest.raises(Conflict):
        leave[act]()

    assert desk.book.users.list_owners() == [one]


def test_a_disabled_owner_may_be_given_another_role(desk: Desk) -> None:
    desk.take_in("ann", Role.OWNER)
    gone = desk.disable_user(desk.take_in("bob", Role.OWNER).id, by=BY)

    assert desk.change_role(gone.id, Role.STAFF, by=BY).role is Role.STAFF


def test_a_person_is_shut_out_and_let_back_in(desk: Desk) -> None:
    user = desk.take_in("maria")
    desk.clock.advance(timedelta(hours=1))

    disabled = desk.disable_user(user.id, by=BY)
    assert disabled.disabled_at == NOON + timedelta(hours=1)
    assert desk.book.users.find(user.id) == disabled

    enabled = desk.enable_user(user.id, by=BY)
    assert enabled.disabled_at is None
    assert desk.book.users.find(user.id) == enabled


def test_nobody_by_that_number_is_said_so(desk: Desk) -> None:
    acts: list[Callable[[], User]] = [
        lambda: desk.edit_user(7, name="x", email=None, by=BY),
        lambda: desk.change_role(7, Role.STAFF, by=BY),
        lambda: desk.disable_user(7, by=BY),
        lambda: desk.enable_user(7, by=BY),
        lambda: desk.set_password(7, "x" * 10, by=BY),
        lambda: desk.end_all_sessions(7, by=BY),
    ]
    for act in acts:
        with pytest.raises(NotFound, match="no user 7"):
            act()


def test_the_trail_tells_what_was_done_to_a_person_by_digests(desk: Desk) -> None:
    user = desk.add_user(name="Maria", email="m@example.com", role=Role.STAFF, by="user/2")
    desk.edit_user(user.id, name="Marie", email=None, by="user/3")
    desk.change_role(user.id, Role.MANAGER, by="user/4")
    desk.disable_user(user.id, by="user/5")
    desk.enable_user(user.id, by="user/6")

    created, edited, changed, disabled, enabled = desk.trail_of(user.subject)

    maria = {"name": digest_of("Maria"), "email": digest_of("m@example.com")}
    assert (created.action, created.by, created.after) == (
        "created",
        "user/2",
        {"role": "staff", **maria},
    )
    assert (edited.action, edited.by, edited.before, edited.after) == (
        "edited",
        "user/3",
        maria,
        {"name": digest_of("Marie"), "email": None},
    )
    assert (changed.action, changed.by, changed.before, changed.after) == (
        "role-changed",
        "user/4",
        {"role": "staff"},
        {"role": "manager"},
    )
    assert (disabled.action, disabled.by) == ("disabled", "user/5")
    assert (enabled.action, enabled.by) == ("enabled", "user/6")


def test_a_person_is_never_shown_with_their_password_hash(desk: Desk) -> None:
    user: User = desk.take_in("maria", password="correct horse battery")

    assert user.password_hash is not None
    assert user.password_hash not in repr(user)
