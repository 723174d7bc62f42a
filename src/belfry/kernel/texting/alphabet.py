"""Which signs a plain text message has, as the standard for mobile phones lists them.

(3GPP TS 23.038: the GSM 7-bit default alphabet and its extension table.)
"""

from __future__ import annotations

import re

PLAIN = frozenset(
    "@\u00a3$\u00a5\u00e8\u00e9\u00f9\u00ec\u00f2\u00c7\n\u00d8\u00f8\r\u00c5\u00e5"
    "\u0394_\u03a6\u0393\u039b\u03a9\u03a0\u03a8\u03a3\u0398\u039e\u00c6\u00e6\u00df\u00c9"
    " !\"#\u00a4%&'()*+,-./0123456789:;<=>?"
    "\u00a1ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00c4\u00d6\u00d1\u00dc\u00a7"
    "\u00bfabcdefghijklmnopqrstuvwxyz\u00e4\u00f6\u00f1\u00fc\u00e0"
)
TWICE = frozenset("^{}\\[~]|\u20ac\f")
"""Sent as two signs, of which the first says that a second follows."""

_ALL_KNOWN = re.compile(f"[{re.escape(''.join(sorted(PLAIN | TWICE)))}]*")


def is_plain(text: str) -> bool:
    """Whether every sign of the text is in the alphabet."""
    return _ALL_KNOWN.fullmatch(text) is not None
