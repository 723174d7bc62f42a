"""The stacks deployed to an emulator that enforces roles, with a clock that the test moves.

What differs from a deployment to AWS is in `stage`: the emulator knows neither zones nor the
moment of a fire, so the test plays the scheduler.
"""

from __future__ import annotations

import fcntl
import json
import platform
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from hashlib import md5, sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4
from zipfile import ZipFile

import boto3
from botocore.config import Config
from tests.infra import staged
from tests.infra.function_table import read_functions
from tests.infra.stacks import translate
from tests.services.call_meter import Call, list_calls
from tests.services.function_host import (
    STACKS,
    list_buckets,
    list_queues,
    list_tables,
    take_stock,
)
from tests.services.ministack import serving_ministack
from tests.stories.waiting import wait_for
from tools.build_lambdas import (
    Machine,
    install,
    list_photo_requirements,
    list_room_requirements,
    list_web_requirements,
    name_version,
)
from tools.emulator import ACCOUNT, CACHE, REGION, ROOT
from tools.translate_stacks import CODE

from belfry.adapters.aws.dynamo import Table
from belfry.bootstrap.aws_functions import RELEASES

ZONE = "Europe/London"
EMULATOR = Machine(f"{sys.version_info.major}.{sys.version_info.minor}", platform.machine())
PACKAGES = {
    "rooms.zip": list_room_requirements(),
    "photo.zip": list_photo_requirements(),
    "web.zip": list_web_requirements(),
}
PARAMETERS: Mapping[str, Mapping[str, str]] = {
    "belfry": {
        "TeamName": "The Repair Bench",
        "TeamZone": ZONE,
        "Country": "GB",
        "AdminEmail": "owner@example.com",
        "MailFrom": "bench@example.com",
        "Words": "bedrock",
    },
    "mail": {"Domain": "example.com"},
    "jsnr": {"TeamZone": "/ss/config/timezone", "Words": "bedrock"},
    "ss": {"TeamZone": "/ss/config/timezone", "Words": "bedrock", "Google": "yes"},
    "ct": {"TeamZone": "/ss/config/timezone", "Words": "bedrock", "Evidence": "described"},
    "web": {},
}
BUSY = ("queued", "sending")
LIST = "StringList"
BOARD = "job_id,customer,contact,channel,item,stage\n"


# The rooms whose stacks are deployed.
ROOMS = [room for room, stack in STACKS.items() if stack in PARAMETERS]


@dataclass(frozen=True)
class Saved:
    """The items of each table, and the objects by bucket and key."""

    items: Mapping[str, list[dict[str, Any]]]
    objects: Mapping[tuple[str, str], bytes]

    def add(self, bucket: str, key: str, content: bytes) -> Saved:
        return replace(self, objects={**self.objects, (bucket, key): content})


