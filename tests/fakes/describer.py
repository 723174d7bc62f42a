"""A describer that answers as scripted, for tests and simulations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from tests.fakes.phraser import Outcome, play

from belfry.kernel.errors import Permanent, PortError
from belfry.ports.models import check_text

if TYPE_CHECKING:
    from datetime import timedelta


class Shown(NamedTuple):
    content: bytes
    media_type: str
    instructions: str


class ScriptedDescriber:
    """`answers` come one after the other and the last goes on for ever, or are made to measure.

    `shown` holds every question, in order; `reads` is what it can look at.
    """

    def __init__(
        self,
        answers: Sequence[Outcome] | Callable[[Shown], Outcome],
        *,
        name: str = "scripted",
        reads: Collection[str] = ("image/jpeg", "application/pdf"),
    ) -> None:
        self.shown: list[Shown] = []
        self.name = name
        self._reads = reads
        self._make = answers if callable(answers) else play(answers)
        self._lock = Lock()

    def describe(
        self,
        content: bytes,
        media_type: str,
        instructions: str,
        *,
        within: timedelta,
        longest: int,
    ) -> str:
        if media_type not in self._reads:
            raise Permanent("the model cannot look at such a file")
        with self._lock:
            self.shown.append(Shown(content, media_type, instructions))
            outcome = self._make(self.shown[-1])
        if isinstance(outcome, PortError):
            raise outcome
        return check_text(outcome, longest)
