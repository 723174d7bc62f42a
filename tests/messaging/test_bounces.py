"""What a mail that came back says, and that no mail can do harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.messaging.returned_mail import HEADERS, OURS, RETURNED, write_bounce

from belfry.kernel.errors import InputError
from belfry.messaging.bounces import MOST_BYTES, MOST_PARTS, parse_bounce


@pytest.mark.parametrize("returned", [RETURNED, HEADERS], ids=["the whole mail", "its headers"])
def test_bounce_names_the_mail_that_it_returns(returned: str) -> None:
    bounce = parse_bounce(write_bounce(returned=returned))
    assert bounce.message_ids == (OURS,)
    assert bounce.is_permanent
    assert bounce.reason == "550 5.1.1 <ann@example.com>: no such user"


def test_bounce_that_returns_nothing_is_known_by_what_it_answers() -> None:
    bounce = parse_bounce(write_bounce(returned="", header=f"In-Reply-To: {OURS}\n"))
    assert bounce.message_ids == (OURS,)


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "Expanded"])
def test_mail_that_is_not_given_up_is_not_lost(action: str) -> None:
    assert not parse_bounce(write_bounce(action=action, status="4.4.1")).is_permanent


def test_mail_that_was_tried_for_too_long_is_lost() -> None:
    """A server that gives up says so, whatever the status of its last try."""
    bounce = parse_bounce(write_bounce(action="Failed", status="4.4.7", reason="delivery expired"))
    assert bounce.is_permanent
    assert bounce.reason == "4.4.7 delivery expired"


def test_reason_is_one_short_line() -> None:
    bounce = parse_bounce(write_bounce(reason="550 no\x07\x00\n\t" + "very " * 100))
    assert "\n" not in bounce.reason
    assert "\x00" not in bounce.reason
    assert len(bounce.reason) <= 200


NO_BOUNCES = {
    "nothing": b"",
    "an answer": b"From: ann@example.com\nSubject: Re: lamp\n\nThank you!\n",
    "a report without a recipient": write_bounce()
    .replace(b"Final-Recipient", b"X")
    .replace(b"Action", b"Y"),
    "a mail of other bytes": bytes(range(256)) * 40,
}


@pytest.mark.parametrize("name", list(NO_BOUNCES))
def test_other_mail_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="expected a delivery status notification"):
        parse_bounce(NO_BOUNCES[name])


def nest(depth: int) -> bytes:
    head = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (level, level)
        for level in range(depth)
    )
    return head + b"Content-Type: text/plain\n\nHello\n"


HOSTILE = {
    "very many parts": (
        b"Content-Type: multipart/report; boundary=b\n\n" + b"--b\n\n" * 10_000,
        "parts",
    ),
    "parts in parts": (nest(10_000), "parts"),
    "mails in mails": (b"Content-Type: message/rfc822\n\n" * 10_000, "parts"),
    "a huge mail": (write_bounce() + b"x" * MOST_BYTES, "MB"),
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_hostile_mail_is_refused(name: str) -> None:
    content, problem = HOSTILE[name]
    with pytest.raises(InputError, match=f"a bounce has at most .* {problem}"):
        parse_bounce(content)


def test_deepest_mail_that_is_read_does_no_harm() -> None:
    with pytest.raises(InputError, match="delivery status"):
        parse_bounce(nest(MOST_PARTS - 1))


PIECES = st.sampled_from(
    [
        b"--b\n",
        b"--b--\n",
        b"\n",
        b"\r\n",
        b"Content-Type: message/delivery-status\n",
        b"Content-Type: message/rfc822\n",
        b"Content-Type: text/rfc822-headers\n",
        b'Content-Type: multipart/report; boundary="b"\n',
        b"Action: failed\n",
        b"Status: 5.1.1\n",
        b"Message-ID: <a@b>\n",
        b"Message-ID: =?x-no?q?=ff?=\n",
        b"Content-Transfer-Encoding: base64\n",
        b"\xff\xfe: \x80\n",
        b"Diagnostic-Code:\n",
        b"Content-Type: message/delivery-status; charset=\xe9\n",
    ]
)


@given(st.lists(PIECES | st.binary(max_size=12), max_size=40).map(b"".join))
def test_no_mail_raises_anything_else(content: bytes) -> None:
    try:
        bounce = parse_bounce(content)
    except InputError:
        return
    assert isinstance(bounce.reason, str)
