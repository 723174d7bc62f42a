"""The adapters of home aws: records in DynamoDB, files in S3, mail by SES. No SQL is imported."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.bus import SOURCE, EventBridgeBus, read_event
from belfry.adapters.aws.clients import (
    LateClient,
    connect_dynamodb,
    connect_events,
    connect_parameters,
    connect_s3,
    connect_scheduler,
    connect_sqs,
)
from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target
from belfry.adapters.aws.outbox import DynamoOutbox
from belfry.adapters.aws.queues import SqsQueue
from belfry.adapters.aws.s3 import (
    BLOBS,
    EVIDENCE,
    FOLDER,
    PHOTOS,
    RAW_MAIL,
    S3,
    S3BlobStore,
    S3Folder,
    S3Versions,
)
from belfry.adapters.aws.secrets import read_parameters
from belfry.adapters.aws.store import (
    DynamoArchive,
    DynamoAuditLog,
    DynamoNumbers,
    DynamoStore,
)
from belfry.adapters.aws.tables import TABLES, ItemMaps
from belfry.adapters.aws.transfer import DynamoTransfer
from belfry.adapters.plain.accounts import (
    PlainDataProblems,
    PlainKeys,
    PlainLeftovers,
    PlainUsers,
)
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
from belfry.adapters.system.clock import NoCrashPoints, SystemClock
from belfry.adapters.system.secrets import Argon2Passwords, SystemSecrets
from belfry.adapters.web.web import SocketWeb
from belfry.bootstrap.channels import keep_samples, open_channels, open_signature
from belfry.bootstrap.phrasers import open_describer, open_phraser
from belfry.bootstrap.ports import (
    LazyImageProcessor,
    Ports,
    open_folders,
    open_prover,
    open_scheduler,
    open_secret_values,
)
from belfry.bootstrap.previews import build_samples
from belfry.jobs.jobs import AGGREGATE as JOBS
from belfry.kernel.errors import NotFound
from belfry.messaging.mails import MOST_BYTES
from belfry.messaging.ports import Arrived
from belfry.messaging.schedule_releases import ScheduleReleases
from belfry.scheduler.publish_events import PublishEvents, read_row
from belfry.scheduler.relay_outbox import RelayOutbox
from belfry.settings import make_settings

if TYPE_CHECKING:
    from belfry.ports.clock import Clock
    from belfry.ports.store import CrashPoints, OutboxRow
    from belfry.settings import Settings

CONFIG_PATH, CONFIG_VARIABLE = "/ss/config", "BELFRY_CONFIG_PATH"
JOBS_BUS, JOBS_QUEUE, CONTROLS_QUEUE = "jsnr-bus", "jsnr-notify", "ct-notify"
READERS: Mapping[str, type[Any]] = {
    "workflows": PlainWorkflows,
    "triggers": PlainTriggers,
    "runs": PlainRuns,
    "monitor": PlainMonitor,
    "publications": PlainPublications,
    "keys": PlainKeys,
    "users": PlainUsers,
    "leftovers": PlainLeftovers,
    "data_problems": PlainDataProblems,
    "messages": PlainMessages,
    "incoming_mails": PlainIncomingMails,
    "jobs": PlainJobs,
    "open_jobs": PlainOpenJobs,
    "customers": PlainCustomers,
    "photos": PlainPhotos,
    "controls": PlainControls,
    "areas": PlainAreas,
    "histories": PlainHistories,
    "proposals": PlainProposals,
    "rotas": PlainRotas,
    "requests": PlainRequests,
    "figures": PlainFigures,
}


def read_aws_settings(variables: Mapping[str, str]) -> Settings:
    """The settings of a function, from Parameter Store; its environment may name the path."""
    path = variables.get(CONFIG_VARIABLE, CONFIG_PATH)
    client = connect_parameters()
    try:
        return make_settings(read_parameters(client, path), path, variables)
    finally:
        client.close()


def open_aws_ports(
    settings: Settings,
    *,
    clock: Clock | None = None,
    crash_points: CrashPoints | None = None,
    rooms: Collection[str] | None = None,
) -> Ports:
    """The ports of home aws; with `rooms`, only the tables of those rooms are read."""
    clock, crash_points = clock or SystemClock(), crash_points or NoCrashPoints()
    closing = ExitStack()
    connect, prefix = partial(connect_late, settings, closing), settings.aws.prefix
    dynamo, maps = Dynamo(connect(connect_dynamodb), prefix, rooms), ItemMaps()
    store, s3 = DynamoStore(dynamo, maps, crash_points), S3(connect(connect_s3), prefix)
    copies, channels = S3Folder(s3), open_channels(settings, clock, closing)
    return Ports(
        **{name: reader(store) for name, reader in READERS.items()},
        **_open_records(dynamo, maps),
        **open_folders(settings, copies),
        store=store,
        clock=clock,
        crash_points=crash_points,
        secrets=SystemSecrets(),
        passwords=Argon2Passwords(),
        secret_values=open_secret_values(settings),
        web=SocketWeb(clock, allowed=settings.http.allow),
        scheduler=open_scheduler(settings, clock),
        image_processor=LazyImageProcessor(),
        blobs=S3BlobStore(s3),
        versions=S3Versions(s3),
        channels=keep_samples(channels, build_samples(copies, rooms)),
        phraser=open_phraser(settings, clock),
        describer=open_describer(settings, clock),
        signature=open_signature(settings),
        prover=open_prover(),
        bus=_open_bus(connect(connect_events), prefix),
        close=closing.close,
    )


def _open_bus(client: Any, prefix: str) -> EventBridgeBus:
    """Events about jobs have a bus of their own, all others share the account's."""
    return EventBridgeBus(client, {JOBS: f"{prefix}{JOBS_BUS}"}, f"{prefix}{SOURCE}")


