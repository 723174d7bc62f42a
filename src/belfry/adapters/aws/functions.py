"""Other functions of AWS, called without waiting for what becomes of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.errors import translated_errors

if TYPE_CHECKING:
    from collections.abc import Mapping


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
