"""Which headers a user may set in a web request."""

from __future__ import annotations

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.http_headers import find_header_fault


@pytest.mark.parametrize(
    ("name", "value"),
    [("X-Shop", "a"), ("Authorization", "Bearer a b"), ("x", ""), ("A", "caf\xe9"), ("A", "a\tb")],
)
def test_header_is_fit_to_send(name: str, value: str) -> None:
    assert find_header_fault(name, value) is None


@for_each(
    ("name", "value"),
    [
        ("", "a"),
        ("X Shop", "a"),
        ("X:Shop", "a"),
        ("X\r\nY", "a"),
        ("X-Umläut", "a"),
        ("A", "a\r\nB: c"),
        ("A", "a\n"),
        ("A", "a\x00"),
        ("A", " a"),
        ("A", "a "),
        ("A", "€"),
        ("Host", "a"),
        ("content-LENGTH", "1"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "close"),
        ("Upgrade", "websocket"),
        ("Expect", "100-continue"),
        ("Proxy-Authorization", "a"),
    ],
)
def test_header_is_refused(name: str, value: str) -> None:
    assert find_header_fault(name, value) is not None


def test_header_fault_does_not_repeat_the_value() -> None:
    assert "swordfish" not in str(find_header_fault("Authorization", "swordfish\n"))


@given(st.text(max_size=8), st.text(max_size=12))
def test_header_found_fit_is_fit_for_the_line(name: str, value: str) -> None:
    if find_header_fault(name, value) is None:
        h11.Request(
            method="GET",
            target="/",
            headers=[(b"Host", b"a"), (name.encode("latin-1"), value.encode("latin-1"))],
        )
