"""infra/functions.toml, with its short names of resources written out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tools.emulator import ACCOUNT, REGION

from belfry.settings.sections import HAIKU

PLACE = f"{REGION}:{ACCOUNT}"
# How AWS calls a function for which it gives an event up at last: into the function's own queue.
QUEUED = {"schedule", "bucket", "bus", "call", "at", "stream"}


@cache
def read_functions() -> Mapping[str, dict[str, Any]]:
    path = Path(__file__).parents[2] / "infra" / "functions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def has_dead_letters(function: Mapping[str, Any]) -> bool:
    return any(trigger["type"] in QUEUED for trigger in function["triggers"])


def list_statements(
    name: str, function: Mapping[str, Any], settings: set[str], prefix: str
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Sid, actions and resources of all that the role allows under these settings."""
    for statement in function["statements"]:
        if statement.get("when") in (None, *settings):
            resources = [arn for short in statement["resources"] for arn in expand(short, prefix)]
            yield statement["sid"], sorted(statement["actions"]), sorted(resources)
    log = f"arn:aws:logs:{PLACE}:log-group:/aws/lambda/{prefix}{name}:*"
    yield "WriteLogs", ["logs:CreateLogStream", "logs:PutLogEvents"], [log]
    if has_dead_letters(function):
        queue = f"arn:aws:sqs:{PLACE}:{prefix}{name}-dlq"
        yield "SetAsideWhatFails", ["sqs:SendMessage"], [queue]


def expand(short: str, prefix: str) -> list[str]:
    """The ARNs of a resource."""
    sort, _, name = short.partition(":")
    around, _, last = name.partition("/")
    if short == "bus:default":  # the account's own
        prefix = ""
    parts = {"p": prefix, "name": name, "around": around, "last": last, "place": PLACE}
    return [pattern.format(**parts) for pattern in ARNS[sort]]


_MODEL = HAIKU.removeprefix("global.")
ARNS = {
    "table": ["arn:aws:dynamodb:{place}:table/{p}{name}"],
    "index": ["arn:aws:dynamodb:{place}:table/{p}{around}/index/{last}"],
    "stream": ["arn:aws:dynamodb:{place}:table/{p}{name}/stream/*"],
    "bucket": ["arn:aws:s3:::{p}{name}"],
    "object": ["arn:aws:s3:::{p}{name}"],
    "queue": ["arn:aws:sqs:{place}:{p}{name}"],
    "bus": ["arn:aws:events:{place}:event-bus/{p}{name}"],
    "function": ["arn:aws:lambda:{place}:function:{p}{name}"],
    "secret": ["arn:aws:secretsmanager:{place}:secret:{name}-??????"],
    "parameter": ["arn:aws:ssm:{place}:parameter{name}"],
    "model": [
        f"arn:aws:bedrock:{{place}}:inference-profile/global.{_MODEL}",
        f"arn:aws:bedrock:{REGION}::foundation-model/{_MODEL}",
        f"arn:aws:bedrock:::foundation-model/{_MODEL}",
    ],
    "schedule": ["arn:aws:scheduler:{place}:schedule/{around}/{p}{last}"],
    "role": [f"arn:aws:iam::{ACCOUNT}:role/{{p}}{{name}}"],
    "identity": ["arn:aws:ses:{place}:identity/{name}"],
    "configuration": ["arn:aws:ses:{place}:configuration-set/{p}{name}"],
    # Phone numbers are no resources, and this action knows no others that a text could be sent to.
    "sms": ["*"],
}
