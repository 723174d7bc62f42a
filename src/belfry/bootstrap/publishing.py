"""What the publisher needs where it runs by itself, without a team folder beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from belfry.bootstrap.external_scheduler import build_external_scheduler
from belfry.bootstrap.kept_secrets import read_secret
from belfry.bootstrap.ports import is_database_ready, open_ports
from belfry.kernel.errors import ConfigError
from belfry.settings import DatabaseSettings, EventBridgeSettings, Settings

if TYPE_CHECKING:
    from belfry.scheduler.relay_outbox import RelayOutbox

PREFIX = "BELFRY_EVENTBRIDGE_"
SECRET = "BELFRY_DATABASE_SECRET_ARN"


@dataclass(frozen=True, slots=True)
class Publishing:
    """`relay` carries the news of workflows out."""

    relay: RelayOutbox
    close: Callable[[], None]


def open_publishing(variables: Mapping[str, str]) -> Publishing:
    """From what a function's environment says; ConfigError if that is not enough.

    The database must have its shape already: a function that changed it would do so under the feet
    of the app.
    """
    eventbridge = read_eventbridge(variables)
    if not (secret := variables.get(SECRET)):
        raise ConfigError(f"{SECRET} is not set: it names the secret with the database's url")
    database = DatabaseSettings(url=read_secret(secret))
    settings = Settings(database=database, eventbridge=eventbridge)
    if not is_database_ready(settings):
        raise ConfigError(
            "the database is not of this version: start the app of this version first"
        )
    ports = open_ports(settings)
    external_scheduler = build_external_scheduler(settings, ports)
    if external_scheduler is None:
        ports.close()
        raise ConfigError(f"{PREFIX}ENVIRONMENT is not set: it is part of every schedule's name")
    return Publishing(external_scheduler.relay, ports.close)


def read_eventbridge(variables: Mapping[str, str]) -> EventBridgeSettings:
    """Each setting of the section by its name in capitals; AWS itself names the region."""
    named = {
        name: variables.get(PREFIX + name.upper()) for name in EventBridgeSettings.model_fields
    }
    said = {name: value for name, value in named.items() if value}
    said.setdefault("region", variables.get("AWS_REGION", ""))
    try:
        return EventBridgeSettings.model_validate(said)
    except ValidationError as error:
        whys = [str(one["msg"]).removeprefix("Value error, ") for one in error.errors()]
        raise ConfigError(f"{PREFIX}…: {'; '.join(whys)}") from error
