"""Reading from Secrets Manager, and the errors when there is nothing to read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belfry.adapters.aws.clients import Keys, connect_secrets
from belfry.adapters.aws.secrets import read_secret
from belfry.bootstrap.ports import open_secret_values
from belfry.kernel.errors import ConfigError, Permanent, Temporary
from belfry.settings import Settings
from belfry.settings.sections import SecretsSettings

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


def test_workflows_find_their_secrets_under_the_prefix(
    secrets: Any, moto_endpoint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets.create_secret(Name="belfry/TILL_KEY", SecretString="open sesame")
    aws = {"AWS_ENDPOINT_URL": moto_endpoint, "AWS_DEFAULT_REGION": "eu-west-2"}
    keys = {"AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"}
    for name, value in {**aws, **keys}.items():
        monkeypatch.setenv(name, value)
    settings = Settings(folder=tmp_path, secrets=SecretsSettings(aws_prefix="belfry/"))
    values = open_secret_values(settings)
    assert values.find("TILL_KEY") == "open sesame"
    with pytest.raises(Permanent, match="there is no secret belfry/OTHER"):
        values.find("OTHER")
