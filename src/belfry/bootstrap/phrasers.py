"""The model of a team that words messages and describes files, if any."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from belfry.adapters.web.web import SocketWeb
from belfry.kernel.urls import parse_url
from belfry.workspace.phrase_text import PhraseText

if TYPE_CHECKING:
    from belfry.bootstrap.ports import Ports
    from belfry.ports.clock import Clock
    from belfry.ports.models import Describer, Phraser
    from belfry.settings import Settings


def open_phraser(settings: Settings, clock: Clock) -> Phraser | None:
    """None where plain sentences are used."""
    model = settings.model
    if model.provider == "bedrock":
        from belfry.adapters.aws.bedrock import BedrockPhraser

        return BedrockPhraser(_connect_bedrock(settings), clock, model=model.model)
    if model.provider == "openai":
        from belfry.adapters.openai.chat import OpenAiPhraser

        key = settings.read_model_key()
        return OpenAiPhraser(_open_web(clock, model.url), url=model.url, model=model.name, key=key)
    return None


def build_phrasing(settings: Settings, ports: Ports) -> PhraseText | None:
    """None where summaries have plain sentences."""
    if ports.phraser is None:
        return None
    within = timedelta(seconds=settings.model.within_seconds)
    return PhraseText(ports.blobs, ports.clock, ports.phraser, within)


def open_describer(settings: Settings, clock: Clock) -> Describer | None:
    """None unless the settings allow it: a file may tell what no message would."""
    model = settings.model
    if not model.sees_evidence:
        return None
    if model.provider == "bedrock":
        from belfry.adapters.aws.bedrock import BedrockDescriber

        return BedrockDescriber(_connect_bedrock(settings), clock, model=model.model)
    if model.provider == "openai":
        from belfry.adapters.openai.chat import OpenAiDescriber

        key, web = settings.read_model_key(), _open_web(clock, model.url)
        return OpenAiDescriber(web, url=model.url, model=model.name, key=key)
    return None


def _connect_bedrock(settings: Settings) -> Any:
    """A client for one port alone."""
    from belfry.adapters.aws.clients import connect_bedrock

    model = settings.model
    return connect_bedrock(region=model.region, endpoint=model.endpoint_url or None)


def _open_web(clock: Clock, url: str) -> SocketWeb:
    """A Web that may call the machine that the operator named, which may be this one."""
    return SocketWeb(clock, allowed=(parse_url(url).host,))