@dataclass
class Deployment:
    address: str
    folder: Path
    clients: dict[str, Any] = field(default_factory=dict)
    texts_before: dict[str, int] = field(default_factory=dict)
    mails_before: int = 0
    notices: dict[str, Any] = field(default_factory=dict)
    # Those of which tests change and compare what is stored.
    rooms: Sequence[str] = tuple(ROOMS)

    def client(self, service: str) -> Any:
        """As the owner of the account, who may do everything."""
        if service not in self.clients:
            self.clients[service] = connect(service, self.address, ACCOUNT, "owner")
        return self.clients[service]

    # The stage

    def begin(self, saved: Saved | None = None, scene: str = "") -> None:
        """All is as saved, and nothing was sent; in a scene they know, processes go on."""
        saved = saved or Saved({}, {})
        for table in list_tables(*self.rooms):
            self._restore_table(table, saved.items.get(table.name, []))
        for bucket in list_buckets(self.rooms):
            self._restore_bucket(bucket, saved)
        for name in self.list_releases():
            self.client("scheduler").delete_schedule(Name=name)
        for queue in self.queues.values():
            self.client("sqs").purge_queue(QueueUrl=queue)
        for name in ("steps", "crash", "calls"):
            (self.folder / name).unlink(missing_ok=True)
        self._write("scene", scene or uuid4().hex)
        self.texts_before = {number: len(texts) for number, texts in self._read_texts().items()}
        self.mails_before = len(self._read_mails())

    def _restore_table(self, table: Table, items: list[dict[str, Any]]) -> None:
        client = self.client("dynamodb")
        stored_items = client.scan(TableName=table.name)["Items"]
        keys = [table.key_of(item) for item in items]
        for item in stored_items:
            if table.key_of(item) not in keys:
                client.delete_item(TableName=table.name, Key=table.key_of(item))
        for item in items:
            if item not in stored_items:
                client.put_item(TableName=table.name, Item=item)

    def _restore_bucket(self, bucket: str, saved: Saved) -> None:
        client = self.client("s3")
        listed = client.list_objects_v2(Bucket=bucket).get("Contents", [])
        tags = {stored["Key"]: stored["ETag"].strip('"') for stored in listed}
        wanted = {key: content for (name, key), content in saved.objects.items() if name == bucket}
        for key in tags.keys() - wanted.keys():
            client.delete_object(Bucket=bucket, Key=key)
        for key, content in wanted.items():
            if tags.get(key) != md5(content).hexdigest():
                self.put_file(key, content, bucket)

    def save(self) -> Saved:
        """What is recorded and stored."""
        dynamodb, s3 = self.client("dynamodb"), self.client("s3")
        tables = list_tables(*self.rooms)
        items = {t.name: dynamodb.scan(TableName=t.name)["Items"] for t in tables}
        objects = {
            (bucket, stored["Key"]): s3.get_object(Bucket=bucket, Key=stored["Key"])["Body"].read()
            for bucket in list_buckets(self.rooms)
            for stored in s3.list_objects_v2(Bucket=bucket).get("Contents", [])
        }
        return Saved(items, objects)

    @contextmanager
    def narrowed(self, *rooms: str) -> Iterator[None]:
        """Only what lies in these rooms is put back and compared."""
        before, self.rooms = self.rooms, rooms
        try:
            yield
        finally:
            self.rooms = before

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """Nothing but the test calls a function."""
        self._let_call(is_allowed=False)
        try:
            yield
        finally:
            self.begin()
            self._let_call(is_allowed=True)

    def _let_call(self, *, is_allowed: bool) -> None:
        functions, s3 = self.client("lambda"), self.client("s3")
        for source in functions.list_event_source_mappings()["EventSourceMappings"]:
            functions.update_event_source_mapping(UUID=source["UUID"], Enabled=is_allowed)
        for bucket in list_buckets(ROOMS):
            if not is_allowed:
                notices = s3.get_bucket_notification_configuration(Bucket=bucket)
                self.notices[bucket] = notices.get("LambdaFunctionConfigurations", [])
            if self.notices[bucket]:
                called = {"LambdaFunctionConfigurations": self.notices[bucket]}
                s3.put_bucket_notification_configuration(
                    Bucket=bucket, NotificationConfiguration=called if is_allowed else {}
                )
        events, change = self.client("events"), "enable_rule" if is_allowed else "disable_rule"
        for rule in events.list_rules()["Rules"]:
            targets = events.list_targets_by_rule(Rule=rule["Name"])["Targets"]
            if any(":lambda:" in target["Arn"] for target in targets):
                getattr(events, change)(Name=rule["Name"])

    def go_to(self, moment: datetime) -> None:
        self._write("now", moment.isoformat())

    def crash_at(self, place: str) -> None:
        """The function dies there: `jsnr-sender send.claimed 2` is its second time at that step."""
        self._write("crash", place)

    def has_crashed(self) -> bool:
        return not (self.folder / "crash").exists()

    def list_steps(self) -> list[str]:
        path = self.folder / "steps"
        return path.read_text().splitlines() if path.exists() else []

    def list_calls(self, function: str) -> list[Call]:
        """What the function has asked of AWS."""
        path = self.folder / "calls"
        records = map(json.loads, path.read_text().splitlines() if path.exists() else ())
        return [
            call
            for caller, service, operation, params in records
            if caller == function
            for call in list_calls(caller, service, operation, params)
        ]

    def let_time_out(self, function: str) -> None:
        """What the function took from the queue and did not finish may be taken again."""
        taken = json.loads((self.folder / f"event-{function}").read_text())
        for record in taken["Records"]:
            self.client("sqs").change_message_visibility(
                QueueUrl=self.queues[function],
                ReceiptHandle=record["receiptHandle"],
                VisibilityTimeout=0,
            )

    @property
    def queues(self) -> dict[str, str]:
        """The address of each queue, by the function that it is for."""
        queues = list_queues(read_functions())
        return {name: f"{self.address}/{ACCOUNT}/{t['name']}" for name, t in queues.items()}

    def _write(self, name: str, text: str) -> None:
        new = self.folder / f"{name}.new"
        new.write_text(text)
        new.replace(self.folder / name)

    # What people do

    def put_file(self, name: str, content: str | bytes, bucket: str = "belfry-team") -> None:
        self.client("s3").put_object(Bucket=bucket, Key=name, Body=content)

    def put_board(self, *rows: tuple[str, ...]) -> None:
        lines = "".join(",".join(row) + "\n" for row in rows)
        self.put_file("team/jobs/board.csv", BOARD + lines)

    @contextmanager
    def settings(self, **settings: str) -> Iterator[None]:
        """A scene with settings beside those of the stacks; __ stands for / in their names."""
        with self.overriding({name.replace("__", "/"): v for name, v in settings.items()}):
            self.begin()
            yield
        self.begin()

    @contextmanager
    def overriding(self, settings: Mapping[str, str | list[str]]) -> Iterator[None]:
        """With these settings, by their names; afterwards all are as before."""
        named = {f"/ss/config/{name}": value for name, value in settings.items()}
        client = self.client("ssm")
        stored = client.get_parameters(Names=list(named))["Parameters"] if named else []
        before = {parameter["Name"]: parameter["Value"] for parameter in stored}
        self._put_parameters(named)
        try:
            yield
        finally:
            self._put_parameters(before)
            if added := list(named.keys() - before.keys()):
                client.delete_parameters(Names=added)

    def _put_parameters(self, values: Mapping[str, str | list[str]]) -> None:
        for name, value in values.items():
            text, kind = (value, "String") if isinstance(value, str) else (",".join(value), LIST)
            self.client("ssm").put_parameter(Name=name, Value=text, Type=kind, Overwrite=True)

    # What the scheduler does

    def fire(self, name: str) -> Any:
        """Call the target of a schedule, as the scheduler does, and wait for the answer."""
        schedule = self.client("scheduler").get_schedule(Name=name)
        target = schedule["Target"]
        return self.invoke(target["Arn"], json.loads(target.get("Input") or "{}"))

    def fire_releases(self, until: datetime) -> list[str]:
        """Fire what senders have scheduled for themselves up to that moment."""
        last = f"{until.astimezone(UTC):%Y%m%dT%H%M}"
        due = [name for name in self.list_releases() if name.rpartition("-")[2] <= last]
        for name in due:
            self.fire(name)
            self.client("scheduler").delete_schedule(Name=name)
        return due

    def list_releases(self) -> list[str]:
        """The calls that senders have asked for, by their minute."""
        client = self.client("scheduler")
        return sorted(
            schedule["Name"]
            for room in ROOMS
            for schedule in client.list_schedules(NamePrefix=f"{RELEASES[room]}-2")["Schedules"]
        )

    def invoke(self, function: str, event: Any) -> Any:
        """What the function returns; AssertionError if it fails.

        A process goes on after a failure, as on AWS: the emulator would end it.
        """
        payload = json.dumps({"called_by_test": event})
        answer = self.client("lambda").invoke(FunctionName=function, Payload=payload)
        text = answer["Payload"].read().decode()
        if "FunctionError" in answer:
            raise AssertionError(f"{function}: {text}")
        returned = json.loads(text)
        if "failure" in returned:
            raise AssertionError(f"{function}: {returned['failure']}")
        return returned["answer"]

    def ask_page(
        self,
        path: str,
        method: str = "GET",
        function: str = "jsnr-page",
        body: bytes | None = None,
        **headers: str,
    ) -> tuple[int, str]:
        """What a browser is answered by the function's URL."""
        url = self.client("lambda").get_function_url_config(FunctionName=function)["FunctionUrl"]
        request = urllib.request.Request(f"{self.address}{path}", body, headers, method=method)
        request.add_header("Host", urlsplit(url).netloc)
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read().decode()

    # What came of it

    def settle(self, *, is_sent: bool = True) -> None:
        """Wait until every event has come through the relay, the queue and the functions.

        Unless messages wait for a schedule, they are sent by then.
        """
        wait_for(lambda: self._list_unsettled(is_sent), lambda waiting: not waiting, within=120)

    def _list_unsettled(self, is_sent: bool) -> list[str]:
        rows = self.client("dynamodb").scan(TableName="belfry-outbox")["Items"]
        waiting = [f"event {row['id']['N']}" for row in rows if "state" in row]
        counts = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")
        for name, url in self.queues.items():
            queue = self.client("sqs").get_queue_attributes(
                QueueUrl=url, AttributeNames=list(counts)
            )
            numbers = [queue["Attributes"][count] for count in counts]
            waiting += [f"{number} in the queue of {name}" for number in numbers if number != "0"]
        states = self.list_messages().items() if is_sent else ()
        return waiting + [f"message {name}" for name, state in states if state in BUSY]

    def list_texts(self) -> list[tuple[str, str]]:
        """Number and words of each text of this scene, by number."""
        numbers = self._read_texts()
        return [
            (number, text["Message"])
            for number, texts in sorted(numbers.items())
            for text in texts[self.texts_before.get(number, 0) :]
        ]

    def list_mails(self) -> list[tuple[str, str]]:
        """Recipient and words of each e-mail of this scene, oldest first."""
        mails = self._read_mails()[self.mails_before :]
        return [(mail["To"][0], " ".join(mail["BodyText"].split())) for mail in mails]

    def count_enclosed(self) -> int:
        """How many pictures the e-mails show."""
        mails = self._read_mails()[self.mails_before :]
        return sum(mail["BodyHtml"].count("cid:") for mail in mails)

    def take_stock(self) -> dict[str, Any]:
        return take_stock(self.client("dynamodb"), self.client("s3"), self.rooms)

    def list_messages(self) -> dict[str, str]:
        """Every message of the rooms, with its state."""
        dynamodb = self.client("dynamodb")
        items = [
            item
            for table in list_tables(*self.rooms)
            if table.name.endswith(("-notifications", "-book"))
            for item in dynamodb.scan(TableName=table.name)["Items"]
        ]
        messages = [item for item in items if item.get("pk", {}).get("S", "Message") == "Message"]
        return {item["id"]["S"]: item["state"]["S"] for item in messages if "state" in item}

    def _read_texts(self) -> dict[str, list[dict[str, Any]]]:
        texts: dict[str, Any] = self._get("/_ministack/sns/sms-messages")["sms_messages"]
        return texts

    def _read_mails(self) -> list[dict[str, Any]]:
        mails: dict[str, Any] = self._get("/_ministack/ses/messages")["messages"]
        return list(mails.get(ACCOUNT, []))

    def _get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}{path}") as answer:
            return json.load(answer)


