"""Each function may do what it needs, and no more: the emulator enforces the deployed roles.

A room has its functions in infra/functions.toml, and here the runs that need all of their roles.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.infra import controls_runs, jobs_runs, rota_runs
from tests.infra.deployments import Deployment, Saved
from tests.infra.function_table import list_statements, read_functions
from tests.infra.role_proofs import Role, Run, list_unneeded
from tests.services.call_meter import list_calls
from tests.services.function_host import STACKS
from tests.services.function_roles import list_refused
from tests.services.google_api import LocalGoogle, serving_google

from belfry.settings.sections import HAIKU

Live = Callable[[Deployment], Saved]
MakeRuns = Callable[[Deployment, Saved], dict[str, list[Run]]]
# Each room lives for a while with everything running, then makes its runs with the stacks hushed.
ROOMS: dict[str, tuple[Live, MakeRuns]] = {
    "jobs": (jobs_runs.live_until_told, jobs_runs.make_runs),
    "controls": (controls_runs.live_until_listed, controls_runs.make_runs),
    "rota": (rota_runs.live_until_listed, rota_runs.make_runs),
}


def test_everything_that_a_role_allows_is_needed(deployment: Deployment) -> None:
    with deployment.settings(public_url="https://jobs.example.com"), drive(deployment) as google:
        lives = {room: live(deployment) for room, (live, _) in ROOMS.items()}
        with deployment.hushed():
            runs: dict[str, list[Run]] = {}
            for room, (_, make_runs) in ROOMS.items():
                with deployment.narrowed(room):
                    for function, own_runs in make_runs(deployment, lives[room]).items():
                        runs.setdefault(function, []).extend(own_runs)
            runs["drive-sync"].append(rota_runs.make_google_run(lives["rota"], google))
            # The pages of the team ask for what tests/stories/test_web_function.py records.
            assert runs.keys() == read_functions().keys() - {"belfry-web"}
            unneeded = [text for function in runs for text in prove(deployment, function, runs)]
    assert "\n".join(unneeded) == ""


@contextmanager
def drive(aws: Deployment) -> Iterator[LocalGoogle]:
    """Google on this machine, whose key is among the secrets."""
    name, secrets = "ss/drive/sa", aws.client("secretsmanager")
    with serving_google() as google:
        secrets.create_secret(Name=name, SecretString=google.key)
        yield google
    secrets.delete_secret(SecretId=name, ForceDeleteWithoutRecovery=True)


def prove(aws: Deployment, function: str, runs: dict[str, list[Run]]) -> list[str]:
    """Of a room's function, only what lies in the room is compared."""
    stack = read_functions()[function]["stack"]
    own = [room for room in ROOMS if STACKS[room] == stack]
    with aws.narrowed(*own or ROOMS):
        return list_unneeded(aws, function, runs[function])


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
# What only some may do, and how it is tried.
GUARDED: list[dict[str, Any]] = [
    {
        "service": "bedrock-runtime",
        "operation": "invoke_model",
        "request": {"modelId": MODEL, "body": QUESTION},
    },
    {
        "service": "bedrock-runtime",
        "operation": "invoke_model",
        "request": {"modelId": "anthropic.claude-sonnet-4-6", "body": QUESTION},
    },
    {"service": "sesv2", "operation": "send_email", "request": MAIL},
    {
        "service": "sns",
        "operation": "publish",
        "request": {"PhoneNumber": "+447700900199", "Message": "x"},
    },
    {
        "service": "events",
        "operation": "put_events",
        "request": {
            "Entries": [
                {"EventBusName": "jsnr-bus", "Source": "x", "DetailType": "x", "Detail": "{}"}
            ]
        },
    },
    *(
        {
            "service": "dynamodb",
            "operation": "get_item",
            "request": {"TableName": table, "Key": {"pk": {"S": "x"}, "sk": {"S": "x"}}},
        }
        for table in ("ss-book", "ct-book", "belfry-book", "jsnr-book")
    ),
    {
        "service": "s3",
        "operation": "put_object",
        "request": {"Bucket": "belfry-team", "Key": "team/jobs/board.csv", "Body": "x"},
    },
    {
        "service": "secretsmanager",
        "operation": "get_secret_value",
        "request": {"SecretId": "jsnr/sms"},
    },
]
# Only with a gateway for texts or Slack, which this deployment has not.
OTHER_SETTINGS = {
    *("ReadTheTokenOfTheTextGateway", "ReadTheTokenOfSlack", "ReadTheSecretsOfSlack"),
}
REFUSALS = {"AccessDenied", "AccessDeniedException", "AuthorizationError", "NotAuthorized"}


