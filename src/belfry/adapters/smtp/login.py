"""How Belfry says to the mail server who it is."""

from __future__ import annotations

from base64 import b64encode


class Unsuited(Exception):
    """The server cannot do what the settings ask for; the message goes on after its name."""


def choose_login(offered: str, user: str, password: str) -> list[str]:
    """What is said, one line after the other, in the best way of those `offered` that we know."""
    ways = offered.upper().split()
    if "PLAIN" in ways:
        return [f"AUTH PLAIN {_encode(f'{chr(0)}{user}{chr(0)}{password}')}"]
    if "LOGIN" in ways:
        return ["AUTH LOGIN", _encode(user), _encode(password)]
    raise Unsuited(
        "offers no login that we know (PLAIN, LOGIN): see mail.security, or leave mail.user out"
    )


def _encode(text: str) -> str:
    return b64encode(text.encode("utf-8", "replace")).decode("ascii")
