"""Messages by Slack's own client, to a Slack on this machine."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.adapters.web.local_servers import holding_closed_port
from tests.loops import for_each
from tests.services.slack_api import (
    ANA,
    GONE,
    REVOKED,
    TOKEN,
    Act,
    Answer,
    HangUp,
    LocalSlack,
    be_busy,
    refuse,
    serving_slack,
    stall,
)

from belfry.adapters.slack.channel import CUT, SlackBot, SlackChannel, render_blocks, render_mrkdwn
from belfry.bootstrap.slack import INTERACTIVITY_PATH
from belfry.kernel.errors import Permanent, PortError, Refused, Temporary, Unknown
from belfry.messaging.choices import Choice, Field, FieldKind, Form, Interaction, Option
from belfry.messaging.ports import Attachment, OutgoingMessage

MESSAGE = OutgoingMessage(
    id="rota/week/2026-11-16/ana",
    to=ANA,
    to_name="Ana",
    subject="Your shifts: 2 <b>",
    text="Hello Ana & all,\n\n- Mon <07:00>\n\nSee your week:\nhttps://cafe.example.com/a?x=1&y=2\n",
)
LONG_TEXT = "word & more " * 1000


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with serving_slack() as local:
        yield local


def channel_to(slack: LocalSlack, token: str = TOKEN) -> SlackChannel:
    return SlackChannel(token, url=slack.url)


def list_texts(message: OutgoingMessage) -> list[str]:
    return [block["text"]["text"] for block in render_blocks(message)]


def test_message_arrives_with_its_subject_as_a_header_and_its_links(slack: LocalSlack) -> None:
    receipt = channel_to(slack).send(MESSAGE)
    [posted] = slack.posted
    assert receipt == f"D{ANA}/1763475001.000100"
    assert posted["channel"] == ANA
    assert [block["type"] for block in posted["blocks"]] == ["header", "section"]
    header, section = (block["text"] for block in posted["blocks"])
    assert header == {"type": "plain_text", "text": MESSAGE.subject, "emoji": False}
    assert section["verbatim"] is True
    assert section["text"] == (
        "Hello Ana &amp; all,\n\n- Mon &lt;07:00&gt;\n\nSee your week:\n"
        "<https://cafe.example.com/a?x=1&amp;y=2>"
    )
    assert posted["text"].startswith("Your shifts: 2 &lt;b&gt;\nHello Ana &amp; all,")
    assert posted["unfurl_links"] is posted["unfurl_media"] is False
    assert posted["metadata"]["event_payload"] == {"id": MESSAGE.id}


@for_each(
    "text, rendered",
    [
        ("<!channel> <@U1> & co", "&lt;!channel&gt; &lt;@U1&gt; &amp; co"),
        ("(see https://x.example/a).", "(see <https://x.example/a>)."),
        ("https://x.example/a|b<c", "<https://x.example/a>|b&lt;c"),
        ("no link: http://", "no link: http://"),
    ],
)
def test_text_holds_no_command_to_slack(text: str, rendered: str) -> None:
    assert render_mrkdwn(text) == rendered


@for_each(
    "text",
    [
        LONG_TEXT,
        LONG_TEXT.replace(" ", ""),
        "&" * 10_000,
        "\N{BELL}" * 10_000,
        "a line\n" * 5000,
        f"{'a' * 2990} https://cafe.example.com/answer/{'t' * 43} and more",
    ],
)
def test_long_text_is_split_under_slacks_limits(text: str) -> None:
    with serving_slack() as slack:
        channel_to(slack).send(replace(MESSAGE, text=text))
    pieces = [block["text"]["text"] for block in slack.posted[0]["blocks"][1:]]
    assert len(pieces) > 1
    shown = "".join(pieces).replace("&amp;", "&").replace("<", "").replace(">", "")
    assert "".join(shown.split()) == "".join(text.split())


def test_text_of_more_than_fifty_blocks_says_that_it_was_cut(slack: LocalSlack) -> None:
    channel_to(slack).send(replace(MESSAGE, text="a line\n" * 30_000))
    blocks = slack.posted[0]["blocks"]
    assert len(blocks) == 50
    assert blocks[-1]["text"]["text"] == CUT


def test_message_without_subject_or_text_is_sent_without_that_block() -> None:
    assert list_texts(replace(MESSAGE, subject="")) == list_texts(MESSAGE)[1:]
    assert list_texts(replace(MESSAGE, text="\n\n")) == [MESSAGE.subject]
    assert list_texts(replace(MESSAGE, subject="s" * 400))[0] == "s" * 149 + "…"
    assert list_texts(replace(MESSAGE, subject="\N{BELL}" * 400))[0] == "\N{BELL}" * 74 + "…"


@for_each(
    "act, error, words",
    [
        (be_busy(), Temporary, "busy"),
        (refuse("service_unavailable"), Temporary, "busy"),
        (HangUp(), Unknown, "no answer"),
        (Answer(500, "broken"), Unknown, "broke down"),
        (refuse("internal_error"), Unknown, "broke down"),
        (Answer(200, "<html>a proxy's page"), Unknown, "not Slack's"),
        (Answer(404, "<html>not here"), Permanent, "404"),
        (refuse("channel_not_found"), Permanent, "knows nobody"),
        (refuse("user_not_found"), Permanent, "knows nobody"),
        (refuse("user_disabled"), Permanent, "deactivated"),
        (refuse("msg_too_long"), Permanent, "too long"),
        (refuse("something_new"), Permanent, "something_new"),
        (refuse("token_revoked"), Refused, "revoked.*BELFRY_SLACK_TOKEN"),
        (refuse("invalid_auth"), Refused, "not valid"),
        (refuse("account_inactive"), Refused, "removed"),
        (refuse("missing_scope", needed="chat:write"), Refused, "chat:write"),
    ],
)
def test_error_says_what_became_of_the_message(
    act: Act, error: type[PortError], words: str
) -> None:
    with serving_slack() as slack:
        slack.answer_with(act)
        with pytest.raises(error, match=words) as failure:
            channel_to(slack).send(MESSAGE)
        # A try of the client's own would be a second call.
        assert len(slack.calls) == 1
    assert type(failure.value) is error
    assert failure.value.__cause__ is failure.value.__context__ is None


def test_line_that_breaks_before_the_body_is_read_loses_nothing(slack: LocalSlack) -> None:
    slack.answer_with(HangUp(is_read=False))
    # Whether the body was handed over by then is the network's to know.
    with pytest.raises((Temporary, Unknown)) as failure:
        channel_to(slack).send(MESSAGE)
    assert not isinstance(failure.value, Refused)
    assert slack.calls == []


def test_busy_slack_says_when_to_try_again(slack: LocalSlack) -> None:
    slack.answer_with(be_busy(90))
    with pytest.raises(Temporary) as failure:
        channel_to(slack).send(MESSAGE)
    assert failure.value.retry_after == timedelta(seconds=90)


def test_slow_slack_may_have_the_message(slack: LocalSlack) -> None:
    slack.answer_with(stall)
    with pytest.raises(Unknown, match="TimeoutError"):
        SlackChannel(TOKEN, url=slack.url, within=timedelta(seconds=1)).send(MESSAGE)


def test_slack_that_cannot_be_reached_has_nothing() -> None:
    with holding_closed_port() as port, pytest.raises(Temporary, match="cannot be reached"):
        SlackChannel(TOKEN, url=f"http://127.0.0.1:{port}/api/").send(MESSAGE)


@for_each("to", ["C012AB3CD", "#general", "@ana", "Ana Diaz", "ana@example.com", "U1", "u0000ana"])
def test_message_goes_to_no_address_but_a_members_id(to: str) -> None:
    with serving_slack() as slack:
        with pytest.raises(Permanent, match="U012AB3CD"):
            channel_to(slack).send(replace(MESSAGE, to=to))
        assert not slack.calls


def test_files_stay_behind(slack: LocalSlack) -> None:
    files = (Attachment("monday.ics", "text/calendar", b"BEGIN:VCALENDAR"),)
    channel_to(slack).send(replace(MESSAGE, attachments=files))
    assert "VCALENDAR" not in str(slack.posted)


def test_check_names_workspace_and_bot_and_refuses_a_revoked_token(slack: LocalSlack) -> None:
    assert channel_to(slack).check() == SlackBot("Corner Café", "belfry")
    with pytest.raises(Refused, match="token_revoked"):
        channel_to(slack, REVOKED).check()


def test_members_are_found_by_id(slack: LocalSlack) -> None:
    channel = channel_to(slack)
    assert channel.find_member(ANA) == "Ana Diaz"
    for slack_id, words in ((GONE, "deactivated"), ("U0NOBODY", "knows nobody"), ("@a", "U012")):
        with pytest.raises(Permanent, match=words):
            channel.find_member(slack_id)


def test_neither_texts_nor_token_are_logged(
    slack: LocalSlack, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        slack.answer_with(Answer(200, "Hello Ana"))
        with pytest.raises(Unknown):
            channel_to(slack).send(MESSAGE)
        channel_to(slack).send(MESSAGE)
    assert "Hello" not in caplog.text
    assert TOKEN not in caplog.text
    assert TOKEN not in repr(channel_to(slack))


def test_manifest_asks_for_what_the_docs_say_and_nothing_more() -> None:
    root = Path(__file__).parents[3]
    manifest = json.loads((root / "infra/slack/manifest.json").read_text())
    scopes = manifest["oauth_config"]["scopes"]
    assert scopes == {"bot": ["chat:write", "users:read"]}
    address = manifest["settings"]["interactivity"]["request_url"]
    assert address.endswith(f".example.com{INTERACTIVITY_PATH}")
    page = (root / "docs/slack.md").read_text()
    assert address in page
    assert all(f"`{scope}`" in page for scope in scopes["bot"])


CHOICES = tuple(
    Choice(action, action.title(), f"control-{number}", group=f"Check {number}")
    for number in range(40)
    for action in ("done", "attach")
)


def test_message_with_very_many_choices_fits_and_offers_the_first_of_them(
    slack: LocalSlack,
) -> None:
    channel_to(slack).send(replace(MESSAGE, text="word & more " * 50_000, choices=CHOICES))
    [posted] = slack.posted
    assert len(posted["blocks"]) == 50
    rows = [block for block in posted["blocks"] if block["type"] == "actions"]
    assert len(rows) == 15
    assert [button["action_id"] for button in rows[0]["elements"]] == ["done", "attach"]


def test_message_is_changed_by_its_receipt_whenever_it_is_tried(slack: LocalSlack) -> None:
    channel = channel_to(slack)
    receipt = channel.send(replace(MESSAGE, choices=CHOICES[:2]))
    for _ in range(2):
        channel.update(receipt, replace(MESSAGE, text="Done."))
    assert [block["type"] for block in slack.posted[0]["blocks"]] == ["header", "section"]

    slack.answer_with(HangUp(), be_busy(40), refuse("token_revoked"), refuse("message_not_found"))
    with pytest.raises(Temporary):
        channel.update(receipt, MESSAGE)
    with pytest.raises(Temporary) as busy:
        channel.update(receipt, MESSAGE)
    assert busy.value.retry_after == timedelta(seconds=40)
    with pytest.raises(Refused):
        channel.update(receipt, MESSAGE)
    with pytest.raises(Permanent, match="deleted"):
        channel.update(receipt, MESSAGE)
    with pytest.raises(Permanent, match="no number"):
        channel.update("taken, and given no number", MESSAGE)


CHOSEN = Interaction(
    id="1",
    channel="slack",
    member=ANA,
    message_id=MESSAGE.id,
    action="edit",
    trigger="1.98315.abc",
    reply_to={"channel": f"D{ANA}", "user": ANA, "response_url": "https://evil.example/actions"},
)
PEOPLE = tuple(Option(f"person-{number}", f"Person {number}") for number in range(250))


def test_form_with_hundreds_of_options_opens_once(slack: LocalSlack) -> None:
    who = Field(name="who", label="Who", kind=FieldKind.SOME_OF, options=PEOPLE)
    form = Form(title="A title that is much too long for Slack", submit="Save", fields=(who,))
    slack.triggers[CHOSEN.trigger] = ANA
    channel_to(slack).open_form(form, CHOSEN)
    [(member, view)] = slack.views
    assert member == ANA
    [block] = view["blocks"]
    groups = block["element"]["option_groups"]
    assert [len(group["options"]) for group in groups] == [100, 100, 50]
    with pytest.raises(Permanent, match="exchanged_trigger_id"):
        channel_to(slack).open_form(form, CHOSEN)


def test_reply_goes_to_slack_alone_and_finds_another_way_when_its_address_is_used_up(
    slack: LocalSlack,
) -> None:
    channel = channel_to(slack)
    channel.tell(CHOSEN.reply_to, "to another address")
    url = f"{slack.url.removesuffix('api/')}actions/{ANA}/1"
    for number in range(6):
        channel.tell({**CHOSEN.reply_to, "response_url": url}, f"{number} & more")
    assert [text for _, text in slack.whispers] == [
        "to another address",
        *(f"{number} &amp; more" for number in range(6)),
    ]
    assert [call.path for call in slack.calls if "api" in call.path] == [
        "/api/chat.postEphemeral",
        "/api/chat.postEphemeral",
    ]
    with pytest.raises(Permanent, match="user_not_in_channel"):
        channel.tell({"channel": "D1", "user": ANA}, "elsewhere")
