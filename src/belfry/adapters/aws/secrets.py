"""What Secrets Manager and Parameter Store keep: secrets one by one, settings below one path."""

from __future__ import annotations

from datetime import timedelta
from threading import Lock
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.errors import Absent, translated_errors
from belfry.kernel.errors import ConfigError, Permanent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.ports.clock import Clock

SERVICE = "Secrets Manager"
KEPT_FOR = timedelta(minutes=5)


def read_secret(client: Any, name: str) -> str:
    """The secret of that name or ARN; ConfigError if there is none that can be used."""
    try:
        with translated_errors(SERVICE):
            secret = client.get_secret_value(SecretId=name)
    except Absent as error:
        raise ConfigError(f"there is no secret {name}: make it, or name another") from error
    except Permanent as error:
        raise ConfigError(f"the secret {name} cannot be read: {error}") from error
    text: str = secret.get("SecretString", "").strip()
    if not text:
        raise ConfigError(f"the secret {name} holds no text")
    return text


class KeptSecrets:
    """Secrets as they were at most five minutes ago, so that a new one is soon used."""

    def __init__(self, client: Any, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._lock = Lock()
        self._kept: dict[str, tuple[timedelta, str]] = {}

    def get(self, name: str) -> str:
        """The secret of that name or ARN; ConfigError if there is none that can be used."""
        with self._lock:
            now = self._clock.elapsed()
            read_at, text = self._kept.get(name, (now - 2 * KEPT_FOR, ""))
            if now - read_at >= KEPT_FOR:
                self._kept.pop(name, None)
                text = read_secret(self._client, name)
                self._kept[name] = (now, text)
            return text


def read_parameters(client: Any, path: str) -> dict[str, str | list[str]]:
    """Every parameter below the path, by the rest of its name; ConfigError if there is none."""
    top = _find_top(path)
    if values := _list_parameters(client, top):
        return values
    raise ConfigError(f"there are no parameters below {top}: are region and path right?")


def add_parameters(
    client: Any, path: str, wanted: Mapping[str, str | list[str]]
) -> tuple[list[str], list[str]]:
    """The names of those that were added, and of those that are there with another value."""
    top = _find_top(path)
    present = _list_parameters(client, top)
    new = {name: value for name, value in wanted.items() if name not in present}
    for name, value in new.items():
        is_list = isinstance(value, list)
        text = ",".join(value) if isinstance(value, list) else value
        with translated_errors("Parameter Store"):
            client.put_parameter(
                Name=f"{top}{name}", Value=text, Type="StringList" if is_list else "String"
            )
    others = [name for name, value in present.items() if wanted.get(name, value) != value]
    return sorted(new), sorted(others)


def _find_top(path: str) -> str:
    return f"{path.rstrip('/')}/"


def _list_parameters(client: Any, top: str) -> dict[str, str | list[str]]:
    request = {"Path": top, "Recursive": True, "WithDecryption": True}
    values: dict[str, str | list[str]] = {}
    try:
        with translated_errors("Parameter Store"):
            for page in client.get_paginator("get_parameters_by_path").paginate(**request):
                for parameter in page["Parameters"]:
                    is_list = parameter["Type"] == "StringList"
                    value = parameter["Value"]
                    name = parameter["Name"].removeprefix(top)
                    values[name] = value.split(",") if is_list else value
    except Permanent as error:
        raise ConfigError(f"the parameters below {top} cannot be read: {error}") from error
    return values
