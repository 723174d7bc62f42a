"""Which model words messages, if a team has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.adapters.web.web import SocketWeb
from belfry.kernel.urls import parse_url

if TYPE_CHECKING:
    from belfry.ports.clock import Clock
    from belfry.ports.phraser import Phraser
    from belfry.settings import Settings


def open_phraser(settings: Settings, clock: Clock) -> Phraser | None:
    """None where plain sentences are used."""
    model = settings.model
    if model.provider == "bedrock":
        from belfry.adapters.aws.bedrock import BedrockPhraser
        from belfry.adapters.aws.clients import connect_bedrock

        client = connect_bedrock(region=model.region, endpoint=model.endpoint_url or None)
        web = SocketWeb(clock, allowed=_list_own(model.endpoint_url))
        return BedrockPhraser(client, web, clock, model=model.model)
    if model.provider == "openai":
        from belfry.adapters.openai.phraser import OpenAiPhraser

        web = SocketWeb(clock, allowed=_list_own(model.url))
        return OpenAiPhraser(web, url=model.url, model=model.name, key=settings.read_model_key())
    return None


def _list_own(url: str) -> tuple[str, ...]:
    """The machine that the operator named, which may be this one."""
    return (parse_url(url).host,) if url else ()