def connect(service: str, address: str, key: str, secret: str, token: str | None = None) -> Any:
    return boto3.client(
        service,
        region_name=REGION,
        endpoint_url=address,
        aws_access_key_id=key,
        aws_secret_access_key=secret,
        aws_session_token=token,
        config=Config(read_timeout=300, retries={"total_max_attempts": 1}),
    )


@contextmanager
def deploying(folder: Path, **environment: str) -> Iterator[Deployment]:
    stage_folder, server_folder = folder / "stage", folder / "server"
    stage_folder.mkdir()
    server_folder.mkdir()
    quick = {"LAMBDA_ASYNC_RETRY_BASE_SECONDS": "0.1", "STAGE": str(stage_folder)}
    with serving_ministack(server_folder, AUTH="true", **quick, **environment) as address:
        deployment = Deployment(address, stage_folder)
        upload_code(deployment, folder)
        for name in PARAMETERS:
            create_stack(deployment, name)
        yield deployment
        for client in deployment.clients.values():
            client.close()


def upload_code(deployment: Deployment, folder: Path) -> None:
    """The stage alone: the emulator unpacks a package at each start of a function."""
    s3 = deployment.client("s3")
    s3.create_bucket(Bucket=CODE, CreateBucketConfiguration={"LocationConstraint": REGION})
    with ZipFile(folder / "stage.zip", "w") as package:
        package.write(staged.__file__, "staged.py")
    for name in PACKAGES:
        s3.upload_file(str(folder / "stage.zip"), CODE, name)


