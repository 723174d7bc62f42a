"""Reading from Secrets Manager, and the errors when there is nothing to read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from belfry.adapters.aws.clients import Keys, connect_secrets
from belfry.adapters.aws.secrets import read_secret
from belfry.kernel.errors import ConfigError, Temporary

KEYS = Keys("testing", "testing")


@pytest.fixture
def secrets(moto_endpoint: str) -> Iterator[Any]:
    client = connect_secrets(region="eu-west-2", endpoint=moto_endpoint, keys=KEYS)
    yield client
    client.close()


@pytest.mark.parametrize("by", ["Name", "ARN"])
def test_secret_is_found_by_name_and_by_arn(secrets: Any, by: str) -> None:
    secret = secrets.create_secret(Name="scheduler-key", SecretString="open sesame\n")
    assert read_secret(secrets, secret[by]) == "open sesame"


def test_missing_secret_is_named(secrets: Any) -> None:
    with pytest.raises(ConfigError, match="there is no secret scheduler-key"):
        read_secret(secrets, "scheduler-key")


@pytest.mark.parametrize(
    "stored", [{"SecretString": " "}, {"SecretBinary": b"\x00"}], ids=["blanks", "bytes"]
)
def test_secret_without_text_is_named(secrets: Any, stored: dict[str, Any]) -> None:
    secrets.create_secret(Name="scheduler-key", **stored)
    with pytest.raises(ConfigError, match="the secret scheduler-key holds no text"):
        read_secret(secrets, "scheduler-key")


def test_secret_that_may_not_be_read_is_named(secrets: Any) -> None:
    secret = secrets.create_secret(Name="scheduler-key", SecretString="open sesame")
    secrets.delete_secret(SecretId=secret["ARN"])
    with pytest.raises(ConfigError, match="the secret scheduler-key cannot be read"):
        read_secret(secrets, "scheduler-key")


def test_silence_is_temporary() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        endpoint = f"http://127.0.0.1:{free.getsockname()[1]}"
    client = connect_secrets(region="eu-west-2", endpoint=endpoint, keys=KEYS, tries=1)
    with pytest.raises(Temporary, match="Secrets Manager is out of reach"):
        read_secret(client, "scheduler-key")
    client.close()
