"""What the roles of the functions allow, as infra/functions.toml has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
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


def is_allowed(statement: Mapping[str, Any], call: Call) -> bool:
    resources = [resource.removesuffix("/") for resource in statement["resources"]]
    named = name_resource(call).removesuffix("/")
    is_named = any(fnmatchcase(named, resource) for resource in resources)
    return name_action(call) in statement["actions"] and is_named


def list_refused(calls: Iterable[Call]) -> list[tuple[str, str, str]]:
    """Each call that its function's role would not allow: function, action and resource."""
    refused = {
        (call.function, name_action(call), name_resource(call))
        for call in calls
        if call.function and call.action != WHOLE
        if not any(is_allowed(s, call) for s in TABLE[call.function]["statements"])
    }
    return sorted(refused)


def list_unused(calls: Iterable[Call]) -> list[tuple[str, str, str, str]]:
    """Each action on a resource that is allowed and was not needed."""
    made = [call for call in calls if call.function and call.action != WHOLE]
    unused = []
    for name, function in TABLE.items():
        for statement in function["statements"]:
            for action in statement["actions"]:
                for resource in statement["resources"]:
                    narrow = {"actions": [action], "resources": [resource]}
                    if not any(call.function == name and is_allowed(narrow, call) for call in made):
                        unused.append((name, statement["sid"], action, resource))
    return unused
