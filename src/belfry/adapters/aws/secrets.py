"""What is kept in Secrets Manager, as text."""

from __future__ import annotations

from typing import Any

from belfry.adapters.aws.errors import Absent, translated_errors
from belfry.kernel.errors import ConfigError, Permanent

SERVICE = "Secrets Manager"


def read_secret(client: Any, name: str) -> str:
    """The secret of that name or ARN; ConfigError if there is none that can be used."""
    try:
        with translated_errors(SERVICE):
            secret = client.get_secret_value(SecretId=name)
    except Absent as error:
        raise ConfigError(f"there is no secret {name}: make it, or name another") from error
    except Permanent as error:
        raise ConfigError(f"the secret {name} cannot be read: {error}") from error
    text: str = secret.get("SecretString", "").strip()
    if not text:
        raise ConfigError(f"the secret {name} holds no text")
    return text
