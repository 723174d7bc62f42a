"""Which plain letters a word shows to the eye, whatever signs it is made of."""

from __future__ import annotations

import unicodedata

# Each pair: a letter of another alphabet, and the Latin one that it looks like.
_PAIRS = """
\u0430a \u0432b \u0441c \u0501d \u0435e \u0454e \u04bbh \u0456i \u0457i \u0458j \u043ak \u04cfl
\u043cm \u043dh \u043eo \u0440p \u051bq \u0433r \u0455s \u0442t \u0443y \u0445x \u0475v \u051dw
\u03b1a \u03b2b \u03f2c \u03b5e \u03b7n \u03b9i \u03bak \u03bdv \u03bfo \u03c1p \u03c3o \u03c4t
\u03c5u \u03c7x \u03c9w \u0131i \u0142l \u00f8o \u0111d \u0261g \u0251a \u1d0fo \u1d18p \ua731s
\u1d1bt \u1d00a \u1d07e \u0274n \u1d1cu \u026ai \u0280r \u029fl \u1d0bk \u1d04c \u1d05d \u1d0dm
"""
_LIKE = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}


def read_letters(text: str) -> str:
    """The text in lower case, without marks and hidden signs, in Latin letters where it can be."""
    shown = unicodedata.normalize("NFKD", text).casefold().translate(_LIKE)
    return "".join(sign for sign in shown if unicodedata.category(sign) not in ("Mn", "Me", "Cf"))
