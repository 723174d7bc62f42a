"""Models at an address, and how each is made to behave, whatever it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.services.bedrock_endpoint import refuse as refuse_as_bedrock
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import refuse as refuse_as_openai
from tests.services.openai_endpoint import serving_openai

from belfry.adapters.system.clock import SystemClock
from belfry.adapters.web.web import SocketWeb
from belfry.kernel.errors import Permanent, PortError, Temporary

KEY = "swordfish-key"
INSTRUCTIONS = "Speak as the kingfisher does."

TIMELESS = ("silent", "dripping", "dripping from the start")
TEMPORARY = ("busy", "broken", "hanging up", "hanging up halfway", *TIMELESS)
PERMANENT = (
    *("refusing the key", "without the model", "cut off", "declining", "speaking nonsense"),
    *("answering nothing", "going on for ever", "speaking in halves"),
)


def script(how: str) -> str | PortError:
    """The same for a model that only plays one."""
    plain = {"answering nothing": "", "speaking in halves": "\ud83d"}
    return plain.get(how, Temporary("not now") if how in TEMPORARY else Permanent("never"))


@dataclass
class ServedModel:
    """`acts` and `stops` say what only this kind of server does; `echo` is what it repeats."""

    endpoint: ModelEndpoint
    acts: dict[str, tuple[int, str]]
    stops: dict[str, str]
    echo: str = ""

    def say(self, text: str) -> None:
        self.endpoint.say(text)

    def misbehave(self, how: str) -> None:
        """One of TEMPORARY or PERMANENT, by its name."""
        if how in self.acts:
            self._refuse(*self.acts[how])
        elif how in self.stops:
            self.endpoint.say("Your thing is", stop=self.stops[how])
        else:
            self._break(how)

    def _refuse(self, status: int, code: str) -> None:
        if code:
            refuse_as_bedrock(self.endpoint, status, code, self.echo)
        else:
            refuse_as_openai(self.endpoint, status, self.echo)

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


def make_web() -> SocketWeb:
    return SocketWeb(SystemClock(), allowed=["127.0.0.1"])


@contextmanager
def model_on_bedrock(echo: str) -> Iterator[ServedModel]:
    acts = {
        "busy": (429, "ThrottlingException"),
        "broken": (500, "InternalServerException"),
        "refusing the key": (403, "UnrecognizedClientException"),
        "without the model": (404, "ResourceNotFoundException"),
    }
    stops = {"cut off": "max_tokens", "declining": "guardrail_intervened"}
    with serving_bedrock() as endpoint:
        yield ServedModel(endpoint, acts, stops, echo)


@contextmanager
def model_like_openai(echo: str) -> Iterator[ServedModel]:
    acts = {
        "busy": (429, ""),
        "broken": (500, ""),
        "refusing the key": (401, ""),
        "without the model": (404, ""),
    }
    stops = {"cut off": "length", "declining": "content_filter"}
    with serving_openai() as endpoint:
        yield ServedModel(endpoint, acts, stops, echo)
