"""What the roles of the functions allow, as infra/functions.toml has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.services.call_meter import Call

PATH = Path(__file__).parents[2] / "infra" / "functions.toml"
TABLE: dict[str, Any] = tomllib.loads(PATH.read_text("utf-8"))
# Calls that go by another name in a role.
ACTIONS = {
    "s3:HeadObject": "s3:GetObject",
    "s3:ListObjectsV2": "s3:ListBucket",
    "lambda:Invoke": "lambda:InvokeFunction",
    "sesv2:SendEmail": "ses:SendEmail",
    "bedrock-runtime:Converse": "bedrock:InvokeModel",
    "bedrock-runtime:InvokeModel": "bedrock:InvokeModel",
}
_DATE = re.compile(r"-\d{8}-v\d+:\d+$")
# Its parts are allowed one by one.
WHOLE = "dynamodb:TransactWriteItems"


def name_action(call: Call) -> str:
    return ACTIONS.get(call.action, call.action)


def name_resource(call: Call) -> str:
    """The resource of a call, as the table writes it."""
    action, target = name_action(call), call.target
    match action.partition(":")[0]:
        case "dynamodb":
            return f"{'index' if '/' in target else 'table'}:{target}"
        case "s3":
            return f"{'object' if '/' in target else 'bucket'}:{target}"
        case "scheduler":
            return f"schedule:default/{target}"
        case "bedrock":  # by its global profile, of a dated version
            return f"model:{_DATE.sub('', target.removeprefix('global.'))}"
        case service:
            return f"{KINDS[service]}:{target}"


KINDS = {
    "ssm": "parameter",
    "lambda": "function",
    "ses": "identity",
    "sns": "sms",
    "events": "bus",
    "secretsmanager": "secret",
    "sqs": "queue",
}


@dataclass(frozen=True)
class Grant:
    """One action on one resource, as a statement allows it."""

    sid: str
    action: str
    resource: str

    def __str__(self) -> str:
        return f"{self.sid}: {self.action} on {self.resource}"

    def covers(self, call: Call) -> bool:
        named = name_resource(call).removesuffix("/")
        return self.action == name_action(call) and fnmatchcase(
            named, self.resource.removesuffix("/")
        )


def list_grants(statements: Iterable[Mapping[str, Any]]) -> list[Grant]:
    return [
        Grant(statement["sid"], action, resource)
        for statement in statements
        for action in statement["actions"]
        for resource in statement["resources"]
    ]


def list_needed(grants: Sequence[Grant], calls: Iterable[Call]) -> set[Grant]:
    """The grants without which one of the calls would be refused."""
    covering = [[grant for grant in grants if grant.covers(call)] for call in set(calls)]
    return {own[0] for own in covering if len(own) == 1}


def list_refused(
    calls: Iterable[Call], without: Collection[str] = ()
) -> list[tuple[str, str, str]]:
    """Each call that its function's role would not allow: function, action and resource."""
    refused = {
        (call.function, name_action(call), name_resource(call))
        for call in calls
        if call.function and call.action != WHOLE
        if not any(
            grant.covers(call)
            for grant in list_grants(TABLE[call.function]["statements"])
            if grant.sid not in without
        )
    }
    return sorted(refused)
