"""A server that answers as Bedrock's Converse does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.services.model_endpoint import ModelEndpoint, serving_model

if TYPE_CHECKING:
    from tests.adapters.web.local_servers import Seen


class Converse:
    def write_answer(self, text: object, stop: str | None) -> dict[str, Any]:
        return write_blocks([{"text": text}], stop)

    def write_json(self, value: object) -> dict[str, Any]:
        return write_blocks([write_call(value)], "tool_use")

    def read_schema(self, seen: Seen) -> object:
        tools = json.loads(seen.body).get("toolConfig")
        if tools is None:
            return None
        [tool] = tools["tools"]
        assert tools["toolChoice"] == {"tool": {"name": tool["toolSpec"]["name"]}}
        return tool["toolSpec"]["inputSchema"]["json"]

    def read_question(self, seen: Seen) -> tuple[str, str]:
        asked = json.loads(seen.body)
        [instruction], [message] = asked["system"], asked["messages"]
        [content] = message["content"]
        assert message["role"] == "user"
        return instruction["text"], content["text"]


def write_call(value: object) -> dict[str, Any]:
    """A call of the tool that a model is held to."""
    return {"toolUse": {"toolUseId": "tooluse_1", "name": "answer", "input": value}}


def write_blocks(blocks: list[dict[str, Any]], stop: str | None = None) -> dict[str, Any]:
    return {
        "output": {"message": {"role": "assistant", "content": blocks}},
        "stopReason": stop or "end_turn",
        "usage": {"inputTokens": 300, "outputTokens": 30, "totalTokens": 330},
        "metrics": {"latencyMs": 700},
    }


def refuse(endpoint: ModelEndpoint, status: int, code: str, says: str, **headers: str) -> None:
    """Every question is refused with this code, and with words that repeat what was asked."""
    body = json.dumps({"message": says}).encode()
    more = {"x-amzn-errortype": f"{code}:http://internal.amazon.com/coral/", **headers}
    endpoint.answer(body, status, **more)


@contextmanager
def serving_bedrock() -> Iterator[ModelEndpoint]:
    with serving_model(Converse()) as endpoint:
        yield endpoint
