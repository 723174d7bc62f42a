"""A model that words what it is given, behind an address that answers as OpenAI's does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from belfry.adapters.openai.chat import Chat

if TYPE_CHECKING:
    from datetime import timedelta

    from belfry.ports.web import Web


class OpenAiPhraser:
    """`url` is what stands before `/chat/completions`; a server of one's own may want no key."""

    def __init__(self, web: Web, *, url: str, model: str, key: str = "") -> None:
        self._chat = Chat(web, url=url, model=model, key=key)

    @property
    def name(self) -> str:
        return self._chat.model

    def phrase(
        self,
        instructions: str,
        facts: str,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        return self._chat.ask(instructions, facts, within=within, longest=longest, schema=schema)
