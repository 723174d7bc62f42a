"""A shop whose messages a model words, with a model that says what the test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tests.apps import memory_ports
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.phraser import ScriptedPhraser
from tests.jobs.shops import Bench, open_bench
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.errors import PortError

TRUE = "Hi {name}, good news: {news} {when} Thanks for your patience!"
LIE = "Hi {name}, great news: {news} {when} We are nearly there!"
ID = "jobs/J-1/move-2"

Answers = Sequence[str | PortError] | Callable[[str, str], str | PortError]


def drafting_bench(answers: Answers, **changes: Any) -> tuple[Bench, ScriptedPhraser]:
    model = ScriptedPhraser(answers, name="a small model")
    ports = memory_ports(VirtualClock(NOON), CrashingPoints())
    bench = open_bench(replace(ports, phraser=model), **changes)
    bench.set("Words: fresh")
    return bench, model


def move_to_progress(bench: Bench, **cells: str) -> None:
    """A job that was seen in diagnosing has come to the next stage, and that counts."""
    row = {"customer": "Maya Lind", "item": "kettle", **cells}
    bench.put("J-1", "diagnosing", **row)
    bench.poll()
    bench.put("J-1", "in progress", **row)
    bench.settle()


def get_draft(bench: Bench, message_id: str = ID) -> Draft:
    draft = bench.ports.store.find(Draft, message_id)
    assert draft is not None
    return draft
