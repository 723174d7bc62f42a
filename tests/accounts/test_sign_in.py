"""Signing in with a password: the right one, wrong ones, and too many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.accounts.meddling import MeddledPasswords, MeddledStore
from tests.accounts.rig import BY, Rig
from tests.accounts.samples import ADDRESS, PASSWORD, a_throttle
from tests.fakes.secrets import MemoryPasswords
from tests.samples import NOON

from belfry.accounts.sign_in import (
    Allowed,
    Throttle,
    TooMany,
    Wait,
    address_throttle,
    count_try,
    email_throttle,
    judge_try,
    take_back_try,
)
from belfry.accounts.users import User
from belfry.kernel.changes import Put
from belfry.kernel.errors import InputError, NotAllowed

MINUTE = timedelta(minutes=1)


@pytest.fixture
def maria(rig: Rig) -> User:
    return rig.take_in("maria", password=PASSWORD)


def guess(rig: Rig, *, times: int, name: str = "maria", address: str = ADDRESS) -> None:
    for _ in range(times):
        with pytest.raises(NotAllowed, match="wrong$"):
            rig.try_password(name, "wrong", address=address)


def test_the_right_password_signs_in(rig: Rig, maria: User) -> None:
    signed_in = rig.sign_in(" Maria@Example.com", PASSWORD, address=ADDRESS)

    assert rig.sessions.find(signed_in.token)[1].id == maria.id
    assert rig.audit_log_of(maria.subject)[-1].after == {"how": "password"}


def test_a_password_typed_on_another_keyboard_signs_in(rig: Rig) -> None:
    rig.take_in("maria", password="caf\u00e9 cr\u00e8me!")

    assert rig.try_password("maria", "cafe\u0301 cre\u0300me!")


def test_whatever_is_wrong_the_answer_and_the_work_are_the_same(rig: Rig, maria: User) -> None:
    rig.take_in("without")
    disabled = rig.take_in("gone", password=PASSWORD)
    rig.users.disable(disabled.id, by=BY)
    passwords = cast("MemoryPasswords", rig.passwords)

    tries = [
        ("maria@example.com", "wrong"),
        ("maria@example.com", ""),
        ("unknown@example.com", PASSWORD),
        ("without@example.com", PASSWORD),
        ("gone@example.com", PASSWORD),
        ("no address at all", PASSWORD),
    ]
    answers = set()
    for number, (email, password) in enumerate(tries):
        before = passwords.work
        with pytest.raises(NotAllowed) as refusal:
            rig.sign_in(email, password, address=f"192.0.2.{number}")
        answers.add((type(refusal.value), str(refusal.value), passwords.work - before))

    assert answers == {(NotAllowed, "the e-mail address or the password is wrong", 1)}


def test_after_five_wrong_tries_not_even_the_right_password_is_looked_at(
    rig: Rig, maria: User
) -> None:
    guess(rig, times=5)
    rig.clock.advance(5 * MINUTE)

    with pytest.raises(TooMany, match="too many wrong tries") as refusal:
        rig.try_password("maria", address="198.51.100.1")

    assert refusal.value.retry_after == 10 * MINUTE
    rig.clock.advance(10 * MINUTE)
    assert rig.try_password("maria", address="198.51.100.1").user.id == maria.id


def test_tries_while_waiting_do_not_lengthen_the_wait(rig: Rig, maria: User) -> None:
    guess(rig, times=5)

    for _ in range(14):
        rig.clock.advance(MINUTE)
        with pytest.raises(TooMany):
            rig.try_password("maria", "wrong")
    rig.clock.advance(MINUTE)

    assert rig.try_password("maria").user.id == maria.id


def test_unknown_people_are_throttled_like_known_ones(rig: Rig) -> None:
    guess(rig, times=5, name="unknown")

    with pytest.raises(TooMany):
        rig.try_password("unknown", address="198.51.100.1")


def test_one_network_address_is_throttled_over_many_people(rig: Rig, maria: User) -> None:
    for number in range(5):
        guess(rig, times=1, name=f"person{number}")

    with pytest.raises(TooMany):
        rig.try_password("maria")
    assert rig.try_password("maria", address="198.51.100.1").user.id == maria.id


def test_the_longer_wait_is_told(rig: Rig, maria: User) -> None:
    guess(rig, times=5, address="198.51.100.1")
    rig.clock.advance(5 * MINUTE)
    guess(rig, times=5, name="unknown", address="198.51.100.2")

    with pytest.raises(TooMany) as refusal:
        rig.try_password("maria", address="198.51.100.2")

    assert refusal.value.retry_after == 15 * MINUTE


def test_the_right_password_forgets_the_wrong_tries_for_this_person(rig: Rig, maria: User) -> None:
    guess(rig, times=4, address="198.51.100.1")
    rig.try_password("maria")

    guess(rig, times=4, address="198.51.100.2")

    assert rig.try_password("maria", address="198.51.100.3").user.id == maria.id


def test_the_right_password_does_not_count_against_its_network(rig: Rig, maria: User) -> None:
    for _ in range(12):
        rig.try_password("maria")

    guess(rig, times=5, name="unknown")


def test_a_right_password_does_not_forgive_its_network_other_peoples_tries(
    rig: Rig, maria: User
) -> None:
    guess(rig, times=4, name="unknown")
    rig.try_password("maria")
    guess(rig, times=1, name="other")

    with pytest.raises(TooMany):
        rig.try_password("maria")


def test_throttles_name_no_person(rig: Rig, maria: User) -> None:
    guess(rig, times=1)

    for name in (email_throttle("maria@example.com"), address_throttle(ADDRESS)):
        throttle = rig.book.store.find(Throttle, name)
        assert throttle is not None
        assert "maria" not in repr(throttle)
        assert ADDRESS not in repr(throttle)


def test_a_wrong_try_leaves_the_person_untouched(rig: Rig, maria: User) -> None:
    guess(rig, times=3)

    assert rig.book.users.find(maria.id) == maria


def test_a_password_hashed_less_strongly_is_hashed_anew_at_sign_in(rig: Rig, maria: User) -> None:
    session = rig.let_in(maria)
    stronger = MemoryPasswords(strength=2)

    replace(rig, passwords=stronger).try_password("maria")

    user = rig.book.users.find(maria.id)
    assert user is not None
    assert user.password_hash is not None
    assert not stronger.needs_rehash(user.password_hash)
    assert stronger.verify(user.password_hash, PASSWORD)
    assert rig.sessions.find(session.token)


def test_an_old_password_no_longer_signs_in(rig: Rig, maria: User) -> None:
    rig.set_password(maria.id, "another battery staple", by=BY)

    guess(rig, times=1)
    with pytest.raises(NotAllowed):
        rig.try_password("maria", PASSWORD)
    assert rig.try_password("maria", "another battery staple").user.id == maria.id


@pytest.mark.parametrize("act", ["disabled", "given a new password"])
def test_a_person_meanwhile_shut_out_does_not_get_in(rig: Rig, maria: User, act: str) -> None:
    acts: dict[str, Callable[[], User]] = {
        "disabled": lambda: rig.users.disable(maria.id, by=BY),
        "given a new password": lambda: rig.set_password(maria.id, "another one", by=BY),
    }
    meddled = replace(rig, passwords=MeddledPasswords(acts[act]))

    with pytest.raises(NotAllowed, match="wrong$"):
        meddled.try_password("maria")

    assert "signed-in" not in rig.actions_on(maria.subject)


def test_a_person_meanwhile_edited_gets_in(rig: Rig, maria: User) -> None:
    passwords = MeddledPasswords(
        lambda: rig.users.edit(maria.id, name="Marie", email=maria.email, by=BY)
    )

    assert replace(rig, passwords=passwords).try_password("maria").user.name == "Marie"


def test_a_person_edited_at_the_last_moment_gets_in(rig: Rig, maria: User) -> None:
    store = MeddledStore(
        rig.book.store,
        lambda: rig.users.edit(maria.id, name="Marie", email=maria.email, by=BY),
        nth=2,
    )
    meddled = replace(rig, book=replace(rig.book, store=store))

    assert meddled.try_password("maria").user.name == "Marie"
    assert rig.actions_on(maria.subject)[-2:] == ["edited", "signed-in"]


def test_a_try_counted_while_another_is_being_counted_counts_too(rig: Rig, maria: User) -> None:
    store = MeddledStore(rig.book.store, lambda: guess(rig, times=4))
    meddled = replace(rig, book=replace(rig.book, store=store))

    guess(meddled, times=1)

    with pytest.raises(TooMany):
        rig.try_password("maria")


@pytest.mark.parametrize("password", ["too short", "maria@example.com"])
def test_a_weak_password_is_not_set(rig: Rig, maria: User, password: str) -> None:
    with pytest.raises(InputError):
        rig.set_password(maria.id, password, by=BY)

    assert rig.book.users.find(maria.id) == maria


def test_audit_log_tells_that_a_password_was_set_and_nothing_of_it(rig: Rig, maria: User) -> None:
    entry = rig.audit_log_of(maria.subject)[-1]

    assert (entry.action, entry.by, entry.before, entry.after) == ("password-set", BY, {}, {})


SECOND = timedelta(seconds=1)


def after(*minutes: float) -> Throttle:
    """The throttle after tries so many minutes past noon."""
    throttle = a_throttle()
    for minute in minutes:
        throttle = count_try(throttle, NOON + minute * MINUTE)
    return throttle


def test_the_first_five_tries_are_allowed() -> None:
    assert judge_try(a_throttle(), NOON) == Allowed()
    assert judge_try(after(0, 0, 0, 0), NOON) == Allowed()


def test_the_sixth_waits_until_the_first_is_a_quarter_of_an_hour_old() -> None:
    throttle = after(0, 1, 2, 3, 4)

    assert judge_try(throttle, NOON + 5 * MINUTE) == Wait(NOON + 15 * MINUTE)
    assert judge_try(throttle, NOON + 15 * MINUTE - SECOND) == Wait(NOON + 15 * MINUTE)
    assert judge_try(throttle, NOON + 15 * MINUTE) == Allowed()


def test_after_the_wait_only_as_many_tries_are_allowed_as_have_grown_old() -> None:
    throttle = after(0, 1, 2, 3, 4, 15)

    assert judge_try(throttle, NOON + 15 * MINUTE) == Wait(NOON + 16 * MINUTE)


def test_tries_far_apart_never_wait() -> None:
    assert judge_try(after(0, 4, 8, 12, 16, 20), NOON + 24 * MINUTE) == Allowed()


def test_clock_set_back_does_not_prolong_a_throttle() -> None:
    throttle = after(0, 0, 0, 0, 0)

    assert judge_try(throttle, NOON - timedelta(days=365)) == Allowed()


def test_a_clock_set_back_a_little_does_not_forgive() -> None:
    throttle = after(0, 0, 0, 0, 0)

    assert judge_try(throttle, NOON - MINUTE) == Wait(NOON + 15 * MINUTE)


def test_a_try_taken_back_no_longer_counts() -> None:
    throttle = after(0, 1, 1, 2, 3)

    assert take_back_try(throttle, NOON + MINUTE) == after(0, 1, 2, 3)
    assert take_back_try(throttle, NOON + 9 * MINUTE) == throttle


def test_a_throttle_expires_when_its_last_try_no_longer_counts() -> None:
    assert after(0, 7).expires_at == NOON + 22 * MINUTE


def test_a_throttle_keeps_no_more_tries_than_it_needs() -> None:
    throttle = a_throttle()
    for number in range(100):
        throttle = count_try(throttle, NOON + number * 4 * MINUTE)

    assert len(throttle.tried_at) == 4


@given(st.lists(st.integers(min_value=0, max_value=1200), max_size=60))
def test_never_more_than_five_tries_are_allowed_in_any_quarter_of_an_hour(gaps: list[int]) -> None:
    throttle, now = a_throttle(), NOON
    allowed: list[datetime] = []
    for gap in gaps:
        now += gap * SECOND
        match judge_try(throttle, now):
            case Allowed():
                throttle = count_try(throttle, now)
                allowed.append(now)
            case Wait(until):
                assert now < until <= now + 15 * MINUTE

    for start in allowed:
        assert len([at for at in allowed if start <= at < start + 15 * MINUTE]) <= 5


def test_one_email_has_one_throttle_however_it_is_written() -> None:
    assert email_throttle(" Maria@Example.com ") == email_throttle("maria@example.com")
    assert email_throttle("maria@example.com") != email_throttle("mario@example.com")
    assert "maria" not in email_throttle("maria@example.com")


@pytest.mark.parametrize(
    "first, other, same",
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "testclient", False),
    ],
    ids=[
        "two IPv4 addresses",
        "IPv4 written as IPv6",
        "one IPv6 network",
        "two IPv6 networks",
        "zones of a link",
        "no addresses at all",
    ],
)
def test_each_address_range_has_one_throttle(first: str, other: str, same: bool) -> None:
    assert (address_throttle(first) == address_throttle(other)) is same
    assert address_throttle(first) == address_throttle(first)


def test_the_browser_in_which_a_password_is_set_stays_signed_in(rig: Rig) -> None:
    here = rig.let_in(rig.take_in("maria"))
    other_session = rig.let_in(here.user)

    rig.set_password(here.user.id, PASSWORD, by=here.user.subject, keep=here.session)

    assert rig.is_in(here.token)
    assert not rig.is_in(other_session.token)


def test_setting_a_password_keeps_a_session_that_was_just_seen(rig: Rig) -> None:
    here = rig.let_in(rig.take_in("maria"))
    rig.book.store.commit([Put(replace(here.session, seen_at=NOON + timedelta(minutes=1)))])

    rig.set_password(here.user.id, PASSWORD, by=here.user.subject, keep=here.session)

    assert rig.is_in(here.token)


def test_setting_a_password_ends_every_other_session(rig: Rig) -> None:
    maria, owner = rig.take_in("maria"), rig.take_in("owner")
    owners = rig.let_in(owner)

    rig.set_password(maria.id, PASSWORD, by=owner.subject, keep=owners.session)

    session, user = rig.sessions.find(owners.token)
    assert (session, user.id) == (owners.session, owner.id)


def test_setting_a_password_revives_no_session_that_had_ended(rig: Rig) -> None:
    here = rig.let_in(rig.take_in("maria"))
    rig.sessions.end(here.token)

    rig.set_password(here.user.id, PASSWORD, by=here.user.subject, keep=here.session)

    assert not rig.is_in(here.token)