@cache
def install_package(name: str) -> str:
    """Where that package's content lies, as a path for imports: its libraries and Belfry."""
    requirements = PACKAGES[name]
    parts = (*requirements, EMULATOR.python, (ROOT / "requirements.lock").read_text())
    digest = sha256("\n".join(parts).encode()).hexdigest()[:12]
    folder = CACHE / f"{Path(name).stem}-{digest}"
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "packages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "installed").exists():
            install(requirements, folder, EMULATOR)
            name_version(folder)
            (folder / "installed").touch()
    return f"{folder}:{ROOT / 'src'}"


def create_stack(deployment: Deployment, name: str) -> None:
    client = deployment.client("cloudformation")
    parameters = [{"ParameterKey": k, "ParameterValue": v} for k, v in PARAMETERS[name].items()]
    # A template of more than 51,200 bytes is taken from a bucket alone.
    template = json.dumps(stage(translate()["templates"][name]))
    deployment.put_file(f"{name}.json", template, CODE)
    client.create_stack(
        StackName=name,
        TemplateURL=f"{deployment.address}/{CODE}/{name}.json",
        Parameters=parameters,
        Capabilities=["CAPABILITY_NAMED_IAM"],
    )
    stack = wait_for(
        lambda: client.describe_stacks(StackName=name)["Stacks"][0],
        lambda stack: not stack["StackStatus"].endswith("_IN_PROGRESS"),
    )
    events = client.describe_stack_events(StackName=name)["StackEvents"]
    failures = [
        e["ResourceStatusReason"] for e in events if e["ResourceStatus"].endswith("_FAILED")
    ]
    assert stack["StackStatus"] == "CREATE_COMPLETE", failures


