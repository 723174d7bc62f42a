"""The stacks as CloudFormation sees them: translated, and with every reference resolved."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.emulator import ACCOUNT, REGION, install_once

ROOT = Path(__file__).parents[2]
SAM = ROOT / "infra" / "sam"
PSEUDO = {
    "AWS::Region": REGION,
    "AWS::AccountId": ACCOUNT,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
}
NOTHING = object()
# How a resource is called by others, and the ARN it has.
NAMED = {
    "AWS::Lambda::Function": ("FunctionName", "arn:aws:lambda:{place}:function:{name}"),
    "AWS::SQS::Queue": ("QueueName", "arn:aws:sqs:{place}:{name}"),
    "AWS::S3::Bucket": ("BucketName", "arn:aws:s3:::{name}"),
    "AWS::DynamoDB::Table": ("TableName", "arn:aws:dynamodb:{place}:table/{name}"),
    "AWS::Events::EventBus": ("Name", "arn:aws:events:{place}:event-bus/{name}"),
    "AWS::Events::Rule": ("Name", "arn:aws:events:{place}:rule/{name}"),
    "AWS::IAM::Role": ("RoleName", "arn:aws:iam::{account}:role/{name}"),
    "AWS::Logs::LogGroup": ("LogGroupName", "arn:aws:logs:{place}:log-group:{name}"),
}


@cache
def translate(*, with_lint: bool = False) -> dict[str, Any]:
    """Every template after the transform, and with lint the problems of each."""
    words = ["--lint"] if with_lint else []
    command: list[str | Path] = [install_once(), ROOT / "tools" / "translate_stacks.py", *words]
    templates = sorted(SAM.glob("*.yaml"))
    done = subprocess.run([*command, *templates], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@dataclass(frozen=True)
class Stack:
    """The resources that a deployment with certain parameters has."""

    resources: Mapping[str, dict[str, Any]]

    def find_all(self, kind: str) -> Iterator[dict[str, Any]]:
        """The properties of the resources of a type."""
        for resource in self.resources.values():
            if resource["Type"] == kind:
                yield resource["Properties"]

    def find(self, kind: str, **properties: str) -> dict[str, Any]:
        """The one with these properties."""
        matches = [
            resource
            for resource in self.find_all(kind)
            if all(resource.get(name) == value for name, value in properties.items())
        ]
        assert len(matches) == 1, f"{len(matches)} of {kind} with {properties}"
        return matches[0]


def open_stack(name: str, **parameters: str) -> Stack:
    return Stack(_Resolver(translate()["templates"][name], parameters).resolve())


class _Resolver:
    def __init__(self, template: dict[str, Any], parameters: Mapping[str, str]) -> None:
        defaults = {
            name: parameter["Default"]
            for name, parameter in template.get("Parameters", {}).items()
            if "Default" in parameter
        }
        self._values = {**PSEUDO, **defaults, **parameters}
        self._conditions = template.get("Conditions", {})
        self._mappings = template.get("Mappings", {})
        self._resources = template["Resources"]

    def resolve(self) -> dict[str, dict[str, Any]]:
        return {
            name: self._read(resource)
            for name, resource in self._resources.items()
            if "Condition" not in resource or self._holds(resource["Condition"])
        }

    def _read(self, value: Any) -> Any:
        if isinstance(value, list):
            items = [self._read(item) for item in value]
            return [item for item in items if item is not NOTHING]
        if not isinstance(value, dict):
            return value
        if len(value) == 1 and (name := next(iter(value))) in _FUNCTIONS:
            return _FUNCTIONS[name](self, value[name])
        pairs = {name: self._read(item) for name, item in value.items()}
        return {name: item for name, item in pairs.items() if item is not NOTHING}

    def _holds(self, name: str) -> bool:
        return bool(self._read(self._conditions[name]))

    def _ref(self, name: str) -> Any:
        if name == "AWS::NoValue":
            return NOTHING
        if name in self._values:
            return self._values[name]
        resource = self._resources[name]
        attribute, _ = NAMED.get(resource["Type"], ("", ""))
        named = resource.get("Properties", {}).get(attribute)
        return name if named is None else self._read(named)

    def _attribute(self, path: list[str] | str) -> str:
        name, attribute = path.split(".", 1) if isinstance(path, str) else path
        resource, called = self._resources[name], self._ref(name)
        if attribute == "QueueName":
            return str(called)
        if attribute not in ("Arn", "StreamArn") or resource["Type"] not in NAMED:
            return f"{name}.{attribute}"
        pattern = NAMED[resource["Type"]][1]
        arn = pattern.format(place=f"{REGION}:{ACCOUNT}", account=ACCOUNT, name=called)
        return f"{arn}/stream/*" if attribute == "StreamArn" else arn

    def _map(self, path: list[Any]) -> Any:
        mapping, first, second = (self._read(part) for part in path)
        return self._mappings[mapping][first][second]

    def _sub(self, value: str | list[Any]) -> str:
        text, own = (value, {}) if isinstance(value, str) else value

        def replace(match: re.Match[str]) -> str:
            name = match[1]
            if name in own:
                return str(self._read(own[name]))
            return self._attribute(name) if "." in name else str(self._ref(name))

        return re.sub(r"\$\{([^!}]+)\}", replace, text)


_FUNCTIONS: Mapping[str, Any] = {
    "Ref": _Resolver._ref,
    "Fn::GetAtt": _Resolver._attribute,
    "Fn::Sub": _Resolver._sub,
    "Fn::FindInMap": _Resolver._map,
    "Fn::If": lambda r, v: r._read(v[1] if r._holds(v[0]) else v[2]),
    "Fn::Equals": lambda r, v: r._read(v[0]) == r._read(v[1]),
    "Fn::Not": lambda r, v: not r._read(v[0]),
    "Fn::Join": lambda r, v: v[0].join(str(r._read(part)) for part in v[1]),
}
