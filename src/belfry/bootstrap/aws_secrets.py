"""Read secrets from AWS Secrets Manager, for the Lambda functions."""

from __future__ import annotations


def read_secret(name: str) -> str:
    """The text kept under that name or ARN, in the region that this process runs in."""
    from belfry.adapters.aws import secrets
    from belfry.adapters.aws.clients import connect_secrets

    client = connect_secrets()
    try:
        return secrets.read_secret(client, name)
    finally:
        client.close()
