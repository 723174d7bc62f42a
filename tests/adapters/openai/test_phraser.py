"""What a server that speaks as OpenAI's does is asked, and how its answers are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.models import make_web
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import refuse, serving_openai

from belfry.adapters.openai.chat import OpenAiPhraser
from belfry.kernel.errors import Permanent, PortError, Temporary

WITHIN = timedelta(seconds=30)


@pytest.fixture
def endpoint() -> Iterator[ModelEndpoint]:
    with serving_openai() as served:
        yield served


def ask(endpoint: ModelEndpoint, *, key: str = "", path: str = "/v1") -> str:
    url = f"{endpoint.url}{path}"
    phraser = OpenAiPhraser(make_web(), url=url, model="small", key=key)
    return phraser.phrase("Be brief.", "{}", within=WITHIN, longest=200)


@pytest.mark.parametrize("path", ["/v1", "/v1/"])
def test_question_is_a_chat_completion(endpoint: ModelEndpoint, path: str) -> None:
    endpoint.say("Ready.")
    ask(endpoint, path=path)
    [seen] = endpoint.server.seen
    assert (seen.method, seen.path) == ("POST", "/v1/chat/completions")
    assert seen.header("content-type") == ["application/json"]
    assert json.loads(seen.body) == {
        "model": "small",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "{}"},
        ],
        "temperature": 0.3,
        "max_tokens": 200,
        "stream": False,
    }


def test_phraser_is_named_for_its_model(endpoint: ModelEndpoint) -> None:
    assert OpenAiPhraser(make_web(), url=endpoint.url, model="small").name == "small"


@pytest.mark.parametrize(
    "key, sent",
    [
        pytest.param("k-1", ["Bearer k-1"], id="a key is sent"),
        pytest.param("", [], id="nothing is sent without one"),
    ],
)
def test_key_is_sent_where_there_is_one(endpoint: ModelEndpoint, key: str, sent: list[str]) -> None:
    endpoint.say("Ready.")
    ask(endpoint, key=key)
    assert endpoint.server.seen[0].header("authorization") == sent


def test_key_that_cannot_be_sent_is_refused_and_not_repeated(endpoint: ModelEndpoint) -> None:
    with pytest.raises(Permanent) as refusal:
        ask(endpoint, key="swordfish\n")
    assert "swordfish" not in str(refusal.value)
    assert endpoint.server.seen == []


@pytest.mark.parametrize(
    "status, kind",
    [
        *((status, Temporary) for status in (408, 409, 425, 429, 500, 502, 503, 504)),
        *((status, Permanent) for status in (204, 301, 400, 401, 403, 404, 413, 422)),
    ],
)
def test_refusal_is_read_by_its_status(
    endpoint: ModelEndpoint, status: int, kind: type[PortError]
) -> None:
    refuse(endpoint, status, "no")
    with pytest.raises(PortError) as refusal:
        ask(endpoint)
    assert type(refusal.value) is kind
    assert str(status) in str(refusal.value)


def test_busy_server_may_say_how_long_to_wait(endpoint: ModelEndpoint) -> None:
    refuse(endpoint, 429, "later", retry_after="7")
    with pytest.raises(Temporary) as refusal:
        ask(endpoint)
    assert refusal.value.retry_after == timedelta(seconds=7)


MESSAGE = {"role": "assistant", "content": "Ready."}


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param([], id="a list"),
        pytest.param(None, id="null"),
        pytest.param({}, id="nothing"),
        pytest.param({"choices": []}, id="no choice"),
        pytest.param({"choices": {}}, id="choices that are no list"),
        pytest.param({"choices": ["Ready."]}, id="a choice that is text"),
        pytest.param({"choices": [{"message": "Ready."}]}, id="a message that is text"),
        pytest.param({"choices": [{"message": {"content": None}}]}, id="no content"),
        pytest.param({"choices": [{"message": {"content": [1]}}]}, id="content that is no text"),
        pytest.param(
            {"choices": [{"message": {**MESSAGE, "refusal": "I cannot"}}]}, id="a refusal"
        ),
        *(
            pytest.param({"choices": [{"message": MESSAGE, "finish_reason": reason}]}, id=reason)
            for reason in ("length", "content_filter", "tool_calls", "function_call")
        ),
    ],
)
def test_answer_that_says_nothing_whole_is_refused(endpoint: ModelEndpoint, answer: Any) -> None:
    endpoint.answer(json.dumps(answer).encode())
    with pytest.raises(Permanent):
        ask(endpoint)


@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe", b"[" * 60_000, b"9" * 60_000, b'{"choices": [{"mess']
)
def test_answer_that_is_no_json_is_refused(endpoint: ModelEndpoint, body: bytes) -> None:
    endpoint.answer(body)
    with pytest.raises(Permanent):
        ask(endpoint)


@pytest.mark.parametrize("reason", ["stop", "eos", None, ["stop"]])
def test_answer_that_came_to_its_end_is_taken(endpoint: ModelEndpoint, reason: Any) -> None:
    choice = {"message": {**MESSAGE, "refusal": None}, "finish_reason": reason}
    endpoint.answer(json.dumps({"choices": [choice]}).encode())
    assert ask(endpoint) == "Ready."
