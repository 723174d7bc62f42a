"""A model that says what can be seen in a picture, behind an address that answers as OpenAI's does.

PDFs are refused: few of these servers read them.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from belfry.adapters.openai.chat import Chat
from belfry.kernel.errors import Permanent
from belfry.ports.models import HERE_IT_IS

if TYPE_CHECKING:
    from datetime import timedelta

    from belfry.ports.web import Web

MOST_BYTES = 15_000_000
_PICTURES = frozenset({"image/gif", "image/jpeg", "image/png", "image/webp"})


class OpenAiDescriber:
    """`url` is what stands before `/chat/completions`; a server of one's own may want no key."""

    def __init__(self, web: Web, *, url: str, model: str, key: str = "") -> None:
        self._chat = Chat(web, url=url, model=model, key=key)

    @property
    def name(self) -> str:
        return self._chat.model

    def describe(
        self,
        content: bytes,
        media_type: str,
        instructions: str,
        *,
        within: timedelta,
        longest: int,
    ) -> str:
        if media_type not in _PICTURES:
            raise Permanent("the model's server is shown pictures alone")
        if len(content) > MOST_BYTES:
            raise Permanent(f"the model's server is shown at most {MOST_BYTES:,} bytes")
        url = f"data:{media_type};base64,{b64encode(content).decode()}"
        shown = [
            {"type": "image_url", "image_url": {"url": url}},
            {"type": "text", "text": HERE_IT_IS},
        ]
        return self._chat.ask(instructions, shown, within=within, longest=longest)
