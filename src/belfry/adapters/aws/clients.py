"""The clients of AWS, with their timeouts and retries.

The SDK tries a call three times in all, with growing pauses, where a retry may help: the connection
failed, the service is busy, or it answered 5xx. Nothing above this module retries.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import boto3
from botocore.config import Config

TRIES = 3
CONNECT_WITHIN = timedelta(seconds=2)
ANSWER_WITHIN = timedelta(seconds=5)
MOST_CONNECTIONS = 25


class Keys(NamedTuple):
    """Credentials for an emulator; for AWS itself the SDK finds them."""

    id: str
    secret: str


def _connect(
    service: str,
    *,
    region: str | None = None,
    endpoint: str | None = None,
    keys: Keys | None = None,
    answer_within: timedelta = ANSWER_WITHIN,
    tries: int = TRIES,
) -> Any:
    """A client in the region, or in that of this process; `endpoint` names an emulator instead."""
    credentials = (
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
        **credentials,
    )


class LateClient:
    """A client that is made at its first call: most processes use few of those they are given."""

    def __init__(self, connect: Callable[..., Any], **how: Any) -> None:
        self._connect = partial(connect, **how)
        self._client: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._client is None:
            self._client = self._connect()
        return getattr(self._client, name)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


connect_dynamodb = partial(_connect, "dynamodb")
connect_scheduler = partial(_connect, "scheduler")
connect_secrets = partial(_connect, "secretsmanager")
connect_parameters = partial(_connect, "ssm")
connect_events = partial(_connect, "events")
connect_s3 = partial(_connect, "s3")
connect_lambda = partial(_connect, "lambda")
connect_sqs = partial(_connect, "sqs")
# A message cannot be taken back, and a model is asked each question once.
connect_sns = partial(_connect, "sns", tries=1)
connect_ses = partial(_connect, "sesv2", tries=1)
connect_bedrock = partial(_connect, "bedrock-runtime", tries=1)
