"""What a server that speaks as OpenAI's does is shown of a file, and what it never gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.contracts.models import make_web
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import serving_openai

from belfry.adapters.openai.chat import MOST_BYTES, OpenAiDescriber
from belfry.kernel.errors import Permanent


@pytest.fixture
def endpoint() -> Iterator[ModelEndpoint]:
    with serving_openai() as served:
        served.say("A door.")
        yield served


def show(endpoint: ModelEndpoint, content: bytes, kind: str = "image/jpeg") -> str:
    describer = OpenAiDescriber(make_web(), url=f"{endpoint.url}/v1", model="small", key="k-1")
    within = timedelta(seconds=30)
    return describer.describe(content, kind, "Be brief.", within=within, longest=120)


@pytest.mark.parametrize("kind", ["image/jpeg", "image/png", "image/gif", "image/webp"])
def test_picture_is_sent_inside_the_question(endpoint: ModelEndpoint, kind: str) -> None:
    assert show(endpoint, b"abc", kind) == "A door."
    [seen] = endpoint.server.seen
    assert seen.path == "/v1/chat/completions"
    assert seen.header("authorization") == ["Bearer k-1"]
    assert json.loads(seen.body) == {
        "model": "small",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {
                "role": "user",
                "content": [
                    {"type": "image_url", "image_url": {"url": f"data:{kind};base64,YWJj"}},
                    {"type": "text", "text": "Here is the file."},
                ],
            },
        ],
        "temperature": 0.3,
        "max_tokens": 120,
        "stream": False,
    }


@pytest.mark.parametrize(
    "content, kind",
    [
        pytest.param(b"%PDF-1.7", "application/pdf", id="a PDF"),
        pytest.param(bytes(MOST_BYTES + 1), "image/jpeg", id="a picture that is too large"),
    ],
)
def test_file_that_is_not_for_it_never_leaves(
    endpoint: ModelEndpoint, content: bytes, kind: str
) -> None:
    with pytest.raises(Permanent):
        show(endpoint, content, kind)
    assert endpoint.server.seen == []