def _open_records(dynamo: Dynamo, maps: ItemMaps) -> dict[str, Any]:
    return {
        "numbers": DynamoNumbers(dynamo),
        "outbox": DynamoOutbox(dynamo),
        "audit_log": DynamoAuditLog(dynamo, maps),
        "transfer": DynamoTransfer(dynamo, maps),
        "archive": DynamoArchive(dynamo),
    }


def find_missing(settings: Settings) -> list[str]:
    """The tables and buckets that home aws needs and that are not there."""
    prefix = settings.aws.prefix
    with ExitStack() as closing:
        connect = partial(connect_late, settings, closing)
        tables = Dynamo(connect(connect_dynamodb), prefix).list_missing(TABLES)
        return [*tables, *S3(connect(connect_s3), prefix).list_missing()]


def open_aws_folder(settings: Settings, closing: ExitStack) -> S3Folder:
    return S3Folder(S3(connect_late(settings, closing, connect_s3), settings.aws.prefix))


def build_releases(
    settings: Settings, ports: Ports, target: Target, closing: ExitStack, *, name: str
) -> ScheduleReleases:
    """Has EventBridge Scheduler call `target` when held messages come due."""
    client, name = connect_late(settings, closing, connect_scheduler), settings.aws.prefix + name
    scheduler = EventBridgeScheduler(client, ports.clock, target, group=settings.eventbridge.group)
    return ScheduleReleases(ports.messages, scheduler, ports.clock, name)


def build_bus_relay(ports: Ports, sorts: Collection[str]) -> RelayOutbox:
    """Publishes the events of these sorts to the bus, where other functions hear them."""
    assert ports.bus is not None
    publish = PublishEvents(ports.bus)
    return RelayOutbox(
        ports.outbox,
        ports.clock,
        ports.crash_points,
        listeners={},
        gatherers=dict.fromkeys(sorts, publish),
    )


def read_bus_row(event: Mapping[str, Any]) -> OutboxRow:
    """The outbox row of an event that EventBridge handed over, for the listeners of the rooms."""
    return read_row(read_event(event))


def find_bus_row(event: Mapping[str, Any]) -> OutboxRow | None:
    """The same; None if a schedule called, whose events have no facts: `"{}"`, or none at all."""
    return read_bus_row(event) if event.get("detail") not in (None, "{}", {}) else None


def redrive_events(settings: Settings) -> int:
    """Put the events of jobs and controls that were given up back into their queues; how many."""
    names = [f"{settings.aws.prefix}{name}" for name in (JOBS_QUEUE, CONTROLS_QUEUE)]
    with ExitStack() as closing:
        client = connect_late(settings, closing, connect_sqs)
        queues = [SqsQueue(client, name, f"{name}-dlq") for name in names]
        deployed = [queue for queue in queues if queue.exists()] or queues
        return sum(queue.redrive() for queue in deployed)


def name_evidence_file(key: str) -> str:
    """The blob that lies under this key of the bucket for evidence."""
    place = next(place for place in BLOBS if place.bucket == EVIDENCE)
    return place.find_name(key)


def name_photo_file(key: str) -> str:
    """The file of the team's folder that lies under this key of the bucket for photos."""
    place = next(place for place in FOLDER if place.bucket == PHOTOS)
    return place.find_name(key)


def read_stored_mails(settings: Settings, keys: Iterable[str]) -> list[Arrived]:
    """The mails that SES has put into the bucket for them; one that is gone is left out."""
    arrivals = []
    with ExitStack() as closing:
        s3 = S3(connect_late(settings, closing, connect_s3), settings.aws.prefix)
        for key in keys:
            with suppress(NotFound):
                content, _ = s3.get(RAW_MAIL, key)
                arrivals.append(Arrived(content[:MOST_BYTES], len(content)))
    return arrivals


def connect_late(settings: Settings, closing: ExitStack, connect: Any) -> Any:
    """A client that is made at its first call, and closed with the others."""
    aws = settings.aws
    client = LateClient(connect, region=aws.region or None, endpoint=aws.endpoint_url or None)
    closing.callback(client.close)
    return client
