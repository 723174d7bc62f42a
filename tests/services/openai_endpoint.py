"""A server that answers as OpenAI's chat completions do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.services.model_endpoint import ModelEndpoint, serving_model

if TYPE_CHECKING:
    from tests.adapters.web.local_servers import Seen


class ChatCompletions:
    def write_answer(self, text: object, stop: str | None) -> dict[str, Any]:
        message = {"role": "assistant", "content": text}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": stop or "stop"}],
            "usage": {"prompt_tokens": 300, "completion_tokens": 30, "total_tokens": 330},
        }

    def write_json(self, value: object) -> dict[str, Any]:
        return self.write_answer(json.dumps(value), None)

    def read_schema(self, seen: Seen) -> object:
        shape = json.loads(seen.body).get("response_format")
        if shape is None:
            return None
        assert (shape["type"], shape["json_schema"]["strict"]) == ("json_schema", True)
        return shape["json_schema"]["schema"]

    def read_question(self, seen: Seen) -> tuple[str, str]:
        system, user = json.loads(seen.body)["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        return system["content"], user["content"]


def refuse(endpoint: ModelEndpoint, status: int, says: str, **headers: str) -> None:
    """Every question is refused, with words that repeat what was asked."""
    body = json.dumps({"error": {"message": says, "type": "invalid_request_error"}}).encode()
    endpoint.answer(body, status, **headers)


@contextmanager
def serving_openai() -> Iterator[ModelEndpoint]:
    with serving_model(ChatCompletions()) as endpoint:
        yield endpoint
