"""What a workflow can do: the contract of a kind, and the plainest one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a kind may know about the run it is part of; `run_id` is its idempotency key."""

    run_id: str
    workflow_id: int
    workflow_name: str
    team_id: int
    scheduled_for: datetime
    attempt: int


class Kind(Protocol):
    """A sort of work.

    Every implementation promises:
    - `check` raises InputError, with the input's name as its field, for inputs that cannot work;
    - `run` returns what is to be kept as the run's output;
    - it raises Temporary where another try may help, and Permanent where none will.
    """

    def check(self, inputs: Mapping[str, Any]) -> None: ...

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str: ...


class LogKind:
    """Writes its `message` to the run's output."""

    def check(self, inputs: Mapping[str, Any]) -> None:
        for name in inputs:
            if name != "message":
                raise InputError(
                    f"unknown input {name!r}; expected message", field=f"inputs.{name}"
                )
        if not isinstance(inputs.get("message", ""), str):
            raise InputError("message must be text", field="inputs.message")

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        return str(inputs.get("message", ""))


class CallKind:
    """Calls a use case of the house, which needs no inputs; what it returns is the output."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def check(self, inputs: Mapping[str, Any]) -> None:
        for name in inputs:
            raise InputError("this kind takes no inputs", field=f"inputs.{name}")

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        return str(self._call())


class FunctionKind:
    """A plain function `(inputs, context) -> text or None`, as other packages register them."""

    def __init__(self, function: Callable[[Mapping[str, Any], RunContext], object]) -> None:
        self._function = function

    def check(self, inputs: Mapping[str, Any]) -> None:
        return

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        said = self._function(inputs, context)
        return "" if said is None else str(said)
