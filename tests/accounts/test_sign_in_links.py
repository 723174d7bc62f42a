"""One-time links: looked at freely, used once, and no longer than they are good for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.accounts.meddling import MeddledUsers
from tests.accounts.rig import BY, Rig
from tests.accounts.samples import PASSWORD, a_link, a_session, a_throttle, a_user
from tests.samples import NOON

from belfry.accounts.ports import Expiring
from belfry.accounts.sessions import Session
from belfry.accounts.sign_in import Throttle
from belfry.accounts.sign_in_links import NewLink, Purpose, SignInLink, find_fault
from belfry.accounts.users import Role, User
from belfry.kernel.changes import Put
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.texts import digest_of


@pytest.fixture
def maria(rig: Rig) -> User:
    return rig.take_in("maria")


def make_link(rig: Rig, user: User, purpose: Purpose = Purpose.INVITATION) -> str:
    return rig.make_sign_in_link(user.id, purpose, by=BY).token


@pytest.mark.parametrize(
    "purpose, good_for",
    [(Purpose.TERMINAL, timedelta(hours=1)), (Purpose.INVITATION, timedelta(days=7))],
)
def test_a_link_is_kept_by_its_digest_alone(
    rig: Rig, maria: User, purpose: Purpose, good_for: timedelta
) -> None:
    new_link = rig.make_sign_in_link(maria.id, purpose, by=BY)

    assert new_link.link == SignInLink(
        digest=digest_of(new_link.token),
        user_id=maria.id,
        era=maria.era,
        purpose=purpose,
        created_at=NOON,
        created_by=BY,
        expires_at=NOON + good_for,
        revision=1,
    )
    assert len(new_link.token) == 43
    assert rig.book.store.find(SignInLink, new_link.link.key) == new_link.link


def test_looking_at_a_link_uses_nothing_up(rig: Rig, maria: User) -> None:
    token = make_link(rig, maria)

    looks = [rig.open_sign_in_link.find(token) for _ in range(3)]

    assert {user.id for _, user in looks} == {maria.id}
    assert all(link.used_at is None for link, _ in looks)
    assert rig.actions_on(maria.subject) == ["created", "link-made"]


def test_pressing_signs_the_person_in(rig: Rig, maria: User) -> None:
    token = make_link(rig, maria)
    rig.clock.advance(timedelta(minutes=5))

    signed_in = rig.open_sign_in_link(token)

    assert rig.sessions.find(signed_in.token)[1].id == maria.id
    link = rig.book.store.find(SignInLink, digest_of(token))
    assert link is not None
    assert link.used_at == NOON + timedelta(minutes=5)


def test_used_link_is_refused(rig: Rig, maria: User) -> None:
    token = make_link(rig, maria)
    rig.open_sign_in_link(token)

    for act in (rig.open_sign_in_link, rig.open_sign_in_link.find):
        with pytest.raises(NotAllowed, match="used already"):
            act(token)


@pytest.mark.parametrize(
    "purpose, good_for",
    [(Purpose.TERMINAL, timedelta(hours=1)), (Purpose.INVITATION, timedelta(days=7))],
)
def test_a_link_is_good_until_its_time_is_over(
    rig: Rig, maria: User, purpose: Purpose, good_for: timedelta
) -> None:
    token = make_link(rig, maria, purpose)

    rig.clock.advance(good_for - timedelta(seconds=1))
    rig.open_sign_in_link.find(token)
    rig.clock.advance(timedelta(seconds=1))
    for act in (rig.open_sign_in_link, rig.open_sign_in_link.find):
        with pytest.raises(NotAllowed, match="too old"):
            act(token)


@pytest.mark.parametrize("token", ["", "made-up", "\ud800"])
def test_a_made_up_link_is_refused(rig: Rig, maria: User, token: str) -> None:
    make_link(rig, maria)

    with pytest.raises(NotAllowed, match="not one of ours"):
        rig.open_sign_in_link(token)


@pytest.mark.parametrize("act", ["disable", "disable and enable", "password", "end all"])
def test_a_link_made_before_the_person_was_shut_out_is_no_good(
    rig: Rig, maria: User, act: str
) -> None:
    token = make_link(rig, maria)

    if act.startswith("disable"):
        rig.users.disable(maria.id, by=BY)
    if act.endswith("enable"):
        rig.users.enable(maria.id, by=BY)
    if act == "password":
        rig.set_password(maria.id, PASSWORD, by=BY)
    if act == "end all":
        rig.sessions.end_all(maria.id, by=BY)

    with pytest.raises(NotAllowed, match="no longer good"):
        rig.open_sign_in_link(token)


@pytest.mark.parametrize(
    "whose",
    [a_user(2), a_user(1, era=2), a_user(1, disabled_at=NOON)],
    ids=["another person", "a later era", "a person shut out"],
)
def test_a_link_is_good_only_for_its_person_and_era(whose: User) -> None:
    link = a_link(user_id=1, era=1)

    assert find_fault(link, a_user(1), NOON) is None
    assert find_fault(link, whose, NOON) == "this link is no longer good: ask for a new one"


def test_no_link_is_made_for_a_disabled_or_unknown_user(rig: Rig, maria: User) -> None:
    rig.users.disable(maria.id, by=BY)

    with pytest.raises(NotAllowed, match="enable them first"):
        make_link(rig, maria)
    with pytest.raises(NotFound):
        rig.make_sign_in_link(7, Purpose.INVITATION, by=BY)


def test_audit_log_tells_of_links_made_and_used(rig: Rig, maria: User) -> None:
    rig.open_sign_in_link(make_link(rig, maria))

    _, made_entry, used = rig.audit_log_of(maria.subject)

    assert (made_entry.action, made_entry.by, made_entry.after) == (
        "link-made",
        BY,
        {"purpose": "invitation"},
    )
    assert (used.action, used.by, used.after) == (
        "signed-in",
        maria.subject,
        {"how": "invitation link"},
    )


def test_the_first_start_makes_an_owner_and_a_link(rig: Rig) -> None:
    link, owner, token = rig.invite_owner()

    assert (owner.name, owner.email, owner.role) == ("Owner", None, Role.OWNER)
    assert link.purpose is Purpose.TERMINAL
    assert rig.open_sign_in_link(token).user.id == owner.id
    assert [entry.by for entry in rig.audit_log_of(owner.subject)][:2] == ["terminal", "terminal"]


def test_the_first_owner_may_be_given_a_name_and_an_email(rig: Rig) -> None:
    owner = rig.invite_owner(name="Ann", email="Ann@example.com").user

    assert (owner.name, owner.email) == ("Ann", "ann@example.com")


def test_a_later_start_makes_a_new_link_for_the_owner(rig: Rig) -> None:
    first = rig.invite_owner()
    second = rig.invite_owner(name="Somebody else", email="else@example.com")

    assert second.user.id == first.user.id
    assert second.token != first.token
    assert len(rig.book.users.list()) == 1


def test_an_owner_made_meanwhile_gets_the_link(rig: Rig) -> None:
    others: list[NewLink] = []
    users = MeddledUsers(rig, lambda: others.append(rig.invite_owner()))

    own_link = replace(rig.invite_owner, users=users)()

    assert [own_link.user.id] == [other.user.id for other in others]
    assert len(rig.book.users.list()) == 1


def test_of_several_owners_the_one_with_the_email_gets_the_link(rig: Rig) -> None:
    ann, bob = rig.take_in("ann", Role.OWNER), rig.take_in("bob", Role.OWNER)

    assert rig.invite_owner(email="BOB@example.com").user.id == bob.id
    assert rig.invite_owner(email="eve@example.com").user.id == ann.id
    assert rig.invite_owner().user.id == ann.id


def test_an_app_without_an_owner_gets_one(rig: Rig) -> None:
    rig.take_in("maria", Role.MANAGER)

    owner = rig.invite_owner().user

    assert [user.id for user in rig.book.users.list_owners()] == [owner.id]


def test_an_owner_with_an_impossible_email_is_refused(rig: Rig) -> None:
    with pytest.raises(InputError):
        rig.invite_owner(email="nonsense")

    assert rig.book.users.list() == []


HOUR = timedelta(hours=1)


class StaleLeftovers:
    """Gives records as they were before their last use."""

    def __init__(self, rig: Rig, used: Throttle) -> None:
        self._leftovers = rig.book.leftovers
        self._used = used

    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]:
        stale: list[Any] = [record for record in (self._used,) if isinstance(record, kind)]
        return [*stale, *self._leftovers.list_expired(kind, now=now, limit=limit)]


def keep(rig: Rig, *records: Session | SignInLink | Throttle) -> None:
    for record in records:
        rig.book.store.commit([Put(record)])


def left(rig: Rig, kind: type[Expiring]) -> list[datetime]:
    expired = rig.book.leftovers.list_expired(kind, now=NOON + 2 * HOUR, limit=10)
    return [record.expires_at for record in expired]


def test_what_has_expired_is_thrown_away_and_the_rest_stays(rig: Rig) -> None:
    old, young = NOON - HOUR, NOON + HOUR
    for name, expires_at in (("old", old), ("now", NOON), ("young", young)):
        keep(
            rig,
            a_session(name, expires_at=expires_at),
            a_link(name, expires_at=expires_at),
            a_throttle(name, expires_at=expires_at),
        )

    assert rig.remove_expired() == 6

    assert (left(rig, Session), left(rig, SignInLink), left(rig, Throttle)) == (
        [young],
        [young],
        [young],
    )
    assert rig.remove_expired() == 0


def test_all_expired_records_are_removed(rig: Rig) -> None:
    keep(rig, *(a_throttle(f"{number}") for number in range(220)))

    assert rig.remove_expired() == 220


def test_a_record_used_once_more_is_left_alone_and_stops_no_other(rig: Rig) -> None:
    keep(rig, a_throttle("used"), a_throttle("idle"))
    stale = replace(a_throttle("used"), revision=1)
    keep(rig, replace(stale, expires_at=NOON + HOUR))

    remove_expired = replace(rig.remove_expired, leftovers=StaleLeftovers(rig, stale))

    assert remove_expired() == 1
    assert rig.book.store.find(Throttle, "used") is not None
    assert rig.book.store.find(Throttle, "idle") is None
