"""Only addresses that mail can be sent to are accepted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.adapters.mailboxes import parse_mailbox
from belfry.kernel.errors import InputError


@pytest.mark.parametrize(
    "text, mailbox",
    [
        ("maria@home.example", "maria@home.example"),
        ("  maria@home.example ", "maria@home.example"),
        ("Maria.Lopez+bike@Home.EXAMPLE", "Maria.Lopez+bike@home.example"),
        ("o'brien@localhost", "o'brien@localhost"),
        ("maria@bäckerei.example", "maria@xn--bckerei-5wa.example"),
        ("maria@xn--bckerei-5wa.example", "maria@xn--bckerei-5wa.example"),
        ("maria@例え。テスト", "maria@xn--r8jz45g.xn--zckzah"),
    ],
)
def test_address_is_written_in_ascii(text: str, mailbox: str) -> None:
    assert parse_mailbox(text) == mailbox


@for_each(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("maria", id="no machine"),
        pytest.param("maria@", id="an empty machine"),
        pytest.param("@home.example", id="no name"),
        pytest.param("a@b@home.example", id="two machines"),
        pytest.param("ma ria@home.example", id="a space"),
        pytest.param("maria@home.example\n", id="a line break at the end"),
        pytest.param("maria\r\nBcc: all@home.example", id="a header"),
        pytest.param("maria@home.example>\r\nDATA", id="a command"),
        pytest.param("<maria@home.example>", id="brackets"),
        pytest.param("Maria <maria@home.example>", id="a name and an address"),
        pytest.param("maria@home.example,tom@home.example", id="two addresses"),
        pytest.param('"maria lopez"@home.example', id="quotes"),
        pytest.param("maria..lopez@home.example", id="two dots"),
        pytest.param(".maria@home.example", id="a dot in front"),
        pytest.param("maria@home..example", id="an empty part"),
        pytest.param("maria@-home.example", id="a hyphen in front"),
        pytest.param("maria@[127.0.0.1]", id="an address in numbers"),
        pytest.param("maría@home.example", id="an accent before the @"),
        pytest.param("maria@\ud800.example", id="half a letter"),
        pytest.param("maria@home\u2028.example", id="a foreign line break"),
        pytest.param("m" * 65 + "@home.example", id="too long a name"),
        pytest.param("m@" + ".".join(["h" * 60] * 5), id="too long an address"),
        pytest.param("m@" + "h" * 64 + ".example", id="too long a part"),
        pytest.param("m@" + "ä" * 100_000, id="far too long a machine"),
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_mailbox(text)
    assert not text or text not in str(refusal.value)


@given(st.from_regex(r"[\s\S]{0,9}@[\s\S]{0,9}", fullmatch=True) | st.text())
def test_whatever_is_taken_can_stand_on_the_envelope(text: str) -> None:
    try:
        mailbox = parse_mailbox(text)
    except InputError:
        return
    assert re.fullmatch(r"[!-;=?-~]+@[a-z0-9.-]+", mailbox)
    assert parse_mailbox(mailbox) == mailbox
