"""Models of Amazon Bedrock, asked through boto3's Converse.

What Bedrock says of a refusal is not passed on: it may repeat what it was asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import local
from typing import Any

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionError,
    HTTPClientError,
    IncompleteReadError,
    NoCredentialsError,
)
from botocore.httpsession import URLLib3Session
from botocore.parsers import ResponseParserError
from botocore.response import StreamingBody

from belfry.adapters.sockets import Deadline
from belfry.kernel.errors import Permanent, PortError, Temporary
from belfry.kernel.http_headers import find_retry_after
from belfry.ports.clock import Clock
from belfry.ports.models import HERE_IT_IS, check_text

DEFAULT_MODEL = "global.anthropic.claude-haiku-4-5-20251001-v1:0"
TEMPERATURE = 0.3
MOST_BYTES = 1024 * 1024
_CHUNK = 16 * 1024
_AT_ONCE = 32
_CONNECT_SECONDS, _READ_SECONDS = 2, 60
_TOOL = "answer"
_FINISHED = ("end_turn", "stop_sequence")
_BUSY = frozenset(
    {
        "InternalServerException",
        "ModelErrorException",
        "ModelNotReadyException",
        "ModelTimeoutException",
        "ServiceQuotaExceededException",
        "ServiceUnavailableException",
        "ThrottlingException",
    }
)
_REFUSALS = {
    "AccessDeniedException": "gives no access to the model",
    "ExpiredTokenException": "refuses the credentials: they have run out",
    "InvalidSignatureException": "refuses the credentials",
    "ResourceNotFoundException": "knows no such model",
    "UnrecognizedClientException": "refuses the credentials",
    "ValidationException": "does not take the question",
}
# The SDK's parser raises the last four over an answer that has another shape than promised.
_FAULTS = (
    *(BotoCoreError, ClientError, ResponseParserError, TimeoutError),
    *(AttributeError, LookupError, TypeError, ValueError),
)
# https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
MOST_PICTURE_BYTES = 3_750_000
MOST_DOCUMENT_BYTES = 4_500_000
_PICTURES = frozenset({"image/gif", "image/jpeg", "image/png", "image/webp"})


def _write_block(content: bytes, media_type: str) -> dict[str, Any]:
    is_document = media_type == "application/pdf"
    if not is_document and media_type not in _PICTURES:
        raise Permanent("Bedrock is shown pictures and PDFs alone")
    most = MOST_DOCUMENT_BYTES if is_document else MOST_PICTURE_BYTES
    if len(content) > most:
        raise Permanent(f"Bedrock takes at most {most:,} bytes of such a file")
    block = {"format": media_type.partition("/")[2], "source": {"bytes": content}}
    # The model reads the name as well, so it is never one that a user typed.
    return {"document": {**block, "name": "document"}} if is_document else {"image": block}


class _Call(local):
    deadline: Deadline


class Converse:
    """Asks through a `bedrock-runtime` client of the SDK that is used for nothing else.

    Calls run in threads of their own, so that a caller waits no longer than it asked to.

    The SDK's timeout counts anew with every read, and it reads an answer to its end however long
    that is: a slow or endless one would hold a worker for ever.
    """

    def __init__(self, client: Any, clock: Clock, *, model: str = DEFAULT_MODEL) -> None:
        self.name = model
        self._client = client
        self._clock = clock
        self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="belfry-bedrock")
        self._http = URLLib3Session(timeout=(_CONNECT_SECONDS, _READ_SECONDS))
        self._call = _Call()
        client.meta.events.register("before-send.bedrock-runtime.Converse", self._send)

    def ask(
        self,
        instructions: str,
        content: Sequence[Mapping[str, Any]],
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        """What the model says to one message; the promises are those of a Phraser.

        With a `schema` it must answer by calling a tool whose input has that shape.
        """
        question: dict[str, Any] = {
            "modelId": self.name,
            "system": [{"text": instructions}],
            "messages": [{"role": "user", "content": list(content)}],
            # No usual script takes more than a token for each character.
            "inferenceConfig": {"maxTokens": longest, "temperature": TEMPERATURE},
        }
        if schema is not None:
            tool = {"name": _TOOL, "inputSchema": {"json": schema}}
            choice = {"tool": {"name": _TOOL}}
            question["toolConfig"] = {"tools": [{"toolSpec": tool}], "toolChoice": choice}
        outcome = self._find_outcome(question, within, _read_text if schema is None else _read_tool)
        # Raised here, so that Bedrock's own words do not come along as the cause.
        if isinstance(outcome, PortError):
            raise outcome
        return check_text(outcome, longest)

    def _find_outcome(self, question: Any, within: timedelta, read: Any) -> object:
        deadline = Deadline(self._clock, within)
        try:
            answer = self._pool.submit(self._run, question, deadline).result(deadline.left())
            return read(answer)
        except PortError as error:
            return error
        except _FAULTS as error:
            return _translate(error)

    def _run(self, question: dict[str, Any], deadline: Deadline) -> Any:
        self._call.deadline = deadline
        return self._client.converse(**question)

    def _send(self, request: AWSPreparedRequest, **_: Any) -> AWSResponse:
        """Send as the SDK does, but leave the body to be read by `_LimitedBody`."""
        deadline = self._call.deadline
        deadline.left()
        request.stream_output = True
        # A kept connection may have been closed meanwhile, and each question is asked once.
        request.headers["Connection"] = "close"
        response = self._http.send(request)
        body = StreamingBody(response.raw, response.headers.get("content-length"))
        response.raw = _LimitedBody(body, deadline)
        return response


class _LimitedBody:
    def __init__(self, body: StreamingBody, deadline: Deadline) -> None:
        self._body = body
        self._deadline = deadline

    def stream(self) -> Iterator[bytes]:
        size = 0
        try:
            while chunk := self._body.read(_CHUNK):
                self._deadline.left()
                size += len(chunk)
                if size > MOST_BYTES:
                    raise Permanent("the model's answer is too long to be read")
                yield chunk
        finally:
            self._body.close()


class BedrockPhraser(Converse):
    def phrase(
        self,
        instructions: str,
        facts: str,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        return self.ask(
            instructions, [{"text": facts}], within=within, longest=longest, schema=schema
        )


class BedrockDescriber(Converse):
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
        blocks = [_write_block(content, media_type), {"text": HERE_IT_IS}]
        return self.ask(instructions, blocks, within=within, longest=longest)


def _translate(error: Exception) -> PortError:
    match error:
        case ClientError():
            return _translate_answer(error.response)
        case TimeoutError():
            return Temporary("the time was over before Bedrock had answered")
        case NoCredentialsError():
            return Permanent("Bedrock could not be asked: there are no AWS credentials")
        case ConnectionError() | HTTPClientError() | IncompleteReadError():
            return Temporary(f"Bedrock gave no whole answer ({type(error).__name__})")
        case BotoCoreError():
            return Permanent(f"Bedrock could not be asked ({type(error).__name__})")
    return Permanent("Bedrock gave an answer that cannot be read")


def _translate_answer(answer: Mapping[str, Any]) -> PortError:
    code, metadata = answer["Error"].get("Code", ""), answer["ResponseMetadata"]
    status = metadata["HTTPStatusCode"]
    if code in _BUSY or status in {408, 424, 429} or status >= 500:
        message = f"Bedrock is busy or broken ({code if code in _BUSY else status})"
        return Temporary(message, retry_after=find_retry_after(metadata["HTTPHeaders"]))
    if code in _REFUSALS:
        return Permanent(f"Bedrock {_REFUSALS[code]} ({code})")
    return Permanent(f"Bedrock answered {status}")


def _read_text(answer: Mapping[str, Any]) -> str:
    """The text of every block that is text; thoughts and tools are not for the customer."""
    text = "".join(block["text"] for block in _list_blocks(answer) if "text" in block)
    if answer["stopReason"] not in _FINISHED:
        raise _name_stop(answer)
    return text


def _read_tool(answer: Mapping[str, Any]) -> str:
    """What the tool was called with, as JSON."""
    inputs = [block["toolUse"]["input"] for block in _list_blocks(answer) if "toolUse" in block]
    if answer["stopReason"] != "tool_use" or not inputs:
        raise _name_stop(answer)
    return json.dumps(inputs[0], ensure_ascii=False)


def _list_blocks(answer: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    blocks: Sequence[Mapping[str, Any]] = answer["output"]["message"]["content"]
    return blocks


def _name_stop(answer: Mapping[str, Any]) -> Permanent:
    if answer["stopReason"] == "max_tokens":
        return Permanent("the model's answer was cut off")
    return Permanent("the model declined to answer, or something held its answer back")
