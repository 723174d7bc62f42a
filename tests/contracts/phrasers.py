"""Models that every promise of a phraser is tried on, and how each is made to behave."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from tests.services.bedrock_endpoint import refuse as refuse_as_bedrock
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import refuse as refuse_as_openai
from tests.services.openai_endpoint import serving_openai

from belfry.adapters.aws.bedrock import BedrockPhraser
from belfry.adapters.aws.clients import Keys, connect_bedrock
from belfry.adapters.memory.phraser import ScriptedPhraser
from belfry.adapters.openai.phraser import OpenAiPhraser
from belfry.adapters.system.clock import SystemClock
from belfry.adapters.web.web import SocketWeb
from belfry.kernel.errors import Permanent, PortError, Temporary
from belfry.ports.phraser import Phraser

KEY = "swordfish-key"
INSTRUCTIONS = "Speak as the kingfisher does."
FACTS = '{"stage": "cormorant"}'
ECHO = f"cannot take {INSTRUCTIONS} with {FACTS} for {KEY}"


class Model(Protocol):
    """A phraser, and the model behind it; what it is told to do holds until told otherwise."""

    @property
    def phraser(self) -> Phraser: ...

    def say(self, text: str) -> None: ...

    def misbehave(self, how: str) -> None:
        """One of TEMPORARY or PERMANENT, by its name."""

    def questions(self) -> list[tuple[str, str]]: ...


TIMELESS = ("silent", "dripping", "dripping from the start")
TEMPORARY = ("busy", "broken", "hanging up", "hanging up halfway", *TIMELESS)
PERMANENT = (
    *("refusing the key", "without the model", "cut off", "declining", "speaking nonsense"),
    *("answering nothing", "going on for ever", "speaking in halves"),
)


class MemoryModel:
    def __init__(self) -> None:
        self.phraser = ScriptedPhraser(lambda instructions, facts: self._outcome)
        self._outcome: str | PortError = ""

    def say(self, text: str) -> None:
        self._outcome = text

    def misbehave(self, how: str) -> None:
        plain = {"answering nothing": "", "speaking in halves": "\ud83d"}
        error = Temporary("not now") if how in TEMPORARY else Permanent("never")
        self._outcome = plain.get(how, error)

    def questions(self) -> list[tuple[str, str]]:
        return [(asked.instructions, asked.facts) for asked in self.phraser.asked]


@dataclass
class ServedModel:
    """A model at an address; `acts` says what only this kind of server does."""

    phraser: Phraser
    endpoint: ModelEndpoint
    acts: dict[str, tuple[int, str]]
    stops: dict[str, str]

    def say(self, text: str) -> None:
        self.endpoint.say(text)

    def misbehave(self, how: str) -> None:
        if how in self.acts:
            self._refuse(*self.acts[how])
        elif how in self.stops:
            self.endpoint.say("Your thing is", stop=self.stops[how])
        else:
            self._break(how)

    def _refuse(self, status: int, code: str) -> None:
        if code:
            refuse_as_bedrock(self.endpoint, status, code, ECHO)
        else:
            refuse_as_openai(self.endpoint, status, ECHO)

    def _break(self, how: str) -> None:
        match how:
            case "silent":
                self.endpoint.keep_silent()
            case "dripping":
                self.endpoint.drip("Your thing is ready.")
            case "dripping from the start":
                self.endpoint.drip("Your thing is ready.", head_too=True)
            case "hanging up":
                self.endpoint.hang_up()
            case "hanging up halfway":
                self.endpoint.stop_halfway()
            case "speaking nonsense":
                self.endpoint.answer(b"<html>all is well</html>")
            case "answering nothing":
                self.endpoint.say("")
            case "going on for ever":
                self.endpoint.go_on_for_ever()
            case "speaking in halves":
                self.endpoint.say("\ud83d")
            case _:
                raise ValueError(how)

    def questions(self) -> list[tuple[str, str]]:
        return self.endpoint.questions


def make_web() -> SocketWeb:
    return SocketWeb(SystemClock(), allowed=["127.0.0.1"])


def make_bedrock(url: str) -> BedrockPhraser:
    keys = Keys("testing", KEY)
    client = connect_bedrock(region="eu-west-2", endpoint=url, keys=keys)
    return BedrockPhraser(client, make_web(), SystemClock())


def make_openai(url: str) -> OpenAiPhraser:
    return OpenAiPhraser(make_web(), url=f"{url}/v1", model="small", key=KEY)


@contextmanager
def bedrock_model() -> Iterator[Model]:
    acts = {
        "busy": (429, "ThrottlingException"),
        "broken": (500, "InternalServerException"),
        "refusing the key": (403, "UnrecognizedClientException"),
        "without the model": (404, "ResourceNotFoundException"),
    }
    stops = {"cut off": "max_tokens", "declining": "guardrail_intervened"}
    with serving_bedrock() as endpoint:
        yield ServedModel(make_bedrock(endpoint.url), endpoint, acts, stops)


@contextmanager
def openai_model() -> Iterator[Model]:
    acts = {
        "busy": (429, ""),
        "broken": (500, ""),
        "refusing the key": (401, ""),
        "without the model": (404, ""),
    }
    stops = {"cut off": "length", "declining": "content_filter"}
    with serving_openai() as endpoint:
        yield ServedModel(make_openai(endpoint.url), endpoint, acts, stops)


@contextmanager
def memory_model() -> Iterator[Model]:
    yield MemoryModel()


MODELS = {"memory": memory_model, "bedrock": bedrock_model, "openai": openai_model}
