"""A team whose evidence a model looks at, with a model that sees what the test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from tests.apps import memory_ports
from tests.controls.acting import announced, evidence, open_list
from tests.controls.offices import START, Office, open_office
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.describer import ScriptedDescriber, Shown

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import PortError
from belfry.ports.models import Describer

DOOR = "A green door with a sign above it"
Answers = Sequence[str | PortError] | Callable[[Shown], str | PortError]


def with_model(describer: Describer | None, clock: VirtualClock | None = None) -> Office:
    ports = memory_ports(clock or VirtualClock(START), CrashingPoints())
    office = open_office(replace(ports, describer=describer))
    open_list(office)
    return office


def seeing(answers: Answers) -> tuple[Office, ScriptedDescriber]:
    model = ScriptedDescriber(answers, name="a small model")
    return with_model(model), model


def lines(office: Office) -> list[tuple[str, str]]:
    return [(piece.described, piece.described_by) for piece in evidence(office)]


def waiting(office: Office) -> int:
    """The outbox events that were not relayed yet, at whatever time."""
    office.app.clock.advance(timedelta(hours=2))
    return len(announced(office))
