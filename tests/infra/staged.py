"""A deployed function on a stage: a folder tells it the time, and the step at which it dies.

This file lies beside Belfry in the packages for the emulator. It calls the handler that the stack
names, after opening what the handler would open itself.
"""

from __future__ import annotations

import json
import os
import time
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
from botocore.exceptions import ClientError

from belfry.entrypoints.awslambda.environment import Opened

if TYPE_CHECKING:
    from belfry.bootstrap.aws_functions import Functions


class StagedClock:
    """Shows what is written in the file `now`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "now"

    def now(self) -> datetime:
        return datetime.fromisoformat(self._file.read_text())

    def elapsed(self) -> timedelta:
        return timedelta(seconds=time.monotonic())


class StagedPoints:
    """Notes each step in the file `steps`, and dies at the one that the file `crash` names.

    `jsnr-sender send.claimed 2` is the second time that it comes there.
    """

    def __init__(self, folder: Path, function: str) -> None:
        self._folder = folder
        self._function = function

    def reached(self, step: str) -> None:
        place, crash = f"{self._function} {step}", self._folder / "crash"
        with (self._folder / "steps").open("a") as steps:
            steps.write(f"{place}\n")
        if crash.exists():
            where, _, count = crash.read_text().rpartition(" ")
            if where == place and count == "1":
                crash.unlink()
                os._exit(1)
            elif where == place:
                crash.write_text(f"{place} {int(count) - 1}")


def handler(event: Any, context: Any) -> Any:
    if not isinstance(event, dict) or "called_by_test" not in event:
        return call_handler(event, context)
    try:
        return {"answer": call_handler(event["called_by_test"], context)}
    except Exception as error:
        return {"failure": f"{type(error).__name__}: {error}"}


def call_handler(event: Any, context: Any) -> Any:
    if isinstance(event, dict) and "probes" in event:
        return [probe(**request) for request in event["probes"]]
    folder, function = Path(os.environ["STAGE"]), os.environ["AWS_LAMBDA_FUNCTION_NAME"]
    record_calls(folder, function)
    (folder / f"event-{function}").write_text(json.dumps(event))
    scene = folder / "scene"
    path, _, name = os.environ["STAGED_HANDLER"].rpartition(".")
    module = import_module(path)
    opened = _open(module.FUNCTIONS, folder, function, scene.read_text() if scene.exists() else "")
    module.FUNCTIONS.use(opened)
    return getattr(module, name)(event, context)


@lru_cache(maxsize=4)
def _open(functions: Opened[Functions], folder: Path, function: str, scene: str) -> Functions:
    """Anew for each scene, as if this process had just started."""
    clock, points = StagedClock(folder), StagedPoints(folder, function)
    return functions.open(clock=clock, crash_points=points)


@cache
def record_calls(folder: Path, function: str) -> None:
    """Note each call to AWS in the file `calls`: who asks, whom, for what, and with what."""

    def note(params: dict[str, Any], model: Any, **more: Any) -> None:
        service = model.service_model.service_name
        named = {name: value for name, value in params.items() if name not in ("Body", "Content")}
        with (folder / "calls").open("a") as calls:
            calls.write(json.dumps([function, service, model.name, named], default=str) + "\n")

    boto3.setup_default_session()
    boto3.DEFAULT_SESSION.events.register("provide-client-params.*.*", note)


def probe(service: str, operation: str, request: dict[str, Any]) -> str:
    """Whether the function's role may do that: the code of the refusal, or blank."""
    try:
        getattr(boto3.client(service), operation)(**request)
    except ClientError as error:
        return str(error.response["Error"]["Code"])
    return ""
