"""What AWS's refusals mean to Belfry.

Busy, out of reach and broken are Temporary; a refusal nobody foresaw is Permanent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError

from belfry.kernel.errors import BelfryError, ConfigError, Conflict, Permanent, Temporary

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

VENDOR_ERRORS = (BotoCoreError, ClientError)

_BUSY = {
    "InternalServerError",
    "LimitExceededException",
    "ProvisionedThroughputExceeded",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ServiceUnavailable",
    "ThrottlingError",
    "ThrottlingException",
    "TransactionInProgressException",
}
_HELD = {"TransactionConflict", "TransactionConflictException"}


class Held(Temporary):
    """Another transaction has its hands on an item just now; which of them will win is open."""


class Refused(Conflict):
    """The conditions of some items of a transaction did not hold; `places` counts them from 0."""

    def __init__(self, message: str, places: Sequence[int]) -> None:
        super().__init__(message)
        self.places = places


def translate(error: BotoCoreError | ClientError, tables: Collection[str]) -> BelfryError:
    """The error to raise `from` this one; `tables` are those the call was about."""
    if isinstance(error, ClientError):
        return _translate_answer(error.response, ", ".join(sorted(tables)))
    if isinstance(error, ConnectionError):
        return Temporary(f"DynamoDB is out of reach: {error}")
    if isinstance(error, HTTPClientError):
        return Temporary(f"DynamoDB was asked, and what it did is not known: {error}")
    return Permanent(f"DynamoDB could not be asked: {error}")


def _translate_answer(answer: dict[str, Any], tables: str) -> BelfryError:
    code = answer["Error"]["Code"]
    said = f"DynamoDB ({tables}) answered {code}: {answer['Error'].get('Message', '')}"
    if code == "TransactionCanceledException":
        return _translate_reasons(answer, said)
    if code == "ConditionalCheckFailedException":
        return Conflict(said)
    if code == "ResourceNotFoundException":
        return ConfigError(f"a table is missing: {said}. Are region and prefix right?")
    if code in _HELD:
        return Held(said)
    if code in _BUSY or answer["ResponseMetadata"]["HTTPStatusCode"] >= 500:
        return Temporary(said)
    return Permanent(said)


def _translate_reasons(answer: dict[str, Any], said: str) -> BelfryError:
    codes = [reason.get("Code", "None") for reason in answer.get("CancellationReasons", [])]
    if refused := [place for place, code in enumerate(codes) if code == "ConditionalCheckFailed"]:
        return Refused(said, refused)
    reasons = set(codes) - {"None"}
    if reasons and reasons <= _HELD:
        return Held(said)
    if reasons and reasons <= _HELD | _BUSY:
        return Temporary(said)
    return Permanent(said)
