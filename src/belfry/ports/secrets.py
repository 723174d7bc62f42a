"""What nobody can guess."""

from __future__ import annotations

from typing import Protocol


class Secrets(Protocol):
    """Random text.

    Every implementation promises:
    - `token` holds `nbytes` bytes, written with letters, digits, `-` and `_` alone;
    - no token is given twice.
    """

    def token(self, nbytes: int) -> str: ...
