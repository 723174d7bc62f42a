"""One-time links: looked at freely, used once, and no longer than they are good for."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.desk.desks import BY, Desk
from tests.desk.meddling import MeddledUsers
from tests.desk.samples import PASSWORD, a_link, a_user
from tests.samples import NOON

from belfry.accounts.sign_in_links import NewLink, Purpose, SignInLink, find_fault
from belfry.accounts.users import Role, User
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.tokens import digest_of


@pytest.fixture
def maria(desk: Desk) -> User:
    return desk.take_in("maria")


def make_link(desk: Desk, user: User, purpose: Purpose = Purpose.INVITATION) -> str:
    return desk.make_sign_in_link(user.id, purpose, by=BY).token


@pytest.mark.parametrize(
    "purpose, good_for",
    [(Purpose.TERMINAL, timedelta(hours=1)), (Purpose.INVITATION, timedelta(days=7))],
)
def test_a_link_is_kept_by_its_digest_alone(
    desk: Desk, maria: User, purpose: Purpose, good_for: timedelta
) -> None:
    made = desk.make_sign_in_link(maria.id, purpose, by=BY)

    assert made.link == SignInLink(
        digest=digest_of(made.token),
        user_id=maria.id,
        era=maria.era,
        purpose=purpose,
        created_at=NOON,
        created_by=BY,
        expires_at=NOON + good_for,
        revision=1,
    )
    assert len(made.token) == 43
    assert desk.book.store.find(SignInLink, made.link.key) == made.link


def test_looking_at_a_link_uses_nothing_up(desk: Desk, maria: User) -> None:
    token = make_link(desk, maria)

    looks = [desk.open_sign_in_link.find(token) for _ in range(3)]

    assert {user.id for _, user in looks} == {maria.id}
    assert all(link.used_at is None for link, _ in looks)
    assert desk.actions_on(maria.subject) == ["created", "link-made"]


def test_pressing_signs_the_person_in(desk: Desk, maria: User) -> None:
    token = make_link(desk, maria)
    desk.clock.advance(timedelta(minutes=5))

    signed_in = desk.open_sign_in_link(token)

    assert desk.find_session(signed_in.token)[1].id == maria.id
    link = desk.book.store.find(SignInLink, digest_of(token))
    assert link is not None
    assert link.used_at == NOON + timedelta(minutes=5)


def test_a_used_link_lets_nobody_in(desk: Desk, maria: User) -> None:
    token = make_link(desk, maria)
    desk.open_sign_in_link(token)

    for act in (desk.open_sign_in_link, desk.open_sign_in_link.find):
        with pytest.raises(NotAllowed, match="used already"):
            act(token)


@pytest.mark.parametrize(
    "purpose, good_for",
    [(Purpose.TERMINAL, timedelta(hours=1)), (Purpose.INVITATION, timedelta(days=7))],
)
def test_a_link_is_good_until_its_time_is_over(
    desk: Desk, maria: User, purpose: Purpose, good_for: timedelta
) -> None:
    token = make_link(desk, maria, purpose)

    desk.clock.advance(good_for - timedelta(seconds=1))
    desk.open_sign_in_link.find(token)
    desk.clock.advance(timedelta(seconds=1))
    for act in (desk.open_sign_in_link, desk.open_sign_in_link.find):
        with pytest.raises(NotAllowed, match="too old"):
            act(token)


@pytest.mark.parametrize("token", ["", "made-up", "\ud800"])
def test_a_made_up_link_is_refused(desk: Desk, maria: User, token: str) -> None:
    make_link(desk, maria)

    with pytest.raises(NotAllowed, match="not one of ours"):
        desk.open_sign_in_link(token)


@pytest.mark.parametrize("act", ["disable", "disable and enable", "password", "end all"])
def test_a_link_made_before_the_person_was_shut_out_is_no_good(
    desk: Desk, maria: User, act: str
) -> None:
    token = make_link(desk, maria)

    if act.startswith("disable"):
        desk.disable_user(maria.id, by=BY)
    if act.endswith("enable"):
        desk.enable_user(maria.id, by=BY)
    if act == "password":
        desk.set_password(maria.id, PASSWORD, by=BY)
    if act == "end all":
        desk.end_all_sessions(maria.id, by=BY)

    with pytest.raises(NotAllowed, match="no longer good"):
        desk.open_sign_in_link(token)


@pytest.mark.parametrize(
    "whose",
    [a_user(2), a_user(1, era=2), a_user(1, disabled_at=NOON)],
    ids=["another person", "a later era", "a person shut out"],
)
def test_a_link_is_good_only_for_its_person_and_era(whose: User) -> None:
    link = a_link(user_id=1, era=1)

    assert find_fault(link, a_user(1), NOON) is None
    assert find_fault(link, whose, NOON) == "this link is no longer good: ask for a new one"


def test_no_link_is_made_for_somebody_shut_out_or_unknown(desk: Desk, maria: User) -> None:
    desk.disable_user(maria.id, by=BY)

    with pytest.raises(NotAllowed, match="enable them first"):
        make_link(desk, maria)
    with pytest.raises(NotFound):
        desk.make_sign_in_link(7, Purpose.INVITATION, by=BY)


def test_the_trail_tells_of_links_made_and_used(desk: Desk, maria: User) -> None:
    desk.open_sign_in_link(make_link(desk, maria))

    _, made, used = desk.trail_of(maria.subject)

    assert (made.action, made.by, made.after) == ("link-made", BY, {"purpose": "invitation"})
    assert (used.action, used.by, used.after) == (
        "signed-in",
        maria.subject,
        {"how": "invitation link"},
    )


def test_the_first_start_makes_an_owner_and_a_link(desk: Desk) -> None:
    link, owner, token = desk.invite_owner()

    assert (owner.name, owner.email, owner.role) == ("Owner", None, Role.OWNER)
    assert link.purpose is Purpose.TERMINAL
    assert desk.open_sign_in_link(token).user.id == owner.id
    assert [entry.by for entry in desk.trail_of(owner.subject)][:2] == ["terminal", "terminal"]


def test_the_first_owner_may_be_given_a_name_and_an_email(desk: Desk) -> None:
    owner = desk.invite_owner(name="Ann", email="Ann@example.com").user

    assert (owner.name, owner.email) == ("Ann", "ann@example.com")


def test_a_later_start_makes_a_new_link_for_the_owner(desk: Desk) -> None:
    first = desk.invite_owner()
    second = desk.invite_owner(name="Somebody else", email="else@example.com")

    assert second.user.id == first.user.id
    assert second.token != first.token
    assert len(desk.book.users.list()) == 1


def test_an_owner_made_meanwhile_gets_the_link(desk: Desk) -> None:
    others: list[NewLink] = []
    users = MeddledUsers(desk, lambda: others.append(desk.invite_owner()))

    mine = replace(desk.invite_owner, users=users)()

    assert [mine.user.id] == [other.user.id for other in others]
    assert len(desk.book.users.list()) == 1


def test_of_several_owners_the_one_with_the_email_gets_the_link(desk: Desk) -> None:
    ann, bob = desk.take_in("ann", Role.OWNER), desk.take_in("bob", Role.OWNER)

    assert desk.invite_owner(email="BOB@example.com").user.id == bob.id
    assert desk.invite_owner(email="eve@example.com").user.id == ann.id
    assert desk.invite_owner().user.id == ann.id


def test_a_house_without_an_owner_gets_one(desk: Desk) -> None:
    desk.take_in("maria", Role.MANAGER)

    owner = desk.invite_owner().user

    assert [user.id for user in desk.book.users.list_owners()] == [owner.id]


def test_an_owner_with_an_impossible_email_is_refused(desk: Desk) -> None:
    with pytest.raises(InputError):
        desk.invite_owner(email="nonsense")

    assert desk.book.users.list() == []
