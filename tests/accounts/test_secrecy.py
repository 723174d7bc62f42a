"""No stored or logged text holds a secret, and the audit log names no person."""

from __future__ import annotations

from typing import Any

from tests.accounts.rig import BY, Rig
from tests.accounts.samples import PASSWORD
from tests.fakes.store import MemoryStore

from belfry.accounts.keys import Service
from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import Role
from belfry.kernel.records import write_plainly


def everything_done(rig: Rig) -> list[str]:
    """A whole life at the desk; the secrets that were handed out on the way."""
    user = rig.users.add(name="Maria", email="maria@example.com", role=Role.OWNER, by=BY)
    link = rig.make_sign_in_link(user.id, Purpose.INVITATION, by=BY)
    first = rig.open_sign_in_link(link.token)
    rig.set_password(user.id, PASSWORD, by=user.subject, keep=first.session)
    second = rig.try_password("maria")
    key = rig.keys.create(service=Service.API, name="Till", team_id=1, by=user.subject)
    owner = rig.invite_owner(email="maria@example.com")
    rig.users.edit(user.id, name="Marie", email="marie@example.com", by=BY)
    rig.sessions.end(second.token)
    rig.keys.revoke(key.key.id, by=BY)
    return [link.token, first.token, second.token, key.text, owner.token, PASSWORD]


def test_no_secret_is_stored(rig: Rig) -> None:
    handed_out = everything_done(rig)

    assert isinstance(rig.book.store, MemoryStore)
    tables: dict[type[Any], dict[str, Any]] = rig.book.store.tables
    stored = [str(write_plainly(row)) for table in tables.values() for row in table.values()]
    assert len(stored) == 8
    for secret in handed_out:
        assert not [text for text in stored if secret in text]


def test_audit_log_names_no_secret_and_no_person(rig: Rig) -> None:
    handed_out = everything_done(rig)

    entries = [str(entry) for entry in rig.book.audit_log.list_latest(limit=100)]
    assert len(entries) == 10
    for secret in [*handed_out, "Maria", "Marie", "maria@", "marie@", "$"]:
        assert not [text for text in entries if secret in text]
