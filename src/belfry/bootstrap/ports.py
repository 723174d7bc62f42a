"""The adapters of all ports, and which home opens them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from belfry.accounts.ports import Keys, Leftovers, Users
from belfry.controls.ports import Areas, Controls, Histories, Proposals
from belfry.jobs.ports import Customers, Jobs, OpenJobs, Photos
from belfry.kernel.errors import BelfryError
from belfry.messaging.ports import Channel, IncomingMails, Mailbox, Messages
from belfry.ports.bus import Bus
from belfry.ports.clock import Clock
from belfry.ports.figures import Figures
from belfry.ports.files import BackupStore, BlobStore, Folder, Versions
from belfry.ports.image_processor import LONGEST_SIDE, ImageProcessor
from belfry.ports.models import Describer, Phraser
from belfry.ports.scheduler import Scheduler
from belfry.ports.secrets import Passwords, Secrets
from belfry.ports.store import AuditLog, CrashPoints, Numbers, Outbox, Store
from belfry.ports.transfer import Transfer
from belfry.ports.web import Signature, Web
from belfry.rota.ports import Archive, Prover, Requests, Rotas
from belfry.scheduler.ports import Monitor, Publications, Runs, SecretValues, Triggers, Workflows
from belfry.workspace.move_home import check_home
from belfry.workspace.sync_drive import Drive
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
    incoming_mails: IncomingMails
    jobs: Jobs
    open_jobs: OpenJobs
    customers: Customers
    photos: Photos
    controls: Controls
    areas: Areas
    histories: Histories
    proposals: Proposals
    rotas: Rotas
    requests: Requests
    figures: Figures
    image_processor: ImageProcessor
    blobs: BlobStore
    folder: Folder
    versions: Versions
    channels: Mapping[str, Channel]
    close: Callable[[], None]
    # Raises ConfigError if the database is gone, or another, since this process opened it.
    check_database: Callable[[], None] = lambda: None
    # A caller that reads much at once does so within this.
    hold: Callable[[], AbstractContextManager[None]] = nullcontext
    scheduler: Scheduler | None = None
    phraser: Phraser | None = None
    describer: Describer | None = None
    signature: Signature | None = None
    mailbox: Mailbox | None = None
    prover: Prover | None = None
    backup_store: BackupStore | None = None
    bus: Bus | None = None
    transfer: Transfer | None = None
    archive: Archive | None = None
    # What the team keeps online, and the folder that it is copied into.
    drive: Drive | None = None
    copies: Folder | None = None


def open_ports(
    settings: Settings,
    *,
    clock: Clock | None = None,
    crash_points: CrashPoints | None = None,
    patience: timedelta = PATIENCE,
) -> Ports:
    """The ports of the team's home; `patience` with a database that is busy."""
    if settings.home == "aws":
        from belfry.bootstrap.aws_home import open_aws_ports

        ports = open_aws_ports(settings, clock=clock, crash_points=crash_points)
    else:
        from belfry.bootstrap.sql_home import open_sql_ports

        ports = open_sql_ports(settings, clock=clock, crash_points=crash_points, patience=patience)
    try:
        check_home(ports.store)
    except BelfryError:
        ports.close()
        raise
    return ports


def is_database_ready(settings: Settings) -> bool:
    """Whether the database answers and is of the version that this program needs."""
    from belfry.bootstrap import sql_home

    return sql_home.is_database_ready(settings)


def check_database_file(settings: Settings) -> None:
    """ConfigError if the team had a database in its folder, and it is gone."""
    from belfry.bootstrap import sql_home

    sql_home.check_database_file(settings)


def open_folders(settings: Settings, copies: Folder) -> dict[str, Any]:
    """The ports of the team's files, over the folder that is read; Google is not asked yet."""
    if not settings.google.is_set:
        return {"folder": copies}
    from belfry.adapters.google.drive import GoogleFolder
    from belfry.bootstrap.google import open_google

    drive = open_google(settings)
    return {"folder": GoogleFolder(copies, drive), "drive": drive, "copies": copies}


def open_secret_values(settings: Settings) -> SecretValues:
    from belfry.adapters.system.secret_values import SystemSecretValues

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
