"""What somebody in the sample shop does at some moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from belfry.bootstrap import Services


@dataclass(frozen=True, slots=True)
class Deed:
    """`what` says it in a sentence; `do` is carried out when the clock shows `at`.

    What has become impossible meanwhile, because a visitor was faster, is left undone.
    """

    at: datetime
    what: str
    do: Callable[[Services], object] = field(compare=False, repr=False)