def stage(template: dict[str, Any]) -> dict[str, Any]:
    """The template with what the emulator needs otherwise than AWS."""
    staged_template: dict[str, Any] = json.loads(json.dumps(template))
    # It makes no keys for mails, which an output names.
    staged_template.pop("Outputs", None)
    # Nor does it know alarms on computed metrics.
    resources = staged_template["Resources"]
    for name in [n for n, r in resources.items() if "Metrics" in r["Properties"]]:
        del resources[name]
    for resource in resources.values():
        properties = resource["Properties"]
        match resource["Type"]:
            case "AWS::Lambda::Function":
                variables = properties["Environment"]["Variables"]
                variables["STAGED_HANDLER"] = properties["Handler"]
                variables["PYTHONPATH"] = install_package(properties["Code"]["S3Key"])
                properties["Handler"] = "staged.handler"
            case "AWS::Lambda::EventSourceMapping":
                # Nothing is gained by waiting for more.
                properties.pop("MaximumBatchingWindowInSeconds", None)
            case "AWS::Scheduler::Schedule":
                # The test fires it, at the time of the stage.
                properties["State"] = "DISABLED"
            case "AWS::IAM::Role":
                widen(properties)
    return staged_template


# The emulator checks these on everything, whatever they are asked for.
UNPLACED = {"ssm:GetParametersByPath", "ses:SendEmail"}


def widen(role: dict[str, Any]) -> None:
    for policy in role["Policies"]:
        for statement in policy["PolicyDocument"]["Statement"]:
            if UNPLACED & set(as_list(statement.get("Action", []))):
                statement["Resource"] = "*"


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
