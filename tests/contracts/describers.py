"""Models that every promise of a describer is tried on, and how each is made to behave."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from tests.contracts.models import (
    INSTRUCTIONS,
    KEY,
    ServedModel,
    make_web,
    model_like_openai,
    model_on_bedrock,
    script,
)
from tests.fakes.describer import ScriptedDescriber, Shown

from belfry.adapters.aws.bedrock import BedrockDescriber
from belfry.adapters.aws.clients import Keys, connect_bedrock
from belfry.adapters.openai.chat import OpenAiDescriber
from belfry.adapters.system.clock import SystemClock
from belfry.kernel.errors import PortError
from belfry.ports.models import HERE_IT_IS, Describer

JPEG = "image/jpeg"
PICTURE = b"\xff\xd8 a cormorant on a rock \xff\xd9"
IN_LETTERS = b64encode(PICTURE).decode()
ECHO = f"cannot take {INSTRUCTIONS} with {IN_LETTERS} or {PICTURE!r} for {KEY}"


class Watcher(Protocol):
    """A describer, and the model behind it; an act stays set until it is changed."""

    @property
    def describer(self) -> Describer: ...

    def say(self, text: str) -> None: ...

    def misbehave(self, how: str) -> None:
        """One of TEMPORARY or PERMANENT, by its name."""

    def questions(self) -> list[Shown]: ...


class MemoryWatcher:
    def __init__(self) -> None:
        self.describer = ScriptedDescriber(lambda shown: self._outcome)
        self._outcome: str | PortError = ""

    def say(self, text: str) -> None:
        self._outcome = text

    def misbehave(self, how: str) -> None:
        self._outcome = script(how)

    def questions(self) -> list[Shown]:
        return self.describer.shown


@dataclass
class ServedWatcher:
    """A model at an address; `read` finds the file in what its server was sent."""

    describer: Describer
    served: ServedModel
    read: Callable[[Any], Shown]

    def say(self, text: str) -> None:
        self.served.say(text)

    def misbehave(self, how: str) -> None:
        self.served.misbehave(how)

    def questions(self) -> list[Shown]:
        return [self.read(json.loads(seen.body)) for seen in self.served.endpoint.server.seen]


def read_converse(asked: Any) -> Shown:
    [instruction], [message] = asked["system"], asked["messages"]
    [file, beside] = message["content"]
    assert (message["role"], beside) == ("user", {"text": HERE_IT_IS})
    [(kind, block)] = file.items()
    family = {"image": "image", "document": "application"}[kind]
    content = b64decode(block["source"]["bytes"], validate=True)
    return Shown(content, f"{family}/{block['format']}", instruction["text"])


def read_chat(asked: Any) -> Shown:
    system, user = asked["messages"]
    [file, beside] = user["content"]
    assert (system["role"], user["role"], file["type"]) == ("system", "user", "image_url")
    assert beside == {"type": "text", "text": HERE_IT_IS}
    head, _, encoded = file["image_url"]["url"].partition(";base64,")
    content = b64decode(encoded, validate=True)
    return Shown(content, head.removeprefix("data:"), system["content"])


def make_bedrock(url: str) -> BedrockDescriber:
    keys = Keys("testing", KEY)
    client = connect_bedrock(region="eu-west-2", endpoint=url, keys=keys)
    return BedrockDescriber(client, SystemClock())


def make_openai(url: str) -> OpenAiDescriber:
    return OpenAiDescriber(make_web(), url=f"{url}/v1", model="small", key=KEY)


@contextmanager
def bedrock_watcher() -> Iterator[Watcher]:
    with model_on_bedrock(ECHO) as served:
        yield ServedWatcher(make_bedrock(served.endpoint.url), served, read_converse)


@contextmanager
def openai_watcher() -> Iterator[Watcher]:
    with model_like_openai(ECHO) as served:
        yield ServedWatcher(make_openai(served.endpoint.url), served, read_chat)


@contextmanager
def memory_watcher() -> Iterator[Watcher]:
    yield MemoryWatcher()


WATCHERS = {"memory": memory_watcher, "bedrock": bedrock_watcher, "openai": openai_watcher}
