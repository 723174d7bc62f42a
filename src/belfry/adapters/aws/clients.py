"""The clients of AWS, with their timeouts and retries.

The SDK tries a call three times in all, with growing pauses, where a retry may help: the connection
failed, the service is busy, or it answered 5xx. Nothing above this module retries.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import boto3
from botocore.config import Config

if TYPE_CHECKING:
    from belfry.adapters.aws.dynamo import Client

TRIES = 3
CONNECT_WITHIN = timedelta(seconds=2)
ANSWER_WITHIN = timedelta(seconds=5)
MOST_CONNECTIONS = 25


class Keys(NamedTuple):
    """Credentials for an emulator; for AWS itself the SDK finds them."""

    id: str
    secret: str


def connect_dynamodb(
    *,
    region: str,
    endpoint: str | None = None,
    keys: Keys | None = None,
    answer_within: timedelta = ANSWER_WITHIN,
    tries: int = TRIES,
) -> Client:
    """A client of DynamoDB; `endpoint` names an emulator in its place."""
    client: Client = _connect("dynamodb", region, endpoint, keys, answer_within, tries)
    return client


def connect_scheduler(
    *,
    region: str,
    endpoint: str | None = None,
    keys: Keys | None = None,
    answer_within: timedelta = ANSWER_WITHIN,
    tries: int = TRIES,
) -> Any:
    """A client of EventBridge Scheduler; `endpoint` names an emulator in its place."""
    return _connect("scheduler", region, endpoint, keys, answer_within, tries)


def connect_secrets(
    *,
    region: str | None = None,
    endpoint: str | None = None,
    keys: Keys | None = None,
    answer_within: timedelta = ANSWER_WITHIN,
    tries: int = TRIES,
) -> Any:
    """A client of Secrets Manager; without a region, in the one that this process runs in."""
    return _connect("secretsmanager", region, endpoint, keys, answer_within, tries)


def connect_sns(
    *,
    region: str | None = None,
    endpoint: str | None = None,
    keys: Keys | None = None,
    answer_within: timedelta = ANSWER_WITHIN,
) -> Any:
    """A client of SNS without retries: a text cannot be taken back."""
    return _connect("sns", region, endpoint, keys, answer_within, tries=1)


def connect_bedrock(
    *,
    region: str | None = None,
    endpoint: str | None = None,
    keys: Keys | None = None,
) -> Any:
    """A client of Bedrock's models; each question is asked once."""
    return _connect("bedrock-runtime", region, endpoint, keys, ANSWER_WITHIN, tries=1)


def _connect(
    service: str,
    region: str | None,
    endpoint: str | None,
    keys: Keys | None,
    answer_within: timedelta,
    tries: int,
) -> Any:
    given: dict[str, Any] = (
        {"aws_access_key_id": keys.id, "aws_secret_access_key": keys.secret} if keys else {}
    )
    return boto3.client(
        service,
        region_name=region,
        endpoint_url=endpoint,
        config=Config(
            retries={"mode": "standard", "total_max_attempts": tries},
            connect_timeout=CONNECT_WITHIN.total_seconds(),
            read_timeout=answer_within.total_seconds(),
            max_pool_connections=MOST_CONNECTIONS,
        ),
        **given,
    )
