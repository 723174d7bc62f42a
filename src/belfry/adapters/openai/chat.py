"""Models behind an API like OpenAI's.

What such a server says of a refusal is not passed on: it may repeat what it was asked. PDFs are
refused: few of these servers read them.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown
from belfry.kernel.http_headers import find_retry_after
from belfry.ports.models import HERE_IT_IS, check_text, count_bytes
from belfry.ports.web import WebRequest

if TYPE_CHECKING:
    from datetime import timedelta

    from belfry.ports.web import Web, WebAnswer


TEMPERATURE = 0.3
_TRY_AGAIN = frozenset({408, 409, 425, 429, *range(500, 600)})
_REFUSALS = {
    401: "refuses the key",
    403: "refuses the key",
    404: "knows no such address or model",
}
_UNFINISHED = {
    "length": "was cut off",
    "content_filter": "was held back by the model's own rules",
    "tool_calls": "asks for a tool and says nothing",
    "function_call": "asks for a tool and says nothing",
}


class Chat:
    """`url` is what stands before `/chat/completions`; a server of one's own may want no key."""

    def __init__(self, web: Web, *, url: str, model: str, key: str = "") -> None:
        self.name = model
        self._web = web
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._key = key

    def ask(
        self,
        instructions: str,
        content: object,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        """What the model says to one message; the promises are those of a Phraser."""
        headers = {"Content-Type": "application/json", "User-Agent": "Belfry"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = WebRequest(
            method="POST",
            url=self._url,
            headers=headers,
            body=self._write_body(instructions, content, longest, schema),
            within=within,
            max_bytes=count_bytes(longest),
        )
        try:
            answer = self._web.call(request)
        except Unknown as error:
            raise Temporary(str(error)) from error
        if answer.status != 200:
            raise _refusal(answer)
        return check_text(_read_text(answer), longest)

    def _write_body(
        self,
        instructions: str,
        content: object,
        longest: int,
        schema: Mapping[str, Any] | None,
    ) -> bytes:
        asked: dict[str, Any] = {
            "model": self.name,
            "messages": [
                {"role": "system", "content": instructions},
                {"role": "user", "content": content},
            ],
            "temperature": TEMPERATURE,
            # No usual script takes more than a token for each character.
            "max_tokens": longest,
            "stream": False,
        }
        if schema is not None:
            shape = {"name": "answer", "strict": True, "schema": schema}
            asked["response_format"] = {"type": "json_schema", "json_schema": shape}
        return json.dumps(asked).encode()


def _refusal(answer: WebAnswer) -> PortError:
    if answer.status in _TRY_AGAIN:
        wait = find_retry_after(answer.headers)
        return Temporary(f"the model's server answered {answer.status}", retry_after=wait)
    if answer.status in _REFUSALS:
        refusal = _REFUSALS[answer.status]
        return Permanent(f"the model's server {refusal} (it answered {answer.status})")
    return Permanent(f"the model's server answered {answer.status}")


def _read_text(answer: WebAnswer) -> object:
    if answer.truncated:
        raise Permanent("the model's answer is too long to be read")
    try:
        choice = json.loads(answer.body)["choices"][0]
        message, reason = choice["message"], choice.get("finish_reason")
        content, refusal = message["content"], message.get("refusal")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Permanent("the model's server gave an answer that cannot be read") from error
    if isinstance(reason, str) and reason in _UNFINISHED:
        raise Permanent(f"the model's answer {_UNFINISHED[reason]}")
    if refusal:
        raise Permanent("the model declined to answer")
    return content


class OpenAiPhraser(Chat):
    def phrase(
        self,
        instructions: str,
        facts: str,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        return self.ask(instructions, facts, within=within, longest=longest, schema=schema)


MOST_BYTES = 15_000_000
_PICTURES = frozenset({"image/gif", "image/jpeg", "image/png", "image/webp"})


class OpenAiDescriber(Chat):
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
        return self.ask(instructions, shown, within=within, longest=longest)
