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
from tests.services.dynamo_tables import create_tables

from belfry.adapters.aws.clients import Keys, connect_s3
from belfry.adapters.aws.s3 import BUCKETS, S3

EMPTY, SAVE, RESTORE = (f"/moto-api/belfry/{act}" for act in ("empty", "save", "restore"))
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


@pytest.fixture(scope="session")
def tables_made() -> set[str]:
    """The servers that have Belfry's tables and buckets."""
    return set()


@pytest.fixture
def moto_endpoint(moto_server: str, tables_made: set[str]) -> str:
    """The address of an AWS in which nothing has been made yet."""
    post(f"{moto_server}/moto-api/reset")
    tables_made.clear()
    return moto_server


def post(url: str) -> None:
    with urllib.request.urlopen(url, data=b"") as answer:
        assert answer.status == 200


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


@pytest.fixture(scope="session")
def s3_client(moto_server: str) -> Iterator[Any]:
    client = connect_s3(region="eu-west-2", endpoint=moto_server, keys=Keys("testing", "testing"))
    yield client
    client.close()


@pytest.fixture
def emptied(moto_server: str, dynamodb_client: Any, s3_client: Any, tables_made: set[str]) -> None:
    """Belfry's tables and buckets are there, and nothing is in them."""
    if moto_server in tables_made:
        post(f"{moto_server}{EMPTY}")
        return
    post(f"{moto_server}/moto-api/reset")
    create_tables(dynamodb_client)
    for bucket in BUCKETS:
        where = {"LocationConstraint": "eu-west-2"}
        s3_client.create_bucket(Bucket=bucket, CreateBucketConfiguration=where)
    tables_made.add(moto_server)


@pytest.fixture
def s3(emptied: None, s3_client: Any) -> S3:
    """Belfry's buckets, with nothing in them."""
    return S3(s3_client)


@pytest.fixture
def belfry_tables(emptied: None, dynamodb_client: Any) -> Any:
    """A boto3 client of a DynamoDB with all of Belfry's tables, and nothing in them."""
    return dynamodb_client
