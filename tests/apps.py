"""A whole app to test in: real use cases over a book, on a clock that the test moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.fakes.blob_store import MemoryBlobStore
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder, MemoryVersions
from tests.fakes.outbox import MemoryOutbox
from tests.fakes.secrets import MemoryPasswords, MemorySecrets
from tests.fakes.store import MemoryAuditLog, MemoryNumbers, MemoryStore
from tests.fakes.web import MemoryWeb
from tests.samples import NOON
from tests.services.shaped_databases import settle_in

from belfry.adapters.pillow.image_processor import PillowImageProcessor
from belfry.adapters.plain.accounts import PlainDataProblems, PlainKeys, PlainLeftovers, PlainUsers
from belfry.adapters.plain.controls import PlainAreas, PlainControls, PlainHistories, PlainProposals
from belfry.adapters.plain.figures import PlainFigures
from belfry.adapters.plain.jobs import PlainCustomers, PlainJobs, PlainOpenJobs, PlainPhotos
from belfry.adapters.plain.messaging import PlainIncomingMails, PlainMessages
from belfry.adapters.plain.rota import PlainRequests, PlainRotas
from belfry.adapters.plain.scheduler import (
    PlainMonitor,
    PlainPublications,
    PlainRuns,
    PlainTriggers,
    PlainWorkflows,
)
from belfry.adapters.system.clock import VirtualClock
from belfry.adapters.system.secret_values import SystemSecretValues
from belfry.bootstrap import Ports, Services, build_services, open_ports
from belfry.entrypoints.worker.driver import Driver
from belfry.scheduler.kinds import FunctionKind, RunContext
from belfry.settings import DatabaseSettings, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow


@dataclass
class App:
    """`bodies` are the runs of kind `probe` that were carried out; `faults` is what they raise."""

    services: Services = field(repr=False)
    clock: VirtualClock = field(repr=False)
    crash_points: CrashingPoints = field(repr=False)
    bodies: list[RunContext] = field(default_factory=list)
    faults: list[Exception | None] = field(default_factory=list)
    _worker: Driver | None = field(default=None, repr=False)

    @property
    def ports(self) -> Ports:
        return self.services.ports

    def add(self, name: str = "Probe", **edit: Any) -> Workflow:
        """A workflow of kind `probe`: its bodies are counted, and fail as `faults` says."""
        fields = {"name": name, "kind": "probe", "cron_schedule": "* * * * *", **edit}
        return self.services.create_workflow(fields, team_id=1, by="test")

    def runs(self, workflow: Workflow | None = None) -> list[Run]:
        """Every run row, oldest first."""
        newest = self.ports.runs.list_newest(
            workflow_id=workflow.id if workflow else None, limit=100_000
        )
        return list(reversed(newest))

    def driver(self) -> Driver:
        return Driver(self.services, self.clock)

    def go(self, *, until: datetime | None = None, **span: float) -> None:
        """Time goes by, and whatever is due happens at its moment."""
        self._worker = self._worker or self.driver()
        self._worker.run_until(until or self.clock.now() + timedelta(**span))

    def probe(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        self.bodies.append(context)
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            raise fault
        return f"body {len(self.bodies)}"


def memory_ports(clock: VirtualClock, crash_points: CrashingPoints) -> Ports:
    store = MemoryStore(crash_points)
    return Ports(
        store=store,
        numbers=MemoryNumbers(),
        outbox=MemoryOutbox(store),
        audit_log=MemoryAuditLog(store),
        clock=clock,
        crash_points=crash_points,
        secrets=MemorySecrets(),
        passwords=MemoryPasswords(),
        secret_values=SystemSecretValues({}, Path("nowhere")),
        web=MemoryWeb(),
        workflows=PlainWorkflows(store),
        triggers=PlainTriggers(store),
        runs=PlainRuns(store),
        monitor=PlainMonitor(store),
        publications=PlainPublications(store),
        keys=PlainKeys(store),
        users=PlainUsers(store),
        leftovers=PlainLeftovers(store),
        data_problems=PlainDataProblems(store),
        messages=PlainMessages(store),
        incoming_mails=PlainIncomingMails(store),
        jobs=PlainJobs(store),
        open_jobs=PlainOpenJobs(store),
        customers=PlainCustomers(store),
        photos=PlainPhotos(store),
        controls=PlainControls(store),
        areas=PlainAreas(store),
        histories=PlainHistories(store),
        proposals=PlainProposals(store),
        rotas=PlainRotas(store),
        figures=PlainFigures(store),
        requests=PlainRequests(store),
        image_processor=PillowImageProcessor(),
        blobs=MemoryBlobStore(),
        folder=MemoryFolder(),
        versions=MemoryVersions(),
        channels={"email": MemoryChannel(), "sms": MemoryChannel()},
        close=lambda: None,
    )


def build_app(ports: Ports, settings: Settings | None = None) -> App:
    clock, crash_points = ports.clock, ports.crash_points
    assert isinstance(clock, VirtualClock)
    assert isinstance(crash_points, CrashingPoints)
    services = build_services(settings or Settings(), ports)
    app = App(services, clock, crash_points)
    assert isinstance(services.kinds, dict)
    services.kinds["probe"] = FunctionKind(app.probe)
    return app


def memory_app(start: datetime = NOON) -> App:
    return build_app(memory_ports(VirtualClock(start), CrashingPoints()))


def sql_ports(
    url: str | None, folder: Path, clock: VirtualClock, crash_points: CrashingPoints
) -> Ports:
    """Ports on a database: a file in `folder` unless a `url` is given."""
    settings = Settings(
        folder=folder if url else settle_in(folder), database=DatabaseSettings(url=url)
    )
    return open_ports(settings, clock=clock, crash_points=crash_points)


def sql_app(url: str | None, folder: Path, start: datetime = NOON) -> App:
    return build_app(sql_ports(url, folder, VirtualClock(start), CrashingPoints()))
