"""The endpoint for customers' replies accepts requests of the gateway only."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.contracts.shop_books import a_message
from tests.entrypoints.web.pages.apps import App, open_app
from tests.entrypoints.web.texting import (
    MAYA,
    PATH,
    TOKEN,
    hand_in,
    make_form,
    open_texting_app,
    sign,
)

from belfry.accounts.users import Role
from belfry.kernel.changes import Put
from belfry.kernel.errors import ConfigError
from belfry.messaging.contacts import Contact, Reply, contact_id
from belfry.messaging.messages import LOST, Message, State


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_texting_app(tmp_path) as app:
        yield app


def consent_of(app: App) -> str:
    contact = app.services.ports.store.find(Contact, contact_id(MAYA))
    return contact.consent if contact else ""


def dump(app: App) -> list[str]:
    database = sqlite3.connect(app.services.settings.folder / ".belfry" / "belfry.db")
    try:
        return list(database.iterdump())
    finally:
        database.close()


def test_signed_reply_is_taken_in_and_answered_with_silence(app: App) -> None:
    answer = hand_in(app.visitor(), make_form())

    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/xml; charset=utf-8")
    assert answer.text == '<?xml version="1.0" encoding="UTF-8"?><Response/>'
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"
    assert consent_of(app) == "no"


def test_reply_arrives_as_it_was_written(app: App) -> None:
    text = "Größe & co? 100% «да» \U0001f44d\n+1; a=b"
    assert hand_in(app.visitor(), make_form("SM7", text)).status_code == 200

    reply = app.services.ports.store.find(Reply, "SM7")
    assert reply is not None
    assert (reply.text, reply.sender, reply.channel) == (text, MAYA, "sms")


def test_reply_delivered_twice_is_answered_alike_and_changes_nothing(app: App) -> None:
    first = hand_in(app.visitor(), make_form())
    before = dump(app)

    second = hand_in(app.visitor(), make_form())

    assert (second.status_code, second.text) == (first.status_code, first.text)
    assert dump(app) == before


def test_gateway_that_has_answered_itself_is_understood(app: App) -> None:
    hand_in(app.visitor(), make_form("SM1", "ARRET", OptOutType="STOP"))

    assert consent_of(app) == "no"
    assert app.services.ports.messages.list_newest(limit=9) == []


def test_address_with_a_question_is_signed_whole(app: App) -> None:
    path = f"{PATH}?shop=1&from=%2B44"

    assert hand_in(app.visitor(), make_form(), path=path).status_code == 200


@pytest.mark.parametrize(
    "signature",
    [
        pytest.param("", id="none"),
        pytest.param("bm90aGluZw==", id="something else"),
        pytest.param("\u00e9".encode().decode("latin-1"), id="letters that no signature has"),
        pytest.param(sign(make_form(), token="another"), id="another token's"),
        pytest.param(sign(make_form(), token=""), id="no token's"),
        pytest.param(sign(make_form("SM2")), id="another reply's"),
        pytest.param(sign(make_form(body="START")), id="another text's"),
        pytest.param(sign(make_form(), url=f"http://testserver{PATH}"), id="another address's"),
        pytest.param(sign(make_form()).lower(), id="one in small letters"),
    ],
)
def test_reply_that_is_not_signed_by_the_gateway_leaves_no_trace(app: App, signature: str) -> None:
    before = dump(app)

    headers = {"X-Twilio-Signature": signature.encode("latin-1")} if signature else {}
    answer = app.visitor().client.post(PATH, data=make_form(), headers=headers)

    assert (answer.status_code, dump(app)) == (403, before)


def test_field_added_on_the_way_is_noticed(app: App) -> None:
    signature = sign(make_form())

    answer = hand_in(app.visitor(), make_form(OptOutType="START"), signature=signature)

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"public_url": None}, id="nobody knows its address"),
        pytest.param({"sms": {"provider": ""}}, id="no texts"),
        pytest.param(
            {"sms": {"provider": "gateway", "account": "AC1", "from": "BENCH"}}, id="a name"
        ),
        pytest.param(
            {"sms": {"provider": "sns", "region": "eu-west-2", "from": "BENCH"}}, id="another way"
        ),
    ],
)
def test_app_that_awaits_no_replies_has_no_such_door(
    tmp_path: Path, settings: dict[str, object]
) -> None:
    with open_texting_app(tmp_path, **settings) as app:
        assert hand_in(app.visitor(), make_form()).status_code == 404
        assert app.services.ports.customers.list_replies() == []


def test_app_without_a_token_does_not_open(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="token"), open_texting_app(tmp_path, sms_token=""):
        pass


def test_plain_app_has_no_such_door(tmp_path: Path) -> None:
    with open_app(tmp_path) as app:
        assert hand_in(app.visitor(), make_form()).status_code == 404


@pytest.mark.parametrize("role", [None, *Role])
def test_it_makes_no_difference_who_is_signed_in(app: App, role: Role | None) -> None:
    visitor = app.visitor(app.take_in("Olive", role) if role else None)

    assert hand_in(visitor, make_form(), signature="x").status_code == 403
    assert hand_in(visitor, make_form()).status_code == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE"])
def test_looking_at_the_door_does_nothing(app: App, method: str) -> None:
    before = dump(app)

    answer = app.visitor().client.request(method, PATH)

    assert (answer.status_code, dump(app)) == (405, before)


@pytest.mark.parametrize("missing", ["MessageSid", "From"])
def test_form_that_lacks_what_is_needed_is_refused_by_name(app: App, missing: str) -> None:
    form = {name: value for name, value in make_form().items() if name != missing}

    answer = hand_in(app.visitor(), form)

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == missing
    assert app.services.ports.customers.list_replies() == []


def test_picture_without_words_is_a_reply(app: App) -> None:
    form = {name: value for name, value in make_form("SM3").items() if name != "Body"}

    assert hand_in(app.visitor(), form).status_code == 200
    reply = app.services.ports.store.find(Reply, "SM3")
    assert reply is not None
    assert (reply.text, reply.meaning, reply.is_open) == ("", "other", True)


@pytest.mark.parametrize("size", [66_000, 300_000], ids=["more than a text", "more than anything"])
def test_too_much_is_not_taken(app: App, size: int) -> None:
    before = dump(app)

    answer = hand_in(app.visitor(), make_form(body="x" * size))

    assert (answer.status_code, dump(app)) == (413, before)


def test_longest_text_a_phone_can_send_is_taken(app: App) -> None:
    assert hand_in(app.visitor(), make_form(body="\U0001f44d" * 1600)).status_code == 200


def test_neither_text_nor_number_nor_token_is_logged(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        hand_in(app.visitor(), make_form(body="my door code is 4711"))
        hand_in(app.visitor(), make_form(body="my door code is 4711"), signature="x")
        hand_in(app.visitor(), make_form("", body="my door code is 4711"))

    logged = " ".join(str(vars(record)) for record in caplog.records)
    assert [vars(record)["path"] for record in caplog.records if record.message == "request"] == [
        PATH
    ] * 3
    assert [secret for secret in ("4711", MAYA, "7700900123", TOKEN) if secret in logged] == []


STATUS = "/sms/status?message=jobs%2FJ-1%2Fmove-2"


def keep_text(app: App, state: State = State.SENT) -> None:
    message = a_message("jobs/J-1/move-2", state=state, channel="sms", due_at=None)
    app.services.ports.store.commit([Put(message)])


def report(app: App, status: str, *, signature: str | None = None, **more: str) -> int:
    form = {"MessageSid": "SM1", "MessageStatus": status, **more}
    return hand_in(app.visitor(), form, path=STATUS, signature=signature).status_code


def find_text(app: App) -> Message:
    message = app.services.ports.store.find(Message, "jobs/J-1/move-2")
    assert message is not None
    return message


@pytest.mark.parametrize("state", [State.SENT, State.UNCERTAIN])
@pytest.mark.parametrize(
    "status, reached",
    [
        ("delivered", "delivered"),
        ("undelivered", "bounced"),
        ("failed", "bounced"),
        ("canceled", "bounced"),
    ],
)
def test_text_ends_as_the_gateway_reports(
    app: App, state: State, status: str, reached: str
) -> None:
    keep_text(app, state)
    assert report(app, "sent") == 204
    assert find_text(app).state is state
    assert report(app, status, ErrorCode="30003") == 204
    assert find_text(app).state == reached
    assert ("(30003)" in find_text(app).why) == (reached == "bounced")
    assert report(app, "delivered") == 204
    assert find_text(app).state == reached


def test_report_that_is_not_signed_changes_nothing(app: App) -> None:
    keep_text(app)
    assert report(app, "delivered", signature="forged") == 403
    assert find_text(app).state is State.SENT


def test_report_that_comes_while_the_text_is_being_sent_is_asked_for_again(app: App) -> None:
    keep_text(app, State.SENDING)
    assert report(app, "delivered") == 503
    assert find_text(app).state is State.SENDING


def test_report_of_a_bounced_text_is_announced(app: App) -> None:
    keep_text(app)
    report(app, "undelivered")
    later = app.clock.now() + timedelta(minutes=1)
    rows = app.services.ports.outbox.claim(now=later, limit=9, within=timedelta(minutes=1))
    assert [(row.aggregate_id, row.op) for row in rows][-1] == ("jobs/J-1/move-2", LOST)
