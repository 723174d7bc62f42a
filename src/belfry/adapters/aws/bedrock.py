"""A model of Amazon Bedrock that words what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.converse import DEFAULT_MODEL, Converse

if TYPE_CHECKING:
    from datetime import timedelta

    from belfry.ports.clock import Clock
    from belfry.ports.web import Web


class BedrockPhraser:
    """`client` is a `bedrock-runtime` client of the SDK that is used for nothing else."""

    def __init__(self, client: Any, web: Web, clock: Clock, *, model: str = DEFAULT_MODEL) -> None:
        self._converse = Converse(client, web, clock, model=model)

    @property
    def name(self) -> str:
        return self._converse.model

    def phrase(
        self,
        instructions: str,
        facts: str,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        content = [{"text": facts}]
        return self._converse.ask(
            instructions, content, within=within, longest=longest, schema=schema
        )
