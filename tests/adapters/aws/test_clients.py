"""Clients keep their timeouts, and the SDK is loaded only for them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.adapters.aws.conftest import Connect

from belfry.adapters.aws.clients import LateClient


def test_client_tries_three_times_and_waits_a_few_seconds(connect: Connect) -> None:
    config = connect("http://127.0.0.1:1").meta.config

    assert config.retries == {"mode": "standard", "total_max_attempts": 3}
    assert (config.connect_timeout, config.read_timeout) == (2, 5)


@pytest.mark.parametrize("module", ["bedrock", "dynamo", "outbox", "store"])
def test_adapters_are_imported_without_the_sdk(module: str) -> None:
    code = f"import sys, belfry.adapters.aws.{module}; print('boto3' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert answer.stdout == "False\n"


def test_late_client_is_made_at_its_first_call() -> None:
    made: list[dict[str, str]] = []

    class Client:
        is_closed = False

        def close(self) -> None:
            Client.is_closed = True

        def ask(self) -> str:
            return "answer"

    def connect(**how: str) -> Client:
        made.append(how)
        return Client()

    client, unused = LateClient(connect, region="eu-west-2"), LateClient(connect)
    assert made == []
    assert [client.ask(), client.ask()] == ["answer"] * 2
    assert made == [{"region": "eu-west-2"}]
    unused.close()
    assert not Client.is_closed
    client.close()
    assert Client.is_closed
