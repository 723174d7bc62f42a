"""Whether `belfry messages` and `belfry upcoming` show what is said, and act only when told to."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO, TextIOWrapper
from zoneinfo import ZoneInfo

import pytest
from tests.entrypoints.cli.shops import TUESDAY, Shop, tell_maya
from tests.entrypoints.cli.terminal import Terminal
from tests.messaging.returned_mail import OURS, write_bounce

from belfry.bootstrap import Services, system_clock
from belfry.messaging.bounces import render_message_id

MOVE = "jobs/J-2042/move-2"


def hold_maya(shop: Shop) -> None:
    """Maya's message waits for the shop's yes."""
    shop.add_setting("Ask me first: yes")
    tell_maya(shop)


def list_ids(belfry: Terminal, *flags: str) -> list[str]:
    return [message["id"] for message in belfry("messages", *flags, "--json").json["messages"]]


def test_new_team_has_no_messages(belfry: Terminal) -> None:
    assert belfry("messages").out == "No messages yet.\n"
    assert belfry("messages", "--held").out == "No such messages.\n"


def test_list_tells_that_nothing_leaves_without_a_mail_server(belfry: Terminal, shop: Shop) -> None:
    tell_maya(shop)
    answer = belfry("messages")
    assert f" {MOVE} " in answer.out
    assert answer.out.endswith("No mail server is set: e-mails stay here, in the postbox.\n")


def test_mail_that_came_back_marks_its_message(
    belfry: Terminal, shop: Shop, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write('[mail]\nfrom = "bench@shop.example"\n')
    tell_maya(shop)
    mail = belfry.folder / "returned.eml"
    message_id = render_message_id(MOVE, "bench@shop.example")
    mail.write_bytes(write_bounce(action="delayed").replace(OURS.encode(), message_id.encode()))
    assert belfry("messages", "take-bounce", mail).out.endswith("delayed; nothing was changed.\n")
    mail.write_bytes(write_bounce().replace(OURS.encode(), message_id.encode()))
    assert belfry("messages", "take-bounce", mail, "--json").json == {
        "message": MOVE,
        "state": "bounced",
        "permanent": True,
        "reason": "550 5.1.1 <ann@example.com>: no such user",
        "changed": True,
    }
    (wrong,) = services.messaging.list_undecided(limit=9).wrong
    assert wrong.id == MOVE, "it is shown on Today"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(mail.read_bytes())))
    assert "bounced already" in belfry("messages", "take-bounce", "-").out


@pytest.mark.parametrize(
    ("content", "code", "problem"),
    [
        pytest.param(write_bounce(), 1, "It returns no message of this team", id="a stranger's"),
        pytest.param(b"Hello", 2, "expected a delivery status notification", id="no bounce"),
    ],
)
def test_mail_that_returns_nothing_of_ours_changes_nothing(
    belfry: Terminal, shop: Shop, content: bytes, code: int, problem: str
) -> None:
    tell_maya(shop)
    mail = belfry.folder / "returned.eml"
    mail.write_bytes(content)
    answer = belfry("messages", "take-bounce", mail)
    assert (answer.code, problem in answer.out + answer.err) == (code, True)
    assert [message["state"] for message in belfry("messages", "--json").json["messages"]] == [
        "sent"
    ]


def test_message_is_listed_with_all_that_is_known(belfry: Terminal, shop: Shop) -> None:
    tell_maya(shop)
    (message,) = belfry("messages", "--json").json["messages"]
    assert message["sent_at"].startswith("2026-11-17T10:")
    assert "in progress" in message.pop("text")
    for name in ("made_at", "sent_at", "subject", "receipt"):
        assert message.pop(name)
    assert message["facts"].pop("eta_by").startswith("2026-11-")
    assert message == {
        "id": MOVE,
        "room": "jobs",
        "kind": "moved",
        "about": "jobs/J-2042",
        "person": "customer",
        "audience": "customer",
        "state": "sent",
        "why": None,
        "due_at": None,
        "attempt": 1,
        "channel": "email",
        "to": "maya@example.com",
        "approved_by": None,
        "facts": {"job": "J-2042", "move": 2, "stage": "in progress", "from": "diagnosing"},
    }


@pytest.mark.parametrize(
    "flags, expected",
    [
        ((), [MOVE]),
        (("--held",), [MOVE]),
        (("--waiting",), [MOVE]),
        (("--failed",), []),
        (("--uncertain",), []),
        (("--failed", "--held"), [MOVE]),
    ],
    ids=lambda flags: " ".join(flags) or "nothing",
)
def test_flags_choose_among_messages(
    belfry: Terminal, shop: Shop, flags: tuple[str, ...], expected: list[str]
) -> None:
    hold_maya(shop)
    assert list_ids(belfry, *flags) == expected


def test_waiting_message_is_shown_as_it_would_leave(belfry: Terminal, shop: Shop) -> None:
    hold_maya(shop)
    shown = belfry("messages", "show", MOVE, "--json").json
    assert (shown["state"], shown["due_at"], shown["to"]) == ("held", None, "maya@example.com")
    assert "Work on your phone screen" in shown["text"]
    assert [entry["action"] for entry in shown["history"]] == ["queued", "held"]
    text = belfry("messages", "show", MOVE).out
    assert text.startswith(f"{MOVE}: held (waiting for approval)\nLeaves once it is")
    assert "to: maya@example.com, by email\nsubject: " in text
    assert "made of: job J-2042, move 2, stage in progress, from diagnosing, eta_by " in text


def test_message_that_left_is_shown_as_it_left(belfry: Terminal, shop: Shop) -> None:
    tell_maya(shop)
    shop.put("ready")
    text = belfry("messages", "show", MOVE).out
    assert text.startswith(f"{MOVE}: sent\n\nto: maya@example.com, by email\n")
    assert "  | Work on your phone screen is now in progress." in text
    assert "taken: kept in the postbox; nobody outside was sent anything\n" in text


def test_approved_message_goes_in_the_words_given(belfry: Terminal, shop: Shop) -> None:
    hold_maya(shop)
    agreed = belfry("messages", "approve", MOVE, "--words", "Maya, we have begun.", "--json").json
    assert (agreed["state"], agreed["approved_by"]) == ("queued", "terminal")
    assert belfry("messages", "show", MOVE, "--json").json["text"] == "Maya, we have begun."
    assert belfry("messages", "approve", MOVE).code == 1


def set_quiet_hours(shop: Shop, hours: str) -> None:
    text = (shop.folder / "jobs" / "settings.txt").read_text()
    assert "Quiet hours: 8pm to 9am" in text
    shop.write_settings(text.replace("Quiet hours: 8pm to 9am", f"Quiet hours: {hours}"))


def test_approved_message_leaves_at_once_outside_quiet_hours(belfry: Terminal, shop: Shop) -> None:
    hold_maya(shop)
    set_quiet_hours(shop, "none")
    assert belfry("messages", "approve", MOVE).out == f"{MOVE} leaves within a minute.\n"


def test_approved_message_says_when_quiet_hours_end(belfry: Terminal, shop: Shop) -> None:
    hold_maya(shop)
    now = system_clock().now().astimezone(ZoneInfo("Europe/London"))
    until = now + timedelta(hours=3)
    set_quiet_hours(shop, f"{now - timedelta(hours=3):%H:%M} to {until:%H:%M}")
    text = belfry("messages", "approve", MOVE).out
    assert text.startswith(f"{MOVE} leaves at {until:%a %Y-%m-%d %H:%M}:00")
    assert text.endswith(": quiet hours.\n")


def test_declined_message_never_goes(belfry: Terminal, shop: Shop) -> None:
    hold_maya(shop)
    assert belfry("messages", "decline", MOVE).out == f"{MOVE} will not be sent.\n"
    shop.live(TUESDAY + timedelta(hours=1), minutes=5)
    messages = belfry("messages", "--json").json["messages"]
    assert [message["state"] for message in messages if message["room"] == "jobs"] == ["dropped"]
    assert belfry("messages", "decline", MOVE).code == 1


def test_resent_message_is_a_new_one(belfry: Terminal, shop: Shop) -> None:
    tell_maya(shop)
    assert belfry("messages", "resend", MOVE, "--json").json["id"] == f"{MOVE}/resend-1"
    assert sorted(list_ids(belfry)) == [MOVE, f"{MOVE}/resend-1"]
    assert list_ids(belfry, "--waiting") == [f"{MOVE}/resend-1"]


@pytest.mark.parametrize("command", ["show", "resend", "approve", "decline"])
def test_unknown_message_is_one_clear_line(belfry: Terminal, command: str) -> None:
    answer = belfry("messages", command, "jobs/J-1/move-9")
    assert (answer.code, answer.out) == (2, "")
    assert "'jobs/J-1/move-9'" in answer.err


def test_team_may_be_named_between_the_words(
    belfry: Terminal, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_maya(shop)
    monkeypatch.delenv("BELFRY_TEAM")
    shown = belfry("messages", "--team", belfry.folder, "show", MOVE, "--json").json
    assert shown["id"] == MOVE


@pytest.mark.parametrize("flag", ["--held", "--json"])
def test_flag_of_the_list_is_not_lost_before_another_word(belfry: Terminal, flag: str) -> None:
    answer = belfry("messages", flag, "show", MOVE)
    assert (answer.code, answer.out) == (2, "")
    assert f"{flag}: does not go before show" in answer.err


def test_held_message_waits_for_its_yes_though_none_is_asked_for_any_more(
    belfry: Terminal, shop: Shop
) -> None:
    hold_maya(shop)
    text = (shop.folder / "jobs" / "settings.txt").read_text()
    shop.write_settings(text.replace("Ask me first: yes", "Ask me first: no"))
    (message,) = belfry("upcoming", "--json").json["messages"]
    assert (message["due_at"], message["why"]) == (None, "waiting for approval")
    assert "Work on your phone screen" in message["text"]


def test_nothing_to_come_is_said(belfry: Terminal) -> None:
    assert belfry("upcoming", "--days", "2").out == "No messages are due in the next 2 days.\n"


def test_upcoming_shows_messages_and_holding_notes(belfry: Terminal, shop: Shop) -> None:
    hold_maya(shop)
    answer = belfry("upcoming", "--days", "365", "--json").json
    (message,) = answer["messages"]
    assert (message["id"], message["due_at"]) == (MOVE, None)
    assert "Work on your phone screen" in message["text"]
    assert answer["chases"] == [
        {
            "job": "J-2042",
            "customer": "Maya Lind",
            "channel": "email",
            "stage": "in progress",
            "after": "2026-11-20T10:05:00+00:00",
        }
    ]
    text = belfry("upcoming", "--days", "365").out
    assert text.startswith(f"{MOVE}: Leaves once it is approved. (waiting for approval")
    assert "J-2042 (in progress): Maya Lind gets a holding note at the first sweep after" in text


def test_upcoming_message_in_the_night_leaves_in_the_morning(belfry: Terminal, shop: Shop) -> None:
    """The night that is to come, because quiet hours are counted from now."""
    now = system_clock().now()
    shop.write_settings(_make_quiet(shop))
    tell_maya(shop, now - timedelta(minutes=16))
    (message,) = belfry("upcoming", "--json").json["messages"]
    assert (message["state"], message["why"]) == ("held", "quiet hours")
    assert now.isoformat() < message["due_at"] <= (now + timedelta(days=1)).isoformat()


def test_upcoming_changes_nothing(belfry: Terminal, shop: Shop, services: Services) -> None:
    hold_maya(shop)
    before = services.ports.audit_log.list_latest(limit=1000)
    belfry("upcoming")
    assert services.ports.audit_log.list_latest(limit=1000) == before
    assert list_ids(belfry, "--held") == [MOVE]


def _make_quiet(shop: Shop) -> str:
    text = (shop.folder / "jobs" / "settings.txt").read_text()
    now = system_clock().now()
    # Quiet all around the clock but for one minute half a day from now, in London.
    gap = now + timedelta(hours=12)
    quiet = f"{gap:%I:%M%p} to {gap - timedelta(minutes=1):%I:%M%p}".lower()
    return text.replace("Quiet hours: 8pm to 9am", f"Quiet hours: {quiet}")


def test_redrive_is_for_teams_on_aws(belfry: Terminal) -> None:
    answer = belfry("messages", "redrive")
    assert (answer.code, answer.err) == (
        2,
        "belfry: home: this team has no queue: its home is not aws\n",
    )
