"""An empty DynamoDB for each test that asks for one.

Each worker of a run has its own server on the loopback address, and every test starts from nothing.
"""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def moto_server() -> Iterator[str]:
    """The address of this worker's server, which is not emptied between tests."""
    command = (sys.executable, "-m", "tests.services.moto_server")
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        server.terminate()


@pytest.fixture
def moto_endpoint(moto_server: str) -> str:
    """The address of an AWS in which nothing has been made yet."""
    with urllib.request.urlopen(f"{moto_server}/moto-api/reset", data=b"") as answer:
        assert answer.status == 200
    return moto_server


@pytest.fixture(scope="session")
def dynamodb_client(moto_server: str) -> Iterator[Any]:
    import boto3

    client = boto3.client(
        "dynamodb",
        endpoint_url=moto_server,
        region_name="eu-west-2",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
    )
    yield client
    client.close()


@pytest.fixture
def dynamodb(moto_endpoint: str, dynamodb_client: Any) -> Any:
    """A boto3 client of a DynamoDB without any tables."""
    assert dynamodb_client.meta.endpoint_url == moto_endpoint
    return dynamodb_client
