"""What it means when a service of AWS refuses, is busy or out of reach.

(DynamoDB says more than these words, about tables and transactions: see `errors.py`.)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError

from belfry.kernel.errors import Permanent, PortError, Temporary

_BUSY = {
    "InternalServerException",
    "InternalServiceError",
    "RequestLimitExceeded",
    "ServiceUnavailable",
    "Throttling",
    "ThrottlingException",
    "TooManyRequestsException",
}
_TOO_MANY = 429


class Absent(Permanent):
    """There is nothing by the name that was asked for."""


class Taken(Permanent):
    """The name is taken, or somebody else is changing what it names."""


@contextmanager
def in_our_words(service: str) -> Iterator[None]:
    """Calls of one service, whose errors are passed on as Belfry's own."""
    try:
        yield
    except ClientError as error:
        raise _translate_answer(service, error.response) from error
    except ConnectionError as error:
        raise Temporary(f"{service} is out of reach: {error}") from error
    except HTTPClientError as error:
        raise Temporary(f"{service} was asked, and what it did is not known: {error}") from error
    except BotoCoreError as error:
        raise Permanent(f"{service} could not be asked: {error}") from error


def _translate_answer(service: str, answer: dict[str, Any]) -> PortError:
    code = answer["Error"].get("Code", "")
    status = answer["ResponseMetadata"]["HTTPStatusCode"]
    said = f"{service} answered {code or status}: {answer['Error'].get('Message', '')}"
    if code in _BUSY or status == _TOO_MANY or status >= 500:
        return Temporary(said)
    if code == "ResourceNotFoundException":
        return Absent(said)
    if code == "ConflictException":
        return Taken(said)
    return Permanent(said)
