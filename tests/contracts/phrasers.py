"""Models that every promise of a phraser is tried on, and how each is made to behave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from tests.contracts.models import (
    INSTRUCTIONS,
    KEY,
    ServedModel,
    make_web,
    model_like_openai,
    model_on_bedrock,
    script,
)
from tests.fakes.phraser import ScriptedPhraser

from belfry.adapters.aws.bedrock import BedrockPhraser
from belfry.adapters.aws.clients import Keys, connect_bedrock
from belfry.adapters.openai.chat import OpenAiPhraser
from belfry.adapters.system.clock import SystemClock
from belfry.kernel.errors import PortError
from belfry.ports.models import Phraser

FACTS = '{"stage": "cormorant"}'
ECHO = f"cannot take {INSTRUCTIONS} with {FACTS} for {KEY}"


class Model(Protocol):
    """A phraser, and the model behind it; an act stays set until it is changed."""

    @property
    def phraser(self) -> Phraser: ...

    def say(self, text: str) -> None: ...

    def say_json(self, value: object) -> None:
        """What it says while it is held to a schema."""

    def misbehave(self, how: str) -> None:
        """One of TEMPORARY or PERMANENT, by its name."""

    def questions(self) -> list[tuple[str, str]]: ...


class MemoryModel:
    def __init__(self) -> None:
        self.phraser = ScriptedPhraser(lambda instructions, facts: self._outcome)
        self._outcome: str | PortError = ""

    def say(self, text: str) -> None:
        self._outcome = text

    def say_json(self, value: object) -> None:
        self._outcome = json.dumps(value, ensure_ascii=False)

    def misbehave(self, how: str) -> None:
        self._outcome = script(how)

    def questions(self) -> list[tuple[str, str]]:
        return [(asked.instructions, asked.facts) for asked in self.phraser.asked]


@dataclass
class WordingModel:
    """A model at an address."""

    phraser: Phraser
    served: ServedModel

    def say(self, text: str) -> None:
        self.served.say(text)

    def say_json(self, value: object) -> None:
        self.served.endpoint.say_json(value)

    def misbehave(self, how: str) -> None:
        self.served.misbehave(how)

    def questions(self) -> list[tuple[str, str]]:
        return self.served.endpoint.questions


def make_bedrock(url: str) -> BedrockPhraser:
    keys = Keys("testing", KEY)
    client = connect_bedrock(region="eu-west-2", endpoint=url, keys=keys)
    return BedrockPhraser(client, SystemClock())


def make_openai(url: str) -> OpenAiPhraser:
    return OpenAiPhraser(make_web(), url=f"{url}/v1", model="small", key=KEY)


@contextmanager
def bedrock_model() -> Iterator[Model]:
    with model_on_bedrock(ECHO) as served:
        yield WordingModel(make_bedrock(served.endpoint.url), served)


@contextmanager
def openai_model() -> Iterator[Model]:
    with model_like_openai(ECHO) as served:
        yield WordingModel(make_openai(served.endpoint.url), served)


@contextmanager
def memory_model() -> Iterator[Model]:
    yield MemoryModel()


MODELS = {"memory": memory_model, "bedrock": bedrock_model, "openai": openai_model}