def test_nobody_can_do_what_another_is_for(deployment: Deployment) -> None:
    """The table says who may; the emulator refuses all others."""
    for name in read_functions():
        codes = deployment.invoke(name, {"probes": GUARDED})
        for probe, code in zip(GUARDED, codes, strict=True):
            expected = set() if is_in_table(name, probe) else REFUSALS
            assert code in expected if expected else code not in REFUSALS, (name, probe, code)


def is_in_table(function: str, probe: dict[str, Any]) -> bool:
    operation = "".join(word.title() for word in probe["operation"].split("_"))
    calls = list_calls(function, probe["service"], operation, probe["request"])
    return not list_refused(calls, without=OTHER_SETTINGS)


SECRETS = ("jsnr/sms", "ss/slack/bot-token", "ss/slack/signing-secret", "ss/drive/sa")
# The functions that post to Slack, those that Slack calls, and those that write into the team's
# sheets.
POSTING = ("publish", "digest", "summary", "ct-reminder")
WRITING = ("drive-sync", "template-sync", "drafter", "publish", "action-handler", "belfry-web")


def test_statements_for_models_and_gateways_open_what_they_are_for(deployment: Deployment) -> None:
    for name in SECRETS:
        deployment.client("secretsmanager").create_secret(Name=name, SecretString="x")
    for function, sid, probe in (
        ("jsnr-composer", "WordMessages", GUARDED[0]),
        ("ct-summary", "WordTheSummary", GUARDED[0]),
        ("ct-evidence", "DescribeFiles", GUARDED[0]),
        ("jsnr-sender", "ReadTheTokenOfTheTextGateway", GUARDED[-1]),
        ("ct-reminder", "ReadTheTokenOfTheTextGateway", GUARDED[-1]),
        ("intake-timeoff", "ReadNotes", GUARDED[0]),
        ("summary", "WordSummaries", GUARDED[0]),
        *((name, "ReadTheTokenOfSlack", read("ss/slack/bot-token")) for name in POSTING),
        *(
            (name, "ReadTheSecretsOfSlack", read(f"ss/slack/{secret}"))
            for name in ("action-handler", "ct-action-handler")
            for secret in ("bot-token", "signing-secret")
        ),
        *((name, "ReadTheKeyOfGoogle", read("ss/drive/sa")) for name in WRITING),
    ):
        role = Role(deployment, function)
        role.put(without=sid)
        assert set(deployment.invoke(function, {"probes": [probe]})) <= REFUSALS
        role.put(more=find_statement(function, sid))
        assert deployment.invoke(function, {"probes": [probe]}) == [""]
        role.put()
    for name in SECRETS:
        deployment.client("secretsmanager").delete_secret(
            SecretId=name, ForceDeleteWithoutRecovery=True
        )


def read(secret: str) -> dict[str, Any]:
    return {**GUARDED[-1], "request": {"SecretId": secret}}


def find_statement(function: str, sid: str) -> dict[str, Any]:
    """A statement of the table that this deployment may be without."""
    settings = {
        *("model.provider = bedrock", "model.sees_evidence = true"),
        *("aws.sms_secret = jsnr/sms", "aws.slack_token_secret = ss/slack/bot-token"),
        "google.credentials_secret = ss/drive/sa",
    }
    statements = list_statements(function, read_functions()[function], settings, "")
    [(actions, resources)] = [(a, r) for name, a, r in statements if name == sid]
    return {"Sid": f"{sid}Too", "Effect": "Allow", "Action": actions, "Resource": resources}
