"""How a question is put to a model of Amazon Bedrock, through its Converse operation.

The SDK writes and signs the question. It is carried by the Web and not by the SDK, whose patience
counts anew with every byte and which reads an answer to its end, however long that is. What
Bedrock says of a refusal is not passed on: it may repeat what it was asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from botocore.awsrequest import AWSResponse
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError, NoCredentialsError

from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown
from belfry.kernel.http_headers import LINE_HEADERS, find_retry_after
from belfry.ports.models import check_text, count_bytes
from belfry.ports.web import WebAnswer, WebRequest

if TYPE_CHECKING:
    from botocore.awsrequest import AWSPreparedRequest

    from belfry.ports.clock import Clock
    from belfry.ports.web import Web

DEFAULT_MODEL = "global.anthropic.claude-haiku-4-5-20251001-v1:0"
TEMPERATURE = 0.3
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


@dataclass(slots=True)
class _Call:
    """One question on its way: how it may be carried, and what came back."""

    ends: timedelta
    max_bytes: int
    answer: WebAnswer | None = None


_CALL: ContextVar[_Call] = ContextVar("belfry_bedrock_call")


class Converse:
    """`client` is a `bedrock-runtime` client of the SDK that is used for nothing else."""

    def __init__(self, client: Any, web: Web, clock: Clock, *, model: str) -> None:
        self.model = model
        self._client = client
        self._web = web
        self._clock = clock
        client.meta.events.register("before-send.bedrock-runtime.Converse", self._carry)

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
        question = self._write_question(instructions, content, longest)
        if schema is not None:
            question["toolConfig"] = _write_tool(schema)
        call = _Call(self._clock.elapsed() + within, count_bytes(longest))
        before = _CALL.set(call)
        try:
            with translated_errors():
                self._client.converse(**question)
        finally:
            _CALL.reset(before)
        if call.answer is None:
            raise Permanent("Bedrock was not asked")
        if call.answer.status != 200:
            raise _refusal(call.answer)
        read = _read_text if schema is None else _read_tool_input
        return check_text(read(call.answer), longest)

    def _write_question(
        self, instructions: str, content: Sequence[Mapping[str, Any]], longest: int
    ) -> dict[str, Any]:
        return {
            "modelId": self.model,
            "system": [{"text": instructions}],
            "messages": [{"role": "user", "content": list(content)}],
            # No usual script takes more than a token for each character.
            "inferenceConfig": {"maxTokens": longest, "temperature": TEMPERATURE},
        }

    def _carry(self, request: AWSPreparedRequest, **_: Any) -> AWSResponse:
        """Brings the signed question to Bedrock; the SDK is shown an answer without words."""
        call = _CALL.get()
        left = call.ends - self._clock.elapsed()
        if left <= timedelta():
            raise Temporary("the time was over before Bedrock could be asked")
        try:
            call.answer = self._web.call(
                WebRequest(
                    method="POST",
                    url=request.url,
                    headers=_write_headers(request.headers),
                    body=request.body,
                    within=left,
                    max_bytes=call.max_bytes,
                )
            )
        except Unknown as error:
            raise Temporary(str(error)) from error
        return _show_nothing(request.url)


def _write_tool(schema: Mapping[str, Any]) -> dict[str, Any]:
    tool = {"name": _TOOL, "inputSchema": {"json": schema}}
    return {"tools": [{"toolSpec": tool}], "toolChoice": {"tool": {"name": _TOOL}}}


def _write_headers(signed: Mapping[str, str | bytes]) -> dict[str, str]:
    headers = {
        name: value.decode("latin-1") if isinstance(value, bytes) else value
        for name, value in signed.items()
    }
    return {name: value for name, value in headers.items() if name.lower() not in LINE_HEADERS}


class _Silence:
    """The body of an answer that the SDK need not read."""

    def stream(self) -> Iterator[bytes]:
        yield b"{}"


def _show_nothing(url: str) -> AWSResponse:
    return AWSResponse(url, 200, {"content-type": "application/json"}, _Silence())


@contextmanager
def translated_errors() -> Iterator[None]:
    """What the SDK says before anything is sent: it has no credentials, or cannot get any."""
    try:
        yield
    except NoCredentialsError as error:
        raise Permanent("Bedrock could not be asked: there are no AWS credentials") from error
    except HTTPClientError as error:
        raise Temporary("Bedrock could not be asked: no AWS credentials could be had") from error
    except (BotoCoreError, ClientError) as error:
        raise Permanent(f"Bedrock could not be asked ({type(error).__name__})") from error


def _refusal(answer: WebAnswer) -> PortError:
    code = answer.headers.get("x-amzn-errortype", "").partition(":")[0]
    if code in _BUSY or answer.status in {408, 424, 429} or answer.status >= 500:
        said = f"Bedrock is busy or broken ({code if code in _BUSY else answer.status})"
        return Temporary(said, retry_after=find_retry_after(answer.headers))
    if code in _REFUSALS:
        return Permanent(f"Bedrock {_REFUSALS[code]} ({code})")
    return Permanent(f"Bedrock answered {answer.status}")


def _read_text(answer: WebAnswer) -> str:
    """The text of every block that is text; thoughts and tools are none of the customer's."""
    if answer.truncated:
        raise Permanent("the model's answer is too long to be read")
    try:
        said = json.loads(answer.body)
        reason, blocks = said["stopReason"], said["output"]["message"]["content"]
        texts = [block["text"] for block in blocks if "text" in block]
        text = "".join(texts)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Permanent("Bedrock gave an answer that cannot be read") from error
    if reason not in _FINISHED:
        raise Permanent(_name_stop(reason))
    return text


def _read_tool_input(answer: WebAnswer) -> str:
    """What the tool was called with, as JSON."""
    if answer.truncated:
        raise Permanent("the model's answer is too long to be read")
    try:
        said = json.loads(answer.body)
        reason, blocks = said["stopReason"], said["output"]["message"]["content"]
        inputs = [block["toolUse"]["input"] for block in blocks if "toolUse" in block]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Permanent("Bedrock gave an answer that cannot be read") from error
    if reason != "tool_use" or not inputs:
        raise Permanent(_name_stop(reason))
    return json.dumps(inputs[0], ensure_ascii=False)


def _name_stop(reason: object) -> str:
    if reason == "max_tokens":
        return "the model's answer was cut off"
    return "the model declined to answer, or something held its answer back"
