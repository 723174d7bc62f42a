"""Whether a call from outside comes from whom it says it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Signature(Protocol):
    """The seal that a service puts on its calls, known only to it and to us.

    Every implementation promises:
    - `is_genuine` is true only for the very address and the very form that were signed;
    - a signature that is empty, garbled or somebody else's is false, and never an error;
    - it takes as long for a signature that is nearly right as for any other.
    """

    def is_genuine(self, url: str, form: Mapping[str, str], signature: str) -> bool: ...
