"""Choose the adapter of each port for the team's home (local or server)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from belfry.accounts.ports import Keys, Leftovers, Users
from belfry.adapters.files.folder import FileBlobStore, FileFolder, FileVersions
from belfry.adapters.sql.accounts import SqlKeys, SqlLeftovers, SqlUsers
from belfry.adapters.sql.controls import SqlAreas, SqlControls, SqlHistories
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.figures import SqlFigures
from belfry.adapters.sql.jobs import SqlCustomers, SqlJobs, SqlOpenJobs, SqlPhotos
from belfry.adapters.sql.messaging import SqlMessages
from belfry.adapters.sql.migrate import find_revision, migrate, newest_revision
from belfry.adapters.sql.rota import SqlRequests, SqlRotas
from belfry.adapters.sql.scheduler import (
    SqlMonitor,
    SqlPublications,
    SqlRuns,
    SqlTriggers,
    SqlWorkflows,
)
from belfry.adapters.sql.store import SqlAuditLog, SqlDataProblems, SqlNumbers, SqlOutbox, SqlStore
from belfry.adapters.system.clock import NoCrashPoints, SystemClock
from belfry.adapters.system.secret_values import SystemSecretValues
from belfry.adapters.system.secrets import Argon2Passwords, SystemSecrets
from belfry.adapters.web.web import SocketWeb
from belfry.bootstrap.channels import keep_samples, open_channels, open_signature
from belfry.bootstrap.nightly import open_backup_store
from belfry.bootstrap.phrasers import open_describer, open_phraser
from belfry.bootstrap.previews import build_samples
from belfry.controls.ports import Areas, Controls, Histories
from belfry.jobs.ports import Customers, Jobs, OpenJobs, Photos
from belfry.messaging.ports import Channel, Messages
from belfry.ports.clock import Clock
from belfry.ports.figures import Figures
from belfry.ports.files import BackupStore, BlobStore, Folder, Versions
from belfry.ports.image_processor import LONGEST_SIDE, ImageProcessor
from belfry.ports.models import Describer, Phraser
from belfry.ports.scheduler import Scheduler
from belfry.ports.secrets import Passwords, Secrets
from belfry.ports.store import AuditLog, CrashPoints, Numbers, Outbox, Store
from belfry.ports.web import Signature, Web
from belfry.rota.ports import Prover, Requests, Rotas
from belfry.scheduler.ports import Monitor, Publications, Runs, SecretValues, Triggers, Workflows
from belfry.workspace.tables import DataProblems

if TYPE_CHECKING:
    from belfry.ports.image_processor import ProcessedImage
    from belfry.rota.drafts.proofs import Proof
    from belfry.rota.rules.weeks import Rota, Week
    from belfry.settings import Settings

PATIENCE = timedelta(seconds=5)


@dataclass(frozen=True, kw_only=True)
class Ports:
    """The adapters of all ports."""

    store: Store
    numbers: Numbers
    outbox: Outbox
    audit_log: AuditLog
    clock: Clock
    crash_points: CrashPoints
    secrets: Secrets
    passwords: Passwords
    secret_values: SecretValues
    web: Web
    workflows: Workflows
    triggers: Triggers
    runs: Runs
    monitor: Monitor
    publications: Publications
    keys: Keys
    users: Users
    leftovers: Leftovers
    data_problems: DataProblems
    messages: Messages
    jobs: Jobs
    open_jobs: OpenJobs
    customers: Customers
    photos: Photos
    controls: Controls
    areas: Areas
    histories: Histories
    rotas: Rotas
    requests: Requests
    figures: Figures
    image_processor: ImageProcessor
    blobs: BlobStore
    folder: Folder
    versions: Versions
    channels: Mapping[str, Channel]
    close: Callable[[], None]
    # A caller that reads much at once does so within this.
    hold: Callable[[], AbstractContextManager[None]] = nullcontext
    scheduler: Scheduler | None = None
    phraser: Phraser | None = None
    describer: Describer | None = None
    signature: Signature | None = None
    prover: Prover | None = None
    backup_store: BackupStore | None = None


def open_ports(
    settings: Settings,
    *,
    clock: Clock | None = None,
    crash_points: CrashPoints | None = None,
    patience: timedelta = PATIENCE,
) -> Ports:
    """The ports of a home with a SQL database, in this version's shape; `patience` when busy."""
    clock, crash_points = clock or SystemClock(), crash_points or NoCrashPoints()
    closing = ExitStack()
    database = _open_shaped_database(settings, patience, closing)
    store = SqlStore(database, crash_points)
    folder = FileFolder(settings.folder, crash_points)
    return Ports(
        **_open_rooms(database),
        store=store,
        numbers=SqlNumbers(database),
        outbox=SqlOutbox(database),
        audit_log=SqlAuditLog(database),
        clock=clock,
        crash_points=crash_points,
        secrets=SystemSecrets(),
        passwords=Argon2Passwords(),
        secret_values=open_secret_values(settings),
        web=SocketWeb(clock, allowed=settings.http.allow),
        scheduler=open_scheduler(settings, clock),
        image_processor=LazyImageProcessor(),
        blobs=FileBlobStore(settings.folder, crash_points),
        folder=folder,
        versions=FileVersions(settings.folder, crash_points),
        channels=keep_samples(open_channels(settings, clock, closing), build_samples(folder)),
        phraser=open_phraser(settings, clock),
        describer=open_describer(settings, clock),
        signature=open_signature(settings),
        prover=open_prover(),
        backup_store=open_backup_store(settings),
        close=closing.close,
        hold=database.hold,
    )


