"""The functions of home aws as AWS calls them, on moto and by a clock that the test moves.

What moto does not play is played here: schedules fire, the outbox has a stream, the queue feeds the
composer, rules hand on events of the account's bus, and functions call each other. An event whose
function fails is tried again as AWS would, and lies among the dead letters in the end.
"""

from __future__ import annotations

import importlib
import json
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.adapters.aws.ses_servers import list_emails
from tests.adapters.aws.sns_servers import list_sent
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.services.call_meter import Meter, metering
from tests.services.dynamo_tables import create_tables

from belfry.adapters.aws import clients
from belfry.adapters.aws.dynamo import Table, weigh
from belfry.adapters.aws.s3 import BUCKETS, S3, TEAM, S3Folder
from belfry.adapters.aws.tables import TABLES
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap.aws_functions import RELEASE_ROLE, Functions
from belfry.bootstrap.aws_functions import ZONE as ZONE_VARIABLE
from belfry.kernel.cron import next_fire, parse_cron

ROOT = Path(__file__).parents[2]
EVENTS = ROOT / "tests" / "data" / "aws_events"
TABLE: dict[str, Any] = tomllib.loads((ROOT / "infra" / "functions.toml").read_text("utf-8"))
REGION, ACCOUNT = "eu-west-2", "123456789012"
ZONE = ZoneInfo("Europe/London")
SENDER_ADDRESS = "bench@shop.example"
PARAMETERS = {
    "name": "The Repair Bench",
    "timezone": "Europe/London",
    "country": "GB",
    "admin": "owner@example.com",
    "public_url": "https://jobs.shop.example",
    "mail/from": SENDER_ADDRESS,
    "mail/from_name": "The Repair Bench",
    "sms/provider": "sns",
    "sms/from": "RepairBench",
    "sms/region": REGION,
}
STACKS = {"jobs": "jsnr", "rota": "ss", "controls": "ct"}
BOARD = ("job_id", "customer", "contact", "channel", "item", "stage")
TRIES = {"queue": 5, "stream": 5}
# Operations that change something: between two of them it does not matter where a function dies.
CHANGES = frozenset(
    [
        *("TransactWriteItems", "UpdateItem", "PutObject", "DeleteObject"),
        *("PutEvents", "SendEmail", "CreateSchedule", "UpdateSchedule"),
    ]
)
ASYNCHRONOUS = 3


def read_event(name: str) -> Any:
    """An event as AWS sends it."""
    return json.loads((EVENTS / f"{name}.json").read_text())


@dataclass
class Context:
    invoked_function_arn: str


