"""Functions of AWS: calling one without waiting, and stopping all of a home."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.errors import translated_errors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class LambdaFunction:
    """AWS takes an event before it answers, and tries it again if the function fails."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name

    def call(self, event: Mapping[str, Any]) -> None:
        """Temporary if AWS may not have taken it: calling again is always safe."""
        with translated_errors("Lambda"):
            self._client.invoke(
                FunctionName=self._name, InvocationType="Event", Payload=json.dumps(event).encode()
            )


class HomeFunctions:
    """The functions of one home: those with its prefix that read their settings at this `path`.

    A function that may run in no process at all is stopped; what calls it is tried again later.
    """

    def __init__(self, client: Any, prefix: str, path: str, variable: str) -> None:
        self._client = client
        self._prefix = prefix
        self._variable = (variable, path)

    def stop(self) -> None:
        for name in self._list():
            with translated_errors("Lambda"):
                self._client.put_function_concurrency(
                    FunctionName=name, ReservedConcurrentExecutions=0
                )

    def start(self) -> None:
        for name in self._list():
            with translated_errors("Lambda"):
                self._client.delete_function_concurrency(FunctionName=name)

    def _list(self) -> Sequence[str]:
        with translated_errors("Lambda"):
            pages = self._client.get_paginator("list_functions").paginate()
            functions = [function for page in pages for function in page["Functions"]]
        return [f["FunctionName"] for f in functions if self._is_ours(f)]

    def _is_ours(self, function: Mapping[str, Any]) -> bool:
        variables = function.get("Environment", {}).get("Variables", {})
        return (
            function["FunctionName"].startswith(self._prefix)
            and self._variable in variables.items()
        )
