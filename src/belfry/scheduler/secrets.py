"""Secrets in a workflow's inputs: stored by name, filled in for a run, masked in its output.

`{"secret": "TILL_KEY"}` stands for the value, `{"secret": "TILL_KEY", "prefix": "Bearer "}` for the
value after a text. Only the name is stored, shown and audited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any

from belfry.kernel.errors import BelfryError, InputError, Permanent, Temporary, Unknown
from belfry.ports.store import Store
from belfry.scheduler.credentials import list_credentials, list_in_url, make_name, mask
from belfry.scheduler.kinds import Kind, RunContext
from belfry.scheduler.ports import SecretValues
from belfry.scheduler.workflows import TEAM

VARIABLE = "BELFRY_SECRET_"
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,99}")
_KEYS = ({"secret"}, {"secret", "prefix"})
# What a check of the inputs sees in place of a value that only a run knows.
_PLACEHOLDER = "placeholder"
_PLACEHOLDER_URL = "https://secret.example.com/"


def find_reference(value: object) -> tuple[str, str] | None:
    """The prefix and the name of the secret that stands here, None for anything else."""
    if not isinstance(value, dict) or value.keys() not in _KEYS:
        return None
    name, prefix = value["secret"], value.get("prefix", "")
    is_name = isinstance(name, str) and _NAME.fullmatch(name)
    return (prefix, name) if is_name and isinstance(prefix, str) else None


def list_references(value: object) -> set[str]:
    """The names of the secrets that stand in the inputs."""
    names: list[str] = []

    def note(name: str) -> str:
        names.append(name)
        return name

    fill_references(value, note)
    return set(names)


def fill_references(value: Any, find: Callable[[str], str]) -> Any:
    """The inputs with each reference replaced by its value."""
    if reference := find_reference(value):
        return reference[0] + find(reference[1])
    if isinstance(value, Mapping):
        return {name: fill_references(part, find) for name, part in value.items()}
    if isinstance(value, list):
        return [fill_references(part, find) for part in value]
    return value


def check_references(value: object, place: str = "inputs") -> None:
    """InputError for a reference that names no secret."""
    if isinstance(value, dict) and value.keys() in _KEYS and not find_reference(value):
        expected = "a secret's name has capital letters, digits and _, such as TILL_KEY"
        raise InputError(expected, field=place)
    if isinstance(value, Mapping):
        for name, part in value.items():
            check_references(part, f"{place}.{name}")
    elif isinstance(value, list):
        for part in value:
            check_references(part, place)


def refuse_credentials(inputs: Mapping[str, Any]) -> None:
    for header in list_credentials(inputs):
        name = make_name(header)
        raise InputError(
            f'this looks like a credential: write {{"secret": "{name}"}} in its place, and put '
            f"the value in the variable {VARIABLE}{name} or the file secrets/{name}",
            field=f"inputs.headers.{header}",
        )
    for credential in list_in_url(inputs.get("url")):
        raise InputError(
            f'{credential.name} looks like a credential: write {{"secret": "URL"}} in place of the '
            f"whole address, and put that in the variable {VARIABLE}URL or the file secrets/URL",
            field="inputs.url",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSecret:
    """A credential that stood in a workflow of an earlier version; only runs ever read it."""

    team_id: int
    name: str
    value: str = field(repr=False)
    created_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.team_id}/{self.name}"


@dataclass(frozen=True, slots=True)
class FindSecret:
    """The value for a name: one that Belfry keeps, else the operator's."""

    values: SecretValues
    store: Store

    def __call__(self, name: str, team_id: int) -> str:
        if stored := self.store.find(StoredSecret, f"{team_id}/{name}"):
            return stored.value
        own_name = name if team_id == TEAM else f"TEAM{team_id}_{name}"
        value = self.values.find(own_name)
        if not value:
            places = f"the variable {VARIABLE}{own_name} or the file secrets/{own_name}"
            raise Permanent(f"there is no secret {name}: put it in {places}")
        return value


@dataclass(frozen=True, slots=True)
class SecretKind:
    """A kind whose inputs may name secrets."""

    kind: Kind
    find_secret: FindSecret

    def check(self, inputs: Mapping[str, Any]) -> None:
        check_references(inputs)
        refuse_credentials(inputs)
        if (url := find_reference(inputs.get("url"))) and not url[0]:
            inputs = {**inputs, "url": _PLACEHOLDER_URL}
        self.kind.check(fill_references(inputs, lambda name: _PLACEHOLDER))

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        names = list_references(inputs)
        values = {name: self.find_secret(name, context.team_id) for name in names}
        with MaskErrors(values.values()):
            output = self.kind.run(fill_references(inputs, values.__getitem__), context)
        return mask(output, values.values())


class MaskErrors(AbstractContextManager[None]):
    """Raises an error that holds a secret anew without it, and without its traceback."""

    def __init__(self, values: Iterable[str]) -> None:
        self._values = list(values)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._values or not isinstance(error, Exception):
            return
        raise _make_masked(error, mask(str(error), self._values)) from None


def _make_masked(error: Exception, message: str) -> BelfryError:
    match error:
        case Temporary():
            return Temporary(message, retry_after=error.retry_after)
        case Unknown():
            return Unknown(message)
        case InputError():
            return InputError(message, field=error.field)
        case Permanent():
            return Permanent(message)
        case BelfryError():
            return BelfryError(message)
        case _:
            return BelfryError(f"{type(error).__name__}: {message}")
