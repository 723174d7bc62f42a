"""Each function may do what it needs, and no more: the emulator enforces the deployed roles.

A function is run as AWS calls it, once with its whole role and once without each statement, which
must show: it fails, or less is recorded, stored or sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from tests.infra.deployments import BOARD, Deployment, Saved
from tests.infra.function_table import list_statements, read_functions
from tests.infra.test_deployed_stories import DOC, poll
from tests.pictures import RED, make_picture
from tests.services.function_host import read_event, write_batch, write_stream
from tests.stories.benches import MAYA, TOM, london

from belfry.messaging.contacts import contact_id
from belfry.settings.sections import HAIKU

# AWS itself needs these to call the function and to keep what it fails at; the emulator does not.
OF_AWS = {"FollowTheOutbox", "SetAsideWhatFails", "TakeFromTheQueue", "WriteLogs"}
# What a model or a text gateway is for stands below, with what is forbidden.
PROBED = {"WordMessages"}
# Whether a missing file is called missing or forbidden, and who may lend a role to the scheduler:
# the emulator does not ask.
UNASKED = {"NoticeMissingFiles", "LetTheSchedulerCall"}
BEGUN, NOON, LATER, NIGHT = (
    "2026-11-17T10:05",
    "2026-11-19T12:00",
    "2026-11-19T12:03",
    "2026-11-19T20:30",
)
SENDER = {"mail/from": "bench@example.com"}


@dataclass
class Run:
    """Calls of one function, each at its moment, from a certain state on."""

    saved: Saved
    calls: Sequence[tuple[str, Any]]
    settings: dict[str, str] = field(default_factory=dict)


@pytest.fixture(scope="module")
def runs(deployment: Deployment) -> Iterator[dict[str, list[Run]]]:
    """For each function, runs that together need everything its role allows."""
    with deployment.settings(public_url="https://jobs.example.com"):
        informed = live_until_told(deployment)
        with deployment.hushed():
            yield make_runs(deployment, informed)


def put_settings(aws: Deployment, settings: dict[str, str]) -> None:
    for name, value in settings.items():
        aws.client("ssm").put_parameter(
            Name=f"/ss/config/{name}", Value=value, Type="String", Overwrite=True
        )


def live_until_told(aws: Deployment) -> Saved:
    """Two jobs are begun, and their customers were told."""
    aws.put_file("team/jobs/settings.txt", DOC)
    aws.put_board((*MAYA, "received"), (*TOM, "received"))
    poll(aws, "2026-11-16T10:00")
    aws.put_board((*MAYA, "in progress"), (*TOM, "in progress"))
    poll(aws, "2026-11-17T10:00", "2026-11-17T10:03")
    return aws.save()


def make_runs(aws: Deployment, informed: Saved) -> dict[str, list[Run]]:
    fire = read_event("scheduler_default")
    polls = [(NOON, fire), (LATER, fire)]
    put_in = informed.add("jsnr-photos", f"in/{TOM[0]}/ready.jpg", make_picture(RED))
    pictured = play(aws, put_in, "jsnr-photo", [(BEGUN, write_photo(TOM[0]))])
    ready = pictured.add(*write_board((*MAYA, "ready"), (*TOM, "ready")))
    moved = play(aws, ready, "jsnr-stage", polls)
    rows = [int(row["id"]["N"]) for row in moved.items["belfry-outbox"] if "state" in row]
    published = play(aws, moved, "belfry-relay", [(LATER, write_stream(rows))])
    batch = take_queue(aws)
    with resting(aws, "jsnr-sender"):
        queued = play(aws, published, "jsnr-composer", [(LATER, batch)])
    keys = [item["id"]["S"] for item in queued.items["jsnr-notifications"] if "due_of" in item]
    over = pictured.add(*write_board((*MAYA, "collected"), (*TOM, "collected")))
    collected = play(aws, over, "jsnr-stage", polls)
    other = ("Ann Lee", "ann@example.com", "email", "lamp", "received")
    reused = put_in.add(*write_board((*MAYA, "in progress"), (TOM[0], *other)))
    another = put_in.add("jsnr-photos", f"in/{MAYA[0]}/ready.jpg", make_picture(RED))
    return {
        "jsnr-stage": [Run(ready, polls), Run(reused, polls)],
        "belfry-relay": [Run(moved, [(LATER, {})]), Run(moved, [(LATER, write_stream(rows))])],
        "jsnr-composer": [Run(published, [(LATER, batch)])],
        "jsnr-sender": [
            Run(queued, [(LATER, {"messages": keys})]),
            Run(queued, [(LATER, fire)]),
            Run(queued, [(NIGHT, fire)]),
            Run(queued, [(LATER, fire)], {"mail/from": "bench@unknown.example"}),
        ],
        "jsnr-sweep": [Run(informed, [("2026-11-21T07:30", fire)])],
        "jsnr-photo": [
            Run(another, [(BEGUN, write_photo(TOM[0])), (NOON, fire)]),
            Run(collected, [("2027-11-19T03:00", {"act": "expire"})]),
        ],
        "jsnr-page": [Run(moved, [(LATER, request) for request in list_requests(moved)])],
        "belfry-feedback": [
            Run(informed, [(NOON, read_event("ses_bounced"))]),
            Run(informed, [(NOON, read_event("ses_complaint"))]),
        ],
    }


def play(aws: Deployment, saved: Saved, function: str, calls: Sequence[tuple[str, Any]]) -> Saved:
    """What is there after the function was called."""
    aws.begin(saved)
    call(aws, function, calls)
    return aws.save()


def write_board(*rows: tuple[str, ...]) -> tuple[str, str, bytes]:
    lines = "".join(",".join(row) + "\n" for row in rows)
    return "belfry-team", "team/jobs/board.csv", (BOARD + lines).encode()


def write_photo(job_id: str) -> Any:
    event = read_event("photo_put")
    event["Records"][0]["s3"]["object"]["key"] = f"in/{job_id}/ready.jpg"
    return event


def list_requests(saved: Saved) -> Iterator[Any]:
    """A customer looks at the page and the photo, and wants no more messages."""
    tokens = {
        item["pk"]["S"]: item["token"]["S"]
        for item in saved.items["jsnr-book"]
        if "token" in item and (TOM[0] in str(item) or contact_id(TOM[2]) in str(item))
    }
    page, stop = f"/t/{tokens['TrackingPage']}", f"/stop/{tokens['Contact']}"
    for method, path in (("GET", page), ("GET", f"{page}/photo/1"), ("GET", stop), ("POST", stop)):
        request = read_event("url_request")
        request["rawPath"] = request["requestContext"]["http"]["path"] = path
        request["requestContext"]["http"]["method"] = method
        yield request


@contextmanager
def resting(aws: Deployment, function: str) -> Iterator[None]:
    """The function may be called, and does nothing."""
    client = aws.client("lambda")
    client.put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=0)
    yield
    client.delete_function_concurrency(FunctionName=function)


def take_queue(aws: Deployment) -> Any:
    """What lies in the queue, as the composer is handed it."""
    answer = aws.client("sqs").receive_message(QueueUrl=aws.queue, MaxNumberOfMessages=10)
    for message in answer["Messages"]:
        aws.client("sqs").delete_message(QueueUrl=aws.queue, ReceiptHandle=message["ReceiptHandle"])
    return write_batch(answer["Messages"])


def call(aws: Deployment, function: str, calls: Sequence[tuple[str, Any]]) -> list[Any]:
    answers = []
    for moment, event in calls:
        aws.go_to(london(moment))
        answers.append(aws.invoke(function, event))
    return answers


def observe(aws: Deployment, function: str, run: Run, *, afresh: bool = True) -> Any:
    """The answers of the function, and all that can be seen of what it did."""
    put_settings(aws, {**SENDER, **run.settings})
    aws.begin(run.saved, "" if afresh else json.dumps(run.settings))
    answers = call(aws, function, run.calls)
    sent = (aws.list_texts(), aws.list_mails(), aws.count_enclosed(), aws.list_releases())
    return answers, aws.take_stock(), sent


class Role:
    """The role of a deployed function, from which statements can be taken."""

    def __init__(self, aws: Deployment, function: str) -> None:
        configuration = aws.client("lambda").get_function_configuration(FunctionName=function)
        self._name = configuration["Role"].rpartition("/")[2]
        self._iam = aws.client("iam")
        policy = self._iam.get_role_policy(RoleName=self._name, PolicyName="own")["PolicyDocument"]
        self._whole = json.loads(policy) if isinstance(policy, str) else policy

    def list_sids(self) -> list[str]:
        return [statement["Sid"] for statement in self._whole["Statement"]]

    def put(self, *, without: str = "", more: dict[str, Any] | None = None) -> None:
        policy = deepcopy(self._whole)
        policy["Statement"] = [s for s in policy["Statement"] if s["Sid"] != without]
        policy["Statement"] += [more] if more else []
        self._iam.put_role_policy(
            RoleName=self._name, PolicyName="own", PolicyDocument=json.dumps(policy)
        )


def test_every_statement_is_needed(deployment: Deployment, runs: dict[str, list[Run]]) -> None:
    assert runs.keys() == read_functions().keys()
    unneeded = [
        f"{function} {sid}"
        for function, own_runs in runs.items()
        for sid in list_unneeded(deployment, function, own_runs)
    ]
    assert "\n".join(unneeded) == ""


def list_unneeded(aws: Deployment, function: str, runs: Sequence[Run]) -> list[str]:
    role, unneeded = Role(aws, function), []
    with resting(aws, "jsnr-sender") if function == "jsnr-composer" else nullcontext():
        whole = [observe(aws, function, run, afresh=False) for run in runs]
        for sid in sorted(set(role.list_sids()) - OF_AWS - UNASKED - PROBED):
            role.put(without=sid)
            if all(map(partial(is_seen, aws, function, sid), runs, whole)):
                unneeded.append(sid)
            role.put()
    put_settings(aws, SENDER)
    return unneeded


def is_seen(aws: Deployment, function: str, sid: str, run: Run, expected: Any) -> bool:
    """Whether everything is as with the whole role."""
    try:
        return bool(observe(aws, function, run, afresh=sid == "ReadSettings") == expected)
    except AssertionError:
        return False


# The emulator knows models, but no profiles of them, and asks for InvokeModel here alone.
MODEL = HAIKU.removeprefix("global.")
QUESTION = json.dumps(
    {
        "anthropic_version": "bedrock-2023-05-31",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "Hello"}],
    }
)
MAIL = {
    "FromEmailAddress": "bench@example.com",
    "Destination": {"ToAddresses": ["tom@example.com"]},
    "Content": {"Simple": {"Subject": {"Data": "x"}, "Body": {"Text": {"Data": "x"}}}},
}
# What only some may do, who they are, and how it is tried.
GUARDED: list[tuple[str, set[str], dict[str, Any]]] = [
    (
        "ask a model",
        {"jsnr-composer"},
        {
            "service": "bedrock-runtime",
            "operation": "invoke_model",
            "request": {"modelId": MODEL, "body": QUESTION},
        },
    ),
    (
        "ask another model",
        set(),
        {
            "service": "bedrock-runtime",
            "operation": "invoke_model",
            "request": {"modelId": "anthropic.claude-sonnet-4-6", "body": QUESTION},
        },
    ),
    (
        "send an e-mail",
        {"jsnr-sender"},
        {"service": "sesv2", "operation": "send_email", "request": MAIL},
    ),
    (
        "send a text",
        {"jsnr-sender"},
        {
            "service": "sns",
            "operation": "publish",
            "request": {"PhoneNumber": "+447700900199", "Message": "x"},
        },
    ),
    (
        "publish events",
        {"belfry-relay"},
        {
            "service": "events",
            "operation": "put_events",
            "request": {
                "Entries": [
                    {
                        "EventBusName": "jsnr-bus",
                        "Source": "x",
                        "DetailType": "x",
                        "Detail": "{}",
                    }
                ]
            },
        },
    ),
    *(
        (
            f"read {table}",
            set[str](),
            {
                "service": "dynamodb",
                "operation": "get_item",
                "request": {"TableName": table, "Key": {"pk": {"S": "x"}, "sk": {"S": "x"}}},
            },
        )
        for table in ("ss-book", "ct-book", "belfry-book")
    ),
    (
        "write to the board",
        set(),
        {
            "service": "s3",
            "operation": "put_object",
            "request": {"Bucket": "belfry-team", "Key": "team/jobs/board.csv", "Body": "x"},
        },
    ),
    (
        "read a secret",
        set(),
        {
            "service": "secretsmanager",
            "operation": "get_secret_value",
            "request": {"SecretId": "jsnr/sms"},
        },
    ),
]
REFUSALS = {"AccessDenied", "AccessDeniedException", "AuthorizationError", "NotAuthorized"}


def test_nobody_can_do_what_another_is_for(deployment: Deployment) -> None:
    """Only the composer asks a model, only the sender sends, and rooms do not see each other."""
    for act, allowed, probe in GUARDED:
        codes = {name: deployment.invoke(name, {"probe": probe}) for name in read_functions()}
        able = {name for name, code in codes.items() if code not in REFUSALS}
        assert able == allowed, (act, codes)
        assert {codes[name] for name in allowed} <= {""}, (act, codes)


def test_statements_for_models_and_gateways_open_what_they_are_for(deployment: Deployment) -> None:
    deployment.client("secretsmanager").create_secret(Name="jsnr/sms", SecretString="x")
    for function, sid, probe in (
        ("jsnr-composer", "WordMessages", GUARDED[0][2]),
        ("jsnr-sender", "ReadTheTokenOfTheTextGateway", GUARDED[-1][2]),
    ):
        role = Role(deployment, function)
        role.put(without=sid)
        assert deployment.invoke(function, {"probe": probe}) in REFUSALS
        role.put(more=find_statement(function, sid))
        assert deployment.invoke(function, {"probe": probe}) == ""
        role.put()
    deployment.client("secretsmanager").delete_secret(
        SecretId="jsnr/sms", ForceDeleteWithoutRecovery=True
    )


def find_statement(function: str, sid: str) -> dict[str, Any]:
    """A statement of the table that this deployment may be without."""
    settings = {"model.provider = bedrock", "aws.sms_secret = jsnr/sms"}
    statements = list_statements(function, read_functions()[function], settings, "")
    [(actions, resources)] = [(a, r) for name, a, r in statements if name == sid]
    return {"Sid": f"{sid}Too", "Effect": "Allow", "Action": actions, "Resource": resources}