@dataclass
class Host:
    """`table` has its functions; `rows` is the board of jobs.

    `dead` are the events that were given up, with their function.
    """

    endpoint: str
    clock: VirtualClock
    meter: Meter
    table: Mapping[str, Any]
    crash_points: CrashingPoints = field(default_factory=CrashingPoints)
    rows: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    dead: list[tuple[str, Any]] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    invocations: list[str] = field(default_factory=list)
    stream: list[int] = field(default_factory=list)
    calls: list[tuple[str, Any]] = field(default_factory=list)
    _open: dict[str, Functions] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.meter.listeners.append(self._hear)
        self.sqs = clients.connect_sqs(region=REGION)
        self.scheduler = clients.connect_scheduler(region=REGION)
        self.s3 = clients.connect_s3(region=REGION)
        self.folder = S3Folder(S3(self.s3))

    @property
    def queue(self) -> str:
        return str(self.sqs.get_queue_url(QueueName="jsnr-notify")["QueueUrl"])

    @property
    def dead_letters(self) -> str:
        return str(self.sqs.get_queue_url(QueueName="jsnr-notify-dlq")["QueueUrl"])

    def _hear(self, commit: Mapping[str, Any]) -> None:
        """What DynamoDB's stream would tell of: rows that are new in the outbox."""
        for item in commit["TransactItems"]:
            for action, write in item.items():
                if write["TableName"] == "belfry-outbox" and action == "Put":
                    self.stream.append(int(write["Item"]["id"]["N"]))

    # The shop

    def write(self, name: str, content: str | bytes) -> None:
        """Save a file of the team, as its owner does."""
        content = content.encode() if isinstance(content, str) else content
        digest = self.folder.read(name).digest if self.folder.exists(name) else None
        self.folder.replace(name, content, digest)

    def put(self, job: tuple[str, ...], stage: str) -> None:
        """Add a job to the board, or move it."""
        self.rows[job[0]] = (job, stage)
        self.save_board()

    def save_board(self) -> None:
        lines = [",".join(BOARD), *(",".join((*job, at)) for job, at in self.rows.values())]
        self.write("jobs/board.csv", "\n".join([*lines, ""]))

    def put_photo(self, job_id: str, file: str, content: bytes) -> None:
        """Upload a picture, of which the bucket tells at once."""
        self.write(f"jobs/photos/{job_id}/{file}", content)
        event = read_event("photo_put")
        record = event["Records"][0]
        record["s3"]["object"]["key"] = f"in/{job_id}/{file}"
        record["eventTime"] = f"{self.clock.now():%Y-%m-%dT%H:%M:%S.000Z}"
        self.deliver("jsnr-photo", event)

    # AWS

    def functions(self, name: str) -> Functions:
        """What the process of that function has open."""
        if name not in self._open:
            self._open[name] = self._find_module(name).FUNCTIONS.open(
                clock=self.clock, crash_points=self.crash_points
            )
        return self._open[name]

    def _find_module(self, name: str) -> Any:
        return importlib.import_module(self.table[name]["handler"].rpartition(".")[0])

    def call(self, name: str, event: Any) -> Any:
        """Call the function once; it dies where a crash is injected."""
        module, attribute = self._find_module(name), self.table[name]["handler"].rpartition(".")[2]
        handler: Callable[..., Any] = getattr(module, attribute)
        arn = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{name}"
        self.invocations.append(name)
        self.meter.function = name
        try:
            module.FUNCTIONS.use(self.functions(name))
            return handler(event, Context(arn))
        except Crashed:
            self.stop(name)
            raise
        finally:
            self.meter.function = ""

    def stop(self, *names: str) -> None:
        for name in names or tuple(self._open):
            if functions := self._open.pop(name, None):
                self._find_module(name).FUNCTIONS.use(None)
                functions.close()

    def deliver(self, name: str, event: Any, *, tries: int = ASYNCHRONOUS) -> Any:
        """Call the function until it answers; its event is a dead letter after the last try."""
        for _ in range(tries):
            try:
                answer = self.call(name, event)
            except (Exception, Crashed) as error:
                self.failures.append((name, f"{type(error).__name__}: {error}"))
            else:
                self.settle()
                return answer
        self.dead.append((name, event))
        self.settle()
        return None

    def settle(self) -> None:
        """Let everything follow that a call has set off."""
        while self._pump():
            continue

    def _pump(self) -> bool:
        if self.stream:
            rows, self.stream = self.stream, []
            self.deliver("belfry-relay", write_stream(rows), tries=TRIES["stream"])
        elif self.calls:
            name, event = self.calls.pop(0)
            self.deliver(name, event)
        else:
            return self._feed_rules() or any(self.feed(name) for name in list_queues(self.table))
        return True

    def _feed_rules(self) -> bool:
        """Hand the functions what a rule of the account's bus has for them."""
        is_fed = False
        for name, _ in list_rules(self.table):
            url = self.sqs.get_queue_url(QueueName=name)["QueueUrl"]
            answer = self.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10)
            for message in answer.get("Messages", ()):
                self.sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
                self.deliver(name, json.loads(message["Body"]))
                is_fed = True
        return is_fed

    def feed(self, name: str) -> bool:
        """Hand the function what lies in its queue; whether there was anything."""
        trigger = list_queues(self.table)[name]
        queue = self.sqs.get_queue_url(QueueName=trigger["name"])["QueueUrl"]
        answer = self.sqs.receive_message(
            QueueUrl=queue,
            MaxNumberOfMessages=10,
            VisibilityTimeout=0,
            AttributeNames=["All"],
        )
        messages = answer.get("Messages", [])
        if not messages:
            return False
        try:
            result = self.call(name, write_batch(messages))
            failed = {failure["itemIdentifier"] for failure in result["batchItemFailures"]}
        except (Exception, Crashed) as error:
            self.failures.append((name, f"{type(error).__name__}: {error}"))
            failed = {message["MessageId"] for message in messages}
        for message in messages:
            if message["MessageId"] not in failed:
                self.sqs.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
        return True

    def take_call(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """A function called by another, without waiting for it."""
        self.calls.append((params["FunctionName"], json.loads(params["Payload"])))
        return {"StatusCode": 202, "ResponseMetadata": {"HTTPStatusCode": 202}}

    # Time

    def go_to(self, when: str, *, every: timedelta | None = None) -> None:
        """Time goes by until a London clock shows that, and schedules fire.

        With `every`, those that fire at a rate fire no more often than that.
        """
        end = datetime.fromisoformat(when).replace(tzinfo=ZONE).astimezone(UTC)
        while (due := sorted(self._list_due(every))) and due[0][0] <= end:
            self.clock.advance_to(max(due[0][0], self.clock.now()))
            for fire in due:
                if fire[0] == due[0][0]:
                    self._fire(*fire[1:])
        self.clock.advance_to(end)

    def _list_due(self, every: timedelta | None) -> Iterator[tuple[datetime, str, str, str]]:
        now = self.clock.now()
        for name, function in self.table.items():
            for trigger in function["triggers"]:
                if trigger["type"] == "schedule":
                    fire = find_fire(trigger, now, every)
                    yield fire, name, trigger.get("input", ""), ""
                elif trigger["type"] == "at":
                    for once, at in self.list_releases(trigger["name"]):
                        yield max(at, now), name, "", once

    def list_releases(self, name: str) -> list[tuple[str, datetime]]:
        """The schedules that call a function for its held messages, each with its minute."""
        answer = self.scheduler.list_schedules(NamePrefix=f"{name}-2")
        names = [summary["Name"] for summary in answer["Schedules"]]
        return [(n, datetime.fromisoformat(f"{n.removeprefix(f'{name}-')}Z")) for n in names]

    def _fire(self, name: str, payload: str, once: str) -> None:
        if once:
            self.scheduler.delete_schedule(Name=once)
        self.deliver(name, json.loads(payload) if payload else read_event("scheduler_default"))

    # What arrived

    def list_texts(self) -> list[tuple[str, str]]:
        """Number and words of every text that SNS took."""
        return [(text["phone_number"], text["message"]) for text in list_sent(self.endpoint)]

    def list_emails(self) -> list[bytes]:
        return list_emails(self.endpoint)


def call_killed(
    host: Host, name: str, event: Any, *, after: int, counted: Collection[str] = ()
) -> bool:
    """Whether the function was killed after so many calls, or so many of those `counted`."""
    host.meter.kill_after, host.meter.counted = {name: after}, counted
    try:
        host.call(name, event)
    except Crashed:
        return True
    finally:
        host.meter.kill_after, host.meter.counted = {}, ()
    return False


def write_stream(rows: list[int], name: str = "INSERT") -> dict[str, Any]:
    """The outbox's stream telling of these rows."""
    event = read_event("outbox_stream")
    records = []
    for row in rows:
        record = deepcopy(event["Records"][0])
        record["eventName"] = name
        record["dynamodb"]["Keys"]["id"]["N"] = str(row)
        record["dynamodb"]["NewImage"]["id"]["N"] = str(row)
        records.append(record)
    return {"Records": records}


def write_batch(messages: list[dict[str, Any]]) -> dict[str, Any]:
    event = read_event("queue_batch")
    records = []
    for message in messages:
        record = deepcopy(event["Records"][0])
        record["messageId"] = message["MessageId"]
        record["receiptHandle"] = message["ReceiptHandle"]
        record["body"] = message["Body"]
        records.append(record)
    return {"Records": records}


def find_fire(
    trigger: Mapping[str, Any], now: datetime, every: timedelta | None = None
) -> datetime:
    """When a schedule fires next, after now."""
    expression = trigger["expression"]
    if expression.startswith("rate("):
        number, unit = expression.removeprefix("rate(").removesuffix(")").split()
        rate = timedelta(**{unit if unit.endswith("s") else f"{unit}s": int(number)})
        rate = max(rate, every or rate)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + ((now - midnight) // rate + 1) * rate
    zone = ZONE if trigger["zone"] else ZoneInfo("UTC")
    fire = next_fire(parse_cron(expression), zone, now)
    assert fire is not None
    return fire


def list_rules(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The functions that hear of Belfry's events on the account's bus."""
    return [
        (name, trigger)
        for name, function in table.items()
        for trigger in function["triggers"]
        if trigger["type"] == "bus" and trigger["source"] == "belfry"
    ]


def make_aws(rooms: Collection[str], table: Mapping[str, Any]) -> None:
    """The tables, buckets, queues, buses and parameters of the rooms, as their stacks make them."""
    with ExitStack() as closing:

        def connect(make: Callable[..., Any]) -> Any:
            client = make(region=REGION)
            closing.callback(client.close)
            return client

        create_tables(connect(clients.connect_dynamodb), tables=list_tables(*rooms))
        s3 = connect(clients.connect_s3)
        for bucket in list_buckets(rooms):
            where = {"LocationConstraint": REGION}
            s3.create_bucket(Bucket=bucket, CreateBucketConfiguration=where)
        parameters = connect(clients.connect_parameters)
        for name, value in PARAMETERS.items():
            parameters.put_parameter(
                Name=f"/ss/config/{name}", Value=value, Type="String", Overwrite=True
            )
        connect(clients.connect_ses).create_email_identity(EmailIdentity=SENDER_ADDRESS)
        sqs, events = connect(clients.connect_sqs), connect(clients.connect_events)
        for name, trigger in list_rules(table):
            make_rule(sqs, events, name, trigger["events"])
        for trigger in list_queues(table).values():
            make_queue(sqs, events, trigger)


def list_tables(*rooms: str) -> list[Table]:
    return [table for table in TABLES if table.room in ("", *rooms)]


def take_stock(dynamodb: Any, s3: Any, rooms: Collection[str]) -> dict[str, Any]:
    """How much there is of everything, how many and bytes, and the states of messages."""
    stock: dict[str, Any] = {}
    for table in list_tables(*rooms):
        items = dynamodb.scan(TableName=table.name)["Items"]
        states = sorted(item["state"]["S"] for item in items if "state" in item)
        stock[table.name] = (len(items), sum(map(weigh, items)), states)
    for bucket in list_buckets(rooms):
        objects = s3.list_objects_v2(Bucket=bucket).get("Contents", [])
        stock[bucket] = sorted((stored["Key"].split("/")[0], stored["Size"]) for stored in objects)
    return stock


def list_buckets(rooms: Collection[str]) -> list[str]:
    prefixes = tuple(f"{STACKS.get(room, room)}-" for room in rooms)
    return [bucket for bucket in BUCKETS if bucket == TEAM or bucket.startswith(prefixes)]


def make_rule(sqs: Any, events: Any, name: str, names: Sequence[str]) -> None:
    """A rule for a function; its events lie in a queue until they are handed on."""
    queue = sqs.create_queue(QueueName=name)["QueueUrl"]
    pattern = {"source": ["belfry"], "detail-type": names}
    events.put_rule(Name=name, EventPattern=json.dumps(pattern))
    events.put_targets(Rule=name, Targets=[{"Id": "queue", "Arn": find_arn(sqs, queue)}])


def list_queues(table: Mapping[str, Any]) -> dict[str, Any]:
    """The queue of each function that has one."""
    return {
        name: trigger
        for name, function in table.items()
        for trigger in function["triggers"]
        if trigger["type"] == "queue"
    }


def make_queue(sqs: Any, events: Any, trigger: Mapping[str, Any]) -> None:
    dead = sqs.create_queue(QueueName=trigger["dead_letters"])["QueueUrl"]
    policy = {
        "deadLetterTargetArn": find_arn(sqs, dead),
        "maxReceiveCount": str(trigger["attempts"]),
    }
    attributes = {"RedrivePolicy": json.dumps(policy)}
    queue = sqs.create_queue(QueueName=trigger["name"], Attributes=attributes)["QueueUrl"]
    bus, pattern = trigger["bus"], json.dumps({"detail-type": trigger["events"]})
    if bus != "default":
        events.create_event_bus(Name=bus)
    events.put_rule(Name=trigger["name"], EventBusName=bus, EventPattern=pattern)
    target = {"Id": "queue", "Arn": find_arn(sqs, queue)}
    events.put_targets(Rule=trigger["name"], EventBusName=bus, Targets=[target])


def find_arn(sqs: Any, queue: str) -> str:
    answer = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])
    return str(answer["Attributes"]["QueueArn"])


@contextmanager
def hosting(
    endpoint: str,
    start: datetime,
    settings: str,
    monkeypatch: pytest.MonkeyPatch,
    rooms: Collection[str] = ("jobs",),
) -> Iterator[Host]:
    """A home aws with these rooms in it, whose functions are called from here."""
    for name, value in {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_DEFAULT_REGION": REGION,
        ZONE_VARIABLE: PARAMETERS["timezone"],
        RELEASE_ROLE: f"arn:aws:iam::{ACCOUNT}:role/release",
    }.items():
        monkeypatch.setenv(name, value)
    hosts: list[Host] = []
    with metering({"lambda.Invoke": lambda params: hosts[0].take_call(params)}) as meter:
        stacks = ["belfry", *(STACKS.get(room, room) for room in rooms)]
        table = {name: function for name, function in TABLE.items() if function["stack"] in stacks}
        make_aws(rooms, table)
        host = Host(endpoint, VirtualClock(start), meter, table)
        hosts.append(host)
        if "jobs" in rooms:
            host.write("jobs/settings.txt", settings)
        try:
            yield host
        finally:
            host.stop()
            for client in (host.sqs, host.scheduler, host.s3):
                client.close()
