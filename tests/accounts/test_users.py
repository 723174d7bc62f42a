"""People: taken in, changed, shut out and let back in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.accounts.meddling import MeddledUsers
from tests.accounts.rig import BY, Rig
from tests.apps import memory_app
from tests.loops import for_each
from tests.samples import NOON

from belfry.accounts.change_users import NameDoer
from belfry.accounts.keys import Service
from belfry.accounts.users import (
    Act,
    Role,
    User,
    may,
    parse_email,
    parse_name,
    parse_password,
    plain_password,
)
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import digest_of


def test_a_new_person_has_no_password_yet(rig: Rig) -> None:
    user = rig.users.add(name=" Maria  Silva", email="Maria@Example.com", role=Role.STAFF, by=BY)

    assert (user.id, user.name, user.email, user.role) == (
        1,
        "Maria Silva",
        "maria@example.com",
        Role.STAFF,
    )
    assert (user.password_hash, user.disabled_at, user.created_at) == (None, None, NOON)
    assert rig.book.users.find_by_email("MARIA@example.com") == user


def test_an_email_can_be_had_only_once(rig: Rig) -> None:
    rig.take_in("maria")

    with pytest.raises(Conflict, match="another user has this e-mail address already"):
        rig.users.add(name="Other", email=" MARIA@example.com", role=Role.STAFF, by=BY)

    assert len(rig.book.users.list()) == 1


def test_a_disabled_person_keeps_their_email(rig: Rig) -> None:
    rig.users.disable(rig.take_in("maria").id, by=BY)

    with pytest.raises(Conflict):
        rig.take_in("maria")


def test_several_people_may_have_no_email(rig: Rig) -> None:
    for name in ("Ann", "Bob"):
        rig.users.add(name=name, email=None, role=Role.STAFF, by=BY)

    assert [user.name for user in rig.book.users.list()] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "name, email, field",
    [("", "a@b.c", "name"), ("Ann", "ann", "email"), ("Ann", "", "email")],
    ids=["no name", "no real e-mail", "an empty e-mail"],
)
def test_a_person_who_cannot_be_named_is_not_taken_in(
    rig: Rig, name: str, email: str, field: str
) -> None:
    with pytest.raises(InputError) as refusal:
        rig.users.add(name=name, email=email, role=Role.STAFF, by=BY)

    assert refusal.value.field == field
    assert rig.book.users.list() == []


def test_editing_frees_the_old_email_and_takes_the_new(rig: Rig) -> None:
    user = rig.take_in("maria")

    edited = rig.users.edit(user.id, name="Maria S", email="M@example.com", by=BY)

    assert (edited.name, edited.email) == ("Maria S", "m@example.com")
    assert rig.book.users.find(user.id) == edited
    assert rig.book.users.find_by_email("maria@example.com") is None
    assert rig.take_in("maria").id != user.id


def test_editing_cannot_take_another_users_email(rig: Rig) -> None:
    user, _ = rig.take_in("maria"), rig.take_in("mario")

    with pytest.raises(Conflict, match="another user"):
        rig.users.edit(user.id, name="Maria", email="mario@example.com", by=BY)

    assert rig.book.users.find_by_email("maria@example.com") == user


def test_an_owner_without_email_can_be_given_one_and_lose_it(rig: Rig) -> None:
    user = rig.users.add(name="Owner", email=None, role=Role.OWNER, by=BY)

    assert rig.users.edit(user.id, name="Owner", email="o@example.com", by=BY).email
    assert rig.book.users.find_by_email("o@example.com") is not None
    assert rig.users.edit(user.id, name="Owner", email=None, by=BY).email is None
    assert rig.book.users.find_by_email("o@example.com") is None


@pytest.mark.parametrize("act", ["edit", "role", "disable", "enable"])
def test_a_change_that_changes_nothing_leaves_no_trace(rig: Rig, act: str) -> None:
    user = rig.take_in("maria")
    if act == "disable":
        user = rig.users.disable(user.id, by=BY)
    before = rig.actions_on(user.subject)
    rig.clock.advance(timedelta(hours=1))

    again = {
        "edit": lambda: rig.users.edit(user.id, name=" maria", email="MARIA@example.com", by=BY),
        "role": lambda: rig.users.change_role(user.id, Role.STAFF, by=BY),
        "disable": lambda: rig.users.disable(user.id, by=BY),
        "enable": lambda: rig.users.enable(user.id, by=BY),
    }[act]()

    assert again == user == rig.book.users.find(user.id)
    assert rig.actions_on(user.subject) == before


def test_a_role_is_changed(rig: Rig) -> None:
    user = rig.take_in("maria")

    changed = rig.users.change_role(user.id, Role.MANAGER, by=BY)

    assert changed.role is Role.MANAGER
    assert rig.book.users.find(user.id) == changed


def test_owners_may_step_down_one_after_another_as_long_as_one_stays(rig: Rig) -> None:
    first, second, third = (rig.take_in(name, Role.OWNER) for name in ("ann", "bob", "eve"))

    rig.users.change_role(first.id, Role.STAFF, by=BY)
    rig.users.disable(second.id, by=BY)

    assert rig.book.users.list_owners() == [third]


@pytest.mark.parametrize("act", ["role", "disable"])
def test_the_last_owner_cannot_leave(rig: Rig, act: str) -> None:
    last, former = rig.take_in("ann", Role.OWNER), rig.take_in("bob", Role.OWNER)
    rig.users.disable(former.id, by=BY)
    rig.take_in("eve", Role.MANAGER)

    leave: dict[str, Callable[[], User]] = {
        "role": lambda: rig.users.change_role(last.id, Role.MANAGER, by=BY),
        "disable": lambda: rig.users.disable(last.id, by=BY),
    }
    with pytest.raises(Conflict, match="last owner: make another user an owner first"):
        leave[act]()

    assert rig.book.users.list_owners() == [last]


@pytest.mark.parametrize("act", ["role", "disable"])
def test_an_owner_cannot_leave_while_the_other_one_does(rig: Rig, act: str) -> None:
    ann, other = rig.take_in("ann", Role.OWNER), rig.take_in("bob", Role.OWNER)
    users = MeddledUsers(rig, lambda: rig.users.disable(other.id, by=BY))

    leave: dict[str, Callable[[], User]] = {
        "role": lambda: replace(rig.users, users=users).change_role(ann.id, Role.STAFF, by=BY),
        "disable": lambda: replace(rig.users, users=users).disable(ann.id, by=BY),
    }
    with pytest.raises(Conflict):
        leave[act]()

    assert rig.book.users.list_owners() == [ann]


def test_a_disabled_owner_may_be_given_another_role(rig: Rig) -> None:
    rig.take_in("ann", Role.OWNER)
    disabled = rig.users.disable(rig.take_in("bob", Role.OWNER).id, by=BY)

    assert rig.users.change_role(disabled.id, Role.STAFF, by=BY).role is Role.STAFF


def test_a_person_is_shut_out_and_let_back_in(rig: Rig) -> None:
    user = rig.take_in("maria")
    rig.clock.advance(timedelta(hours=1))

    disabled = rig.users.disable(user.id, by=BY)
    assert disabled.disabled_at == NOON + timedelta(hours=1)
    assert rig.book.users.find(user.id) == disabled

    enabled = rig.users.enable(user.id, by=BY)
    assert enabled.disabled_at is None
    assert rig.book.users.find(user.id) == enabled


def test_unknown_user_id_is_not_found(rig: Rig) -> None:
    acts: list[Callable[[], User]] = [
        lambda: rig.users.edit(7, name="x", email=None, by=BY),
        lambda: rig.users.change_role(7, Role.STAFF, by=BY),
        lambda: rig.users.disable(7, by=BY),
        lambda: rig.users.enable(7, by=BY),
        lambda: rig.set_password(7, "x" * 10, by=BY),
        lambda: rig.sessions.end_all(7, by=BY),
    ]
    for act in acts:
        with pytest.raises(NotFound, match="no user 7"):
            act()


def test_audit_log_describes_changes_of_a_user_by_digests(rig: Rig) -> None:
    user = rig.users.add(name="Maria", email="m@example.com", role=Role.STAFF, by="user/2")
    rig.users.edit(user.id, name="Marie", email=None, by="user/3")
    rig.users.change_role(user.id, Role.MANAGER, by="user/4")
    rig.users.disable(user.id, by="user/5")
    rig.users.enable(user.id, by="user/6")

    created, edited, changed, disabled, enabled = rig.audit_log_of(user.subject)

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


def test_a_person_is_never_shown_with_their_password_hash(rig: Rig) -> None:
    user: User = rig.take_in("maria", password="correct horse battery")

    assert user.password_hash is not None
    assert user.password_hash not in repr(user)


@pytest.mark.parametrize(
    "written, stored",
    [
        ("Maria", "Maria"),
        ("  Maria \t da\n Silva ", "Maria da Silva"),
        ("李", "李"),
        ("x" * 100, "x" * 100),
        ("می‌خواهم", "می‌خواهم"),
        ("👩‍🍳", "👩‍🍳"),
    ],
    ids=["plain", "with stray spaces", "of one", "of 100", "with a non-joiner", "a joined emoji"],
)
def test_name_is_kept_with_its_spaces_put_right(written: str, stored: str) -> None:
    assert parse_name(written) == stored


@pytest.mark.parametrize(
    "written",
    ["", " \t ", "x" * 101, "Ma\0ria", "Ma\x1bria", "Ma\ud800ria"],
    ids=["empty", "blank", "of 101", "with a null", "with an escape", "with half a character"],
)
def test_name_that_cannot_be_kept_is_refused(written: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_name(written)

    assert refusal.value.field == "name"


def test_email_is_kept_in_lower_case() -> None:
    assert parse_email("  Maria.Silva@Example.COM ") == "maria.silva@example.com"


def test_email_may_have_254_characters() -> None:
    assert len(parse_email("x" * 250 + "@b.c")) == 254


@pytest.mark.parametrize(
    "written",
    ["", "maria", "@example.com", "maria@", "a b@c.de", "a@b@c", "a\0@b.c", "x" * 251 + "@b.c"],
    ids=[
        "empty",
        "without an at sign",
        "without a name",
        "without a place",
        "with a space",
        "with two at signs",
        "with a null",
        "of 255 characters",
    ],
)
def test_email_that_cannot_be_one_is_refused(written: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_email(written)

    assert refusal.value.field == "email"


@pytest.mark.parametrize("password", ["x" * 10, "x" * 1000, " " * 10, "Grüße 東京 🔔!"])
def test_password_of_ten_characters_or_more_is_taken(password: str) -> None:
    assert parse_password(password, email=None) == plain_password(password)


@pytest.mark.parametrize(
    "password",
    ["", "x" * 9, "x" * 1001, "maria@example.com", " Maria@Example.com "],
    ids=["empty", "of 9", "of 1001", "the e-mail", "the e-mail in other letters"],
)
def test_password_that_is_not_worth_having_is_refused(password: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_password(password, email="maria@example.com")

    assert refusal.value.field == "password"
    assert not password or password not in str(refusal.value)


def test_password_is_equal_on_every_keyboard() -> None:
    composed, combined = "caf\u00e9 cr\u00e8me", "cafe\u0301 cre\u0300me"

    assert composed != combined
    assert plain_password(composed) == plain_password(combined)


MAY = {
    Role.OWNER: {"look", "work", "run", "edit", "answer", "keys", "people", "forget"},
    Role.MANAGER: {"look", "work", "run", "edit", "answer"},
    Role.STAFF: {"look", "work"},
}


@for_each("act", Act)
@for_each("role", Role)
def test_role_may_do_what_the_table_says_and_nothing_else(role: Role, act: Act) -> None:
    assert may(role, act) is (act.value in MAY[role])


def test_actor_who_is_a_user_is_shown_by_name() -> None:
    app = memory_app()
    user = app.services.accounts.users.add(name="Ann Lee", email=None, role=Role.STAFF, by="test")
    name_doer = NameDoer(app.ports.store, app.ports.keys)
    assert name_doer(user.subject) == "Ann Lee"
    key = app.services.accounts.keys.create(
        service=Service.API, name="till", team_id=1, by="test"
    ).key
    assert name_doer(key.subject) == "the key till"
    assert (name_doer("user/99"), name_doer("key/99")) == ("a former user", "a former key")
    text = f"stopped by {user.subject} ({key.subject}), not job/{user.subject} or {user.subject}/2"
    assert name_doer.in_text(text) == (
        f"stopped by Ann Lee (the key till), not job/{user.subject} or {user.subject}/2"
    )


@pytest.mark.parametrize("by", ["terminal", "Maria", "user/", "user/x", "job/1", ""])
def test_other_actor_is_shown_as_written(by: str) -> None:
    ports = memory_app().ports
    assert NameDoer(ports.store, ports.keys)(by) == by
