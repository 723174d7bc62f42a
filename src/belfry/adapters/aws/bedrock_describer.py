"""A model of Amazon Bedrock that says what can be seen in a picture or a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.converse import DEFAULT_MODEL, Converse
from belfry.kernel.errors import Permanent
from belfry.ports.models import HERE_IT_IS

if TYPE_CHECKING:
    from datetime import timedelta

    from belfry.ports.clock import Clock
    from belfry.ports.web import Web

# https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
MOST_PICTURE_BYTES = 3_750_000
MOST_DOCUMENT_BYTES = 4_500_000
_PICTURES = {
    "image/gif": "gif",
    "image/jpeg": "jpeg",
    "image/png": "png",
    "image/webp": "webp",
}
_DOCUMENTS = {"application/pdf": "pdf"}


class BedrockDescriber:
    """`client` is a `bedrock-runtime` client of the SDK that is used for nothing else."""

    def __init__(self, client: Any, web: Web, clock: Clock, *, model: str = DEFAULT_MODEL) -> None:
        self._converse = Converse(client, web, clock, model=model)

    @property
    def name(self) -> str:
        return self._converse.model

    def describe(
        self,
        content: bytes,
        media_type: str,
        instructions: str,
        *,
        within: timedelta,
        longest: int,
    ) -> str:
        # Bedrock takes no document without a text beside it.
        shown = [_write_block(content, media_type), {"text": HERE_IT_IS}]
        return self._converse.ask(instructions, shown, within=within, longest=longest)


def _write_block(content: bytes, media_type: str) -> dict[str, Any]:
    source = {"bytes": content}
    if media_type in _PICTURES:
        _check_size(content, MOST_PICTURE_BYTES)
        return {"image": {"format": _PICTURES[media_type], "source": source}}
    if media_type in _DOCUMENTS:
        _check_size(content, MOST_DOCUMENT_BYTES)
        # The model reads the name as well, so it is never one that somebody typed.
        return {
            "document": {"format": _DOCUMENTS[media_type], "name": "document", "source": source}
        }
    raise Permanent("Bedrock is shown pictures and PDFs alone")


def _check_size(content: bytes, most: int) -> None:
    if len(content) > most:
        raise Permanent(f"Bedrock takes at most {most:,} bytes of such a file")