def _open_rooms(database: Database) -> dict[str, Any]:
    """What the rooms ask of a database, by the names of the ports."""
    return {
        "workflows": SqlWorkflows(database),
        "triggers": SqlTriggers(database),
        "runs": SqlRuns(database),
        "monitor": SqlMonitor(database),
        "publications": SqlPublications(database),
        "keys": SqlKeys(database),
        "users": SqlUsers(database),
        "leftovers": SqlLeftovers(database),
        "data_problems": SqlDataProblems(database),
        "messages": SqlMessages(database),
        "jobs": SqlJobs(database),
        "open_jobs": SqlOpenJobs(database),
        "customers": SqlCustomers(database),
        "photos": SqlPhotos(database),
        "controls": SqlControls(database),
        "areas": SqlAreas(database),
        "histories": SqlHistories(database),
        "rotas": SqlRotas(database),
        "requests": SqlRequests(database),
        "figures": SqlFigures(database),
    }


def is_database_ready(settings: Settings) -> bool:
    """Whether the database answers and is of the version that this program needs."""
    database = _open_database(settings, PATIENCE)
    try:
        return find_revision(database) == newest_revision()
    finally:
        database.close()


def _open_shaped_database(settings: Settings, patience: timedelta, closing: ExitStack) -> Database:
    """The database, in this version's shape; `closing` lets go of it."""
    database = _open_database(settings, patience)
    migrate(database)
    closing.callback(database.close)
    return database


def _open_database(settings: Settings, patience: timedelta) -> Database:
    if settings.database.url is None:
        (settings.folder / ".belfry").mkdir(mode=0o700, parents=True, exist_ok=True)
    return Database(settings.database_url, patience=patience)


def open_secret_values(settings: Settings) -> SecretValues:
    values = {name: value.get_secret_value() for name, value in settings.secret_values.items()}
    prefix = settings.secrets.aws_prefix
    read_more = partial(_read_from_aws, prefix) if prefix else None
    return SystemSecretValues(values, settings.folder / settings.secrets.folder, read_more)


def _read_from_aws(prefix: str, name: str) -> str:
    from belfry.bootstrap.aws_secrets import read_secret

    return read_secret(f"{prefix}{name}")


class LazyImageProcessor:
    """Most processes never see a picture."""

    def process(self, content: bytes, *, longest: int = LONGEST_SIDE) -> ProcessedImage:
        return _open_image_processor().process(content, longest=longest)


@cache
def _open_image_processor() -> ImageProcessor:
    from belfry.adapters.pillow.image_processor import PillowImageProcessor

    return PillowImageProcessor()


def open_scheduler(settings: Settings, clock: Clock) -> Scheduler | None:
    """EventBridge for a team that names an environment there, else None."""
    eventbridge = settings.eventbridge
    if not eventbridge.environment:
        return None
    from belfry.adapters.aws.clients import connect_scheduler
    from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target

    client = connect_scheduler(region=eventbridge.region, endpoint=eventbridge.endpoint_url or None)
    target = Target(eventbridge.target_arn, eventbridge.role_arn, eventbridge.dead_letter_arn)
    return EventBridgeScheduler(client, clock, target, group=eventbridge.group)


class LateProver:
    """What it takes is large, and is loaded when a draft first leaves something to prove."""

    def prove(self, week: Week, rota: Rota) -> Proof:
        return _open().prove(week, rota)


def open_prover() -> Prover | None:
    """None without the extra `solver`."""
    return LateProver() if find_spec("ortools") else None


@cache
def _open() -> Prover:
    from belfry.adapters.ortools.prover import OrtoolsProver

    return OrtoolsProver()
