"""API keys: made, shown once, known again, revoked."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.accounts.meddling import CountingStore
from tests.accounts.rig import BY, Rig
from tests.samples import NOON

from belfry.accounts.keys import ApiKey, Service
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.texts import digest_of


def test_a_new_key_is_kept_by_its_digest_alone(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.API, name=" Till  2 ", team_id=3, by=BY)

    assert new_key.key == ApiKey(
        id=1,
        team_id=3,
        service=Service.API,
        name="Till 2",
        digest=digest_of(new_key.text),
        hint=new_key.text[:11] + "…",
        created_at=NOON,
        created_by=BY,
        revision=1,
        audit_seq=1,
        audit_hash=new_key.key.audit_hash,
    )
    assert rig.book.store.find(ApiKey, digest_of(new_key.text)) == new_key.key


@pytest.mark.parametrize(
    "service, prefix", [(Service.API, "bf_api_"), (Service.SCHEDULER, "bf_scheduler_")]
)
def test_a_key_says_what_it_is_and_holds_32_bytes(rig: Rig, service: Service, prefix: str) -> None:
    new_key = rig.keys.create(service=service, name="Key", team_id=1, by=BY)

    assert new_key.text.startswith(prefix)
    assert len(new_key.text.removeprefix(prefix)) == 43
    assert new_key.key.hint == new_key.text[: len(prefix) + 4] + "…"


def test_only_a_scheduler_key_may_be_for_all_teams(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.SCHEDULER, name="Runner", team_id=None, by=BY)
    assert new_key.key.team_id is None

    with pytest.raises(InputError) as refusal:
        rig.keys.create(service=Service.API, name="Key", team_id=None, by=BY)
    assert refusal.value.field == "team_id"


@pytest.mark.parametrize("name", ["", "x" * 101], ids=["no name", "too long a name"])
def test_a_key_needs_a_name_that_can_be_read(rig: Rig, name: str) -> None:
    with pytest.raises(InputError):
        rig.keys.create(service=Service.API, name=name, team_id=1, by=BY)

    assert rig.book.keys.list(team_id=None) == []


def test_a_good_key_is_known(rig: Rig) -> None:
    rig.keys.create(service=Service.API, name="Other", team_id=1, by=BY)
    new_key = rig.keys.create(service=Service.API, name="Mine", team_id=2, by=BY)

    assert rig.keys.authenticate(new_key.text) == new_key.key


def test_a_key_is_known_by_a_single_look(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.API, name="Key", team_id=1, by=BY)
    store = CountingStore(rig.book.store)

    replace(rig.keys, store=store).authenticate(new_key.text)

    assert store.finds == 1


@pytest.mark.parametrize(
    "text",
    ["", "secret", "api_x", "x" * 43, "bf_api_" + "x" * 94],
    ids=["nothing", "a word", "half a prefix", "no prefix", "far too long"],
)
def test_text_that_can_be_no_key_is_not_even_looked_up(rig: Rig, text: str) -> None:
    store = CountingStore(rig.book.store)

    with pytest.raises(NotAllowed):
        replace(rig.keys, store=store).authenticate(text)

    assert store.finds == 0


def test_whatever_is_wrong_with_a_key_the_answer_is_the_same(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.API, name="Key", team_id=1, by=BY)
    revoked = rig.keys.create(service=Service.API, name="Old", team_id=1, by=BY)
    rig.keys.revoke(revoked.key.id, by=BY)

    wrong = [
        "",
        "bf_api_",
        new_key.text[:-1],
        new_key.text + " ",
        new_key.text.upper(),
        new_key.text.replace("bf_api_", "bf_scheduler_"),
        new_key.key.digest,
        f"bf_api_{new_key.key.digest}",
        "bf_api_" + "x" * 1_000_000,
        "bf_api_\ud800",
        revoked.text,
    ]
    answers = set()
    for text in wrong:
        with pytest.raises(NotAllowed) as refusal:
            rig.keys.authenticate(text)
        answers.add((type(refusal.value), str(refusal.value)))

    assert answers == {(NotAllowed, "this API key is not good")}


def test_revoking_keeps_the_key_with_its_end(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.API, name="Key", team_id=1, by=BY)
    rig.clock.advance(timedelta(hours=1))

    revoked = rig.keys.revoke(new_key.key.id, by="user/3")

    assert revoked.revoked_at == NOON + timedelta(hours=1)
    assert rig.book.keys.find(new_key.key.id) == revoked
    assert rig.book.keys.list(team_id=1) == []


def test_revoking_twice_changes_nothing_more(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.API, name="Key", team_id=1, by=BY)
    revoked = rig.keys.revoke(new_key.key.id, by="user/3")
    rig.clock.advance(timedelta(hours=1))

    assert rig.keys.revoke(new_key.key.id, by="user/4") == revoked
    assert rig.actions_on("key/1") == ["created", "revoked"]


def test_revoking_an_unknown_key_says_so(rig: Rig) -> None:
    with pytest.raises(NotFound, match="no key 7"):
        rig.keys.revoke(7, by=BY)


def test_audit_log_names_who_created_and_revoked_a_key(rig: Rig) -> None:
    new_key = rig.keys.create(service=Service.API, name="Till", team_id=3, by="user/2")
    rig.keys.revoke(new_key.key.id, by="terminal")

    created, revoked = rig.audit_log_of("key/1")

    assert (created.by, created.at, created.after) == (
        "user/2",
        NOON,
        {"service": "api", "scope": "edit", "team_id": 3, "name": "Till", "hint": new_key.key.hint},
    )
    assert (revoked.action, revoked.by) == ("revoked", "terminal")
