"""What Bedrock is asked, under whose signature, and how its answers are read."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from tests.adapters.web.local_servers import Seen
from tests.contracts.describers import make_bedrock as make_describer
from tests.contracts.models import KEY
from tests.contracts.phrasers import make_bedrock
from tests.services.bedrock_endpoint import refuse, serving_bedrock, write_blocks
from tests.services.model_endpoint import ModelEndpoint

from belfry.adapters.aws.bedrock import MOST_DOCUMENT_BYTES, MOST_PICTURE_BYTES, BedrockPhraser
from belfry.adapters.aws.clients import Keys, connect_bedrock
from belfry.adapters.system.clock import SystemClock, VirtualClock
from belfry.kernel.errors import Permanent, PortError, Temporary

WITHIN = timedelta(seconds=30)
MODEL = "global.anthropic.claude-haiku-4-5-20251001-v1:0"


@pytest.fixture
def endpoint() -> Iterator[ModelEndpoint]:
    with serving_bedrock() as served:
        yield served


def ask(endpoint: ModelEndpoint, *, within: timedelta = WITHIN, longest: int = 200) -> str:
    phraser = make_bedrock(endpoint.url)
    return phraser.phrase("Be brief.", '{"é": 1}', within=within, longest=longest)


def sign_again(endpoint: ModelEndpoint, seen: Seen) -> str:
    """The signature that a request as it came in ought to bear."""
    [signature] = seen.header("authorization")
    matched = re.search(r"SignedHeaders=([\w;-]+)", signature)
    assert matched is not None
    names = [name for name in matched[1].split(";") if name not in {"host", "x-amz-date"}]
    signer = SigV4Auth(Credentials("testing", KEY), "bedrock", "eu-west-2")
    headers = {name: seen.header(name)[0] for name in names}
    request = AWSRequest("POST", f"{endpoint.url}{seen.path}", headers, seen.body)
    request.headers["X-Amz-Date"] = seen.header("x-amz-date")[0]
    request.context["timestamp"] = seen.header("x-amz-date")[0]
    canonical = signer.canonical_request(request)
    return str(signer.signature(signer.string_to_sign(request, canonical), request))


def test_question_is_a_conversation_of_one_message(endpoint: ModelEndpoint) -> None:
    endpoint.say("Ready.")
    ask(endpoint)
    [seen] = endpoint.server.seen
    assert (seen.method, seen.path) == ("POST", f"/model/{MODEL.replace(':', '%3A')}/converse")
    assert json.loads(seen.body) == {
        "system": [{"text": "Be brief."}],
        "messages": [{"role": "user", "content": [{"text": '{"é": 1}'}]}],
        "inferenceConfig": {"maxTokens": 200, "temperature": 0.3},
    }


def test_signature_is_that_of_what_was_sent(endpoint: ModelEndpoint) -> None:
    endpoint.say("Ready.")
    ask(endpoint)
    [seen] = endpoint.server.seen
    assert seen.header("authorization")[0].endswith(f"Signature={sign_again(endpoint, seen)}")
    assert seen.header("host") == [endpoint.url.removeprefix("http://")]


def test_another_model_may_be_asked(endpoint: ModelEndpoint) -> None:
    endpoint.say("Ready.")
    client = connect_bedrock(
        region="eu-west-2", endpoint=endpoint.url, keys=Keys("testing", "testing")
    )
    phraser = BedrockPhraser(client, SystemClock(), model="amazon.nova-lite-v1:0")
    phraser.phrase("Be brief.", "{}", within=WITHIN, longest=10)
    assert phraser.name == "amazon.nova-lite-v1:0"
    assert endpoint.server.seen[0].path == "/model/amazon.nova-lite-v1%3A0/converse"


def test_default_model_is_haiku(endpoint: ModelEndpoint) -> None:
    assert make_bedrock(endpoint.url).name == MODEL


@pytest.mark.parametrize(
    "status, code, kind",
    [
        (429, "ThrottlingException", Temporary),
        (400, "ThrottlingException", Temporary),
        (429, "ModelNotReadyException", Temporary),
        (408, "ModelTimeoutException", Temporary),
        (424, "ModelErrorException", Temporary),
        (400, "ServiceQuotaExceededException", Temporary),
        (500, "InternalServerException", Temporary),
        (503, "ServiceUnavailableException", Temporary),
        (502, "", Temporary),
        (403, "AccessDeniedException", Permanent),
        (403, "ExpiredTokenException", Permanent),
        (403, "InvalidSignatureException", Permanent),
        (403, "UnrecognizedClientException", Permanent),
        (404, "ResourceNotFoundException", Permanent),
        (400, "ValidationException", Permanent),
        (400, "SomethingNewException", Permanent),
        (301, "", Permanent),
    ],
)
def test_refusal_is_read_by_its_code_or_status(
    endpoint: ModelEndpoint, status: int, code: str, kind: type[PortError]
) -> None:
    refuse(endpoint, status, code, "no")
    with pytest.raises(PortError) as refusal:
        ask(endpoint)
    assert type(refusal.value) is kind


def test_busy_model_may_say_how_long_to_wait(endpoint: ModelEndpoint) -> None:
    refuse(endpoint, 429, "ThrottlingException", "later", retry_after="7")
    with pytest.raises(Temporary) as refusal:
        ask(endpoint)
    assert refusal.value.retry_after == timedelta(seconds=7)


def test_only_blocks_of_text_are_said(endpoint: ModelEndpoint) -> None:
    blocks: list[dict[str, Any]] = [
        {"reasoningContent": {"reasoningText": {"text": "The user wants…"}}},
        {"text": "Your bike "},
        {"toolUse": {"toolUseId": "1", "name": "look", "input": {}}},
        {"text": "is ready."},
    ]
    endpoint.answer(json.dumps(write_blocks(blocks)).encode())
    assert ask(endpoint) == "Your bike is ready."


@pytest.mark.parametrize("stop", ["end_turn", "stop_sequence"])
def test_answer_that_came_to_its_end_is_taken(endpoint: ModelEndpoint, stop: str) -> None:
    endpoint.say("Ready.", stop=stop)
    assert ask(endpoint) == "Ready."


STOPS = ["max_tokens", "guardrail_intervened", "content_filtered", "tool_use", "refusal"]


@pytest.mark.parametrize("stop", STOPS)
def test_answer_that_came_to_no_end_is_refused(endpoint: ModelEndpoint, stop: str) -> None:
    endpoint.say("Ready.", stop=stop)
    with pytest.raises(Permanent):
        ask(endpoint)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param([], id="a list"),
        pytest.param(None, id="null"),
        pytest.param({}, id="nothing"),
        pytest.param({"output": "Ready.", "stopReason": "end_turn"}, id="output that is text"),
        pytest.param({**write_blocks([]), "stopReason": ["end_turn"]}, id="a reason in a list"),
        pytest.param(write_blocks([]), id="no block"),
        pytest.param(write_blocks([{"toolUse": {}}]), id="no block of text"),
        pytest.param(write_blocks([{"text": 7}]), id="text that is a number"),
        pytest.param(write_blocks(["text"]), id="a block that is text"),  # type: ignore[list-item]
        pytest.param(write_blocks([7]), id="a block that is a number"),  # type: ignore[list-item]
    ],
)
def test_answer_that_cannot_be_read_is_refused(endpoint: ModelEndpoint, answer: Any) -> None:
    endpoint.answer(json.dumps(answer).encode())
    with pytest.raises(Permanent):
        ask(endpoint)


def test_question_that_cannot_be_put_is_refused_before_it_is_sent(
    endpoint: ModelEndpoint,
) -> None:
    with pytest.raises(Permanent):
        ask(endpoint, longest=0)
    assert endpoint.server.seen == []


def test_missing_credentials_are_named(
    endpoint: ModelEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    # The session that all clients share keeps the credentials it once had.
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)
    client = connect_bedrock(region="eu-west-2", endpoint=endpoint.url)
    phraser = BedrockPhraser(client, SystemClock())
    with pytest.raises(Permanent, match="no AWS credentials"):
        phraser.phrase("Be brief.", "{}", within=WITHIN, longest=10)
    assert endpoint.server.seen == []


def test_time_taken_before_the_question_is_sent_counts(endpoint: ModelEndpoint) -> None:
    clock = VirtualClock(datetime(2026, 11, 16, tzinfo=UTC))
    client = connect_bedrock(
        region="eu-west-2", endpoint=endpoint.url, keys=Keys("testing", "testing")
    )
    client.meta.events.register(
        "before-call.bedrock-runtime.Converse",
        lambda **_: clock.advance_to(clock.now() + WITHIN),
    )
    phraser = BedrockPhraser(client, clock)
    with pytest.raises(Temporary, match="time was over"):
        phraser.phrase("Be brief.", "{}", within=WITHIN, longest=10)
    assert endpoint.server.seen == []


PDF = "application/pdf"


@pytest.fixture
def seeing_endpoint() -> Iterator[ModelEndpoint]:
    with serving_bedrock() as served:
        served.say("A door.")
        yield served


def show(seeing_endpoint: ModelEndpoint, content: bytes, kind: str) -> str:
    describer = make_describer(seeing_endpoint.url)
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
def test_file_is_a_block_beside_a_text(seeing_endpoint: ModelEndpoint, kind: str) -> None:
    assert show(seeing_endpoint, b"abc", kind) == "A door."
    [seen] = seeing_endpoint.server.seen
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
def test_file_that_is_too_large_never_leaves(
    seeing_endpoint: ModelEndpoint, kind: str, most: int
) -> None:
    with pytest.raises(Permanent, match=f"at most {most:,} bytes"):
        show(seeing_endpoint, bytes(most + 1), kind)
    assert seeing_endpoint.server.seen == []
    assert show(seeing_endpoint, bytes(most), kind) == "A door."
