"""A phraser that answers as scripted, for tests and simulations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from belfry.kernel.errors import PortError
from belfry.ports.models import check_text

if TYPE_CHECKING:
    from datetime import timedelta

Outcome: TypeAlias = str | PortError


class Asked(NamedTuple):
    instructions: str
    facts: str


class ScriptedPhraser:
    """`answers` come one after the other and the last goes on for ever, or are made to measure.

    `asked` holds every question, in order.
    """

    def __init__(
        self,
        answers: Sequence[Outcome] | Callable[[str, str], Outcome],
        *,
        name: str = "scripted",
    ) -> None:
        self.asked: list[Asked] = []
        self.name = name
        self._make = answers if callable(answers) else play(answers)
        self._lock = Lock()

    def phrase(
        self,
        instructions: str,
        facts: str,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        with self._lock:
            self.asked.append(Asked(instructions, facts))
            outcome = self._make(instructions, facts)
        if isinstance(outcome, PortError):
            raise outcome
        return check_text(outcome, longest)


def play(answers: Sequence[Outcome]) -> Callable[..., Outcome]:
    """One answer after the other; the last is repeated for ever."""
    waiting = list(answers)
    return lambda *_: waiting.pop(0) if len(waiting) > 1 else waiting[0]
