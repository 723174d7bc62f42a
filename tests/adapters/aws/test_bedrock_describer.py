"""What Bedrock is shown of a file, and what never leaves the house."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.describers import make_bedrock
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.model_endpoint import ModelEndpoint

from belfry.adapters.aws.bedrock_describer import MOST_DOCUMENT_BYTES, MOST_PICTURE_BYTES
from belfry.kernel.errors import Permanent

PDF = "application/pdf"


@pytest.fixture
def endpoint() -> Iterator[ModelEndpoint]:
    with serving_bedrock() as served:
        served.say("A door.")
        yield served


def show(endpoint: ModelEndpoint, content: bytes, kind: str) -> str:
    describer = make_bedrock(endpoint.url)
    within = timedelta(seconds=30)
    return describer.describe(content, kind, "Be brief.", within=within, longest=120)


SOURCE = {"bytes": b64encode(b"abc").decode()}
BLOCKS: dict[str, dict[str, Any]] = {
    "image/jpeg": {"image": {"format": "jpeg", "source": SOURCE}},
    "image/png": {"image": {"format": "png", "source": SOURCE}},
    "image/gif": {"image": {"format": "gif", "source": SOURCE}},
    "image/webp": {"image": {"format": "webp", "source": SOURCE}},
    PDF: {"document": {"format": "pdf", "name": "document", "source": SOURCE}},
}


@pytest.mark.parametrize("kind", BLOCKS)
def test_file_is_a_block_beside_a_text(endpoint: ModelEndpoint, kind: str) -> None:
    assert show(endpoint, b"abc", kind) == "A door."
    [seen] = endpoint.server.seen
    assert json.loads(seen.body) == {
        "system": [{"text": "Be brief."}],
        "messages": [
            {"role": "user", "content": [BLOCKS[kind], {"text": "Here is the file."}]},
        ],
        "inferenceConfig": {"maxTokens": 120, "temperature": 0.3},
    }


@pytest.mark.parametrize(
    "kind, most", [("image/jpeg", MOST_PICTURE_BYTES), (PDF, MOST_DOCUMENT_BYTES)]
)
def test_file_that_is_too_large_never_leaves(endpoint: ModelEndpoint, kind: str, most: int) -> None:
    with pytest.raises(Permanent, match=f"at most {most:,} bytes"):
        show(endpoint, bytes(most + 1), kind)
    assert endpoint.server.seen == []
    assert show(endpoint, bytes(most), kind) == "A door."
