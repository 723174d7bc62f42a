"""Setting a password: who is signed out by it, and who may stay."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.desk.desks import Desk
from tests.desk.samples import PASSWORD
from tests.samples import NOON

from belfry.kernel.changes import Put


def test_the_browser_in_which_a_password_is_set_stays_signed_in(desk: Desk) -> None:
    here = desk.let_in(desk.take_in("maria"))
    there = desk.let_in(here.user)

    desk.set_password(here.user.id, PASSWORD, by=here.user.subject, keep=here.session)

    assert desk.is_in(here.token)
    assert not desk.is_in(there.token)


def test_setting_a_password_keeps_a_session_that_was_just_seen(desk: Desk) -> None:
    here = desk.let_in(desk.take_in("maria"))
    desk.book.store.commit([Put(replace(here.session, seen_at=NOON + timedelta(minutes=1)))])

    desk.set_password(here.user.id, PASSWORD, by=here.user.subject, keep=here.session)

    assert desk.is_in(here.token)


def test_setting_a_password_keeps_nobody_elses_session(desk: Desk) -> None:
    maria, owner = desk.take_in("maria"), desk.take_in("owner")
    owners = desk.let_in(owner)

    desk.set_password(maria.id, PASSWORD, by=owner.subject, keep=owners.session)

    session, user = desk.find_session(owners.token)
    assert (session, user.id) == (owners.session, owner.id)


def test_setting_a_password_revives_no_session_that_had_ended(desk: Desk) -> None:
    here = desk.let_in(desk.take_in("maria"))
    desk.end_session(here.token)

    desk.set_password(here.user.id, PASSWORD, by=here.user.subject, keep=here.session)

    assert not desk.is_in(here.token)
