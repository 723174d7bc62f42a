"""AWS's errors as Belfry's: busy or out of reach is Temporary, any other refusal Permanent."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionError,
    CredentialRetrievalError,
    HTTPClientError,
    IncompleteReadError,
    NoCredentialsError,
)
from botocore.parsers import ResponseParserError

from belfry.kernel.errors import (
    BelfryError,
    ConfigError,
    Conflict,
    Permanent,
    PortError,
    Temporary,
    Unknown,
)

VENDOR_ERRORS = (BotoCoreError, ClientError)
# The SDK stumbles with a KeyError over an answer that leaves out its result.
SEND_FAULTS = (BotoCoreError, ClientError, ResponseParserError, KeyError)

_BUSY = {
    "InternalException",
    "InternalFailure",
    "InternalServerError",
    "InternalServerException",
    "InternalServiceError",
    "LimitExceededException",
    "ProvisionedThroughputExceeded",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ServiceUnavailable",
    "Throttling",
    "ThrottlingError",
    "ThrottlingException",
    "TooManyRequestsException",
    "TransactionInProgressException",
}
_BROKEN = {"InternalServerError", "InternalServerException", "InternalServiceError"}
_BUSY_SENDING = (_BUSY | {"KMSThrottling", "ThrottledException"}) - _BROKEN
_CREDENTIALS = {
    "AccessDenied",
    "AccessDeniedException",
    "AuthorizationError",
    "ExpiredToken",
    "ExpiredTokenException",
    "IncompleteSignature",
    "InvalidClientTokenId",
    "InvalidSecurity",
    "InvalidSignatureException",
    "MissingAuthenticationToken",
    "OptInRequired",
    "SignatureDoesNotMatch",
    "UnrecognizedClientException",
}
_ABSENT = {
    "AWS.SimpleQueueService.NonExistentQueue",
    "QueueDoesNotExist",
    "ResourceNotFoundException",
}
_HELD = {"TransactionConflict", "TransactionConflictException"}
_TOO_MANY = 429


class Absent(Permanent):
    """Nothing has the name that was asked for."""


class Taken(Permanent):
    """The name is taken, or another call is changing what it names."""


class Held(Temporary):
    """Another transaction holds an item; which of them will win is open."""


class Refused(Conflict):
    """The conditions of some items of a transaction failed; `places` are their indexes."""

    def __init__(self, message: str, places: Sequence[int]) -> None:
        super().__init__(message)
        self.places = places


def is_busy(code: str) -> bool:
    return code in _BUSY


@contextmanager
def translated_errors(service: str) -> Iterator[None]:
    """Raise AWS's errors as Belfry's own."""
    try:
        yield
    except ClientError as error:
        raise _translate_answer(service, error.response) from error
    except BotoCoreError as error:
        raise _translate_failure(service, error) from error


def translate_dynamodb(error: BotoCoreError | ClientError, tables: Collection[str]) -> BelfryError:
    """The error to raise `from` this one, for a call on `tables`."""
    if isinstance(error, ClientError):
        return _translate_dynamodb_answer(error.response, ", ".join(sorted(tables)))
    return _translate_failure("DynamoDB", error)


def _translate_failure(service: str, error: BotoCoreError) -> BelfryError:
    if isinstance(error, ConnectionError):
        return Temporary(f"{service} is out of reach: {error}")
    if isinstance(error, HTTPClientError):
        return Temporary(f"{service} was asked, and what it did is not known: {error}")
    return Permanent(f"{service} could not be asked: {error}")


def _translate_answer(service: str, answer: dict[str, Any]) -> BelfryError:
    code = answer["Error"].get("Code", "")
    status = answer["ResponseMetadata"]["HTTPStatusCode"]
    message = f"{service} answered {code or status}: {answer['Error'].get('Message', '')}"
    if code in _BUSY or status == _TOO_MANY or status >= 500:
        return Temporary(message)
    if code in _ABSENT:
        return Absent(message)
    if code == "ConflictException":
        return Taken(message)
    return Permanent(message)


def _translate_dynamodb_answer(answer: dict[str, Any], tables: str) -> BelfryError:
    service = f"DynamoDB ({tables})"
    code = answer["Error"]["Code"]
    message = f"{service} answered {code}: {answer['Error'].get('Message', '')}"
    if code == "TransactionCanceledException":
        return _translate_reasons(answer, message)
    if code == "ConditionalCheckFailedException":
        return Conflict(message)
    if code == "ResourceNotFoundException":
        return ConfigError(f"a table is missing: {message}. Are region and prefix right?")
    if code in _HELD:
        return Held(message)
    return _translate_answer(service, answer)


def _translate_reasons(answer: dict[str, Any], message: str) -> BelfryError:
    codes = [reason.get("Code", "None") for reason in answer.get("CancellationReasons", [])]
    if refused := [place for place, code in enumerate(codes) if code == "ConditionalCheckFailed"]:
        return Refused(message, refused)
    reasons = set(codes) - {"None"}
    if reasons and reasons <= _HELD:
        return Held(message)
    if reasons and reasons <= _HELD | _BUSY:
        return Temporary(message)
    return Permanent(message)


def read_words(error: Exception) -> str:
    """What the service says of its refusal; it may name addresses, so it is not to be repeated."""
    return str(error.response["Error"].get("Message", "")) if isinstance(error, ClientError) else ""


def translate_send(service: str, error: Exception) -> PortError:
    """What became of a message; the service's own words are left out, for they may repeat it."""
    match error:
        case ClientError():
            return _translate_refusal(service, error.response)
        case ConnectionError() | CredentialRetrievalError():
            return Temporary(f"{service} could not be reached ({type(error).__name__})")
        case HTTPClientError() | IncompleteReadError() | ResponseParserError() | KeyError():
            kind = type(error).__name__
            return Unknown(f"{service} has the message and gave no answer ({kind})")
        case NoCredentialsError():
            return Permanent("AWS wants credentials, and this process has none")
    return Permanent(f"{service} could not be asked ({type(error).__name__})")


def _translate_refusal(service: str, answer: dict[str, Any]) -> PortError:
    code, status = answer["Error"].get("Code", ""), answer["ResponseMetadata"]["HTTPStatusCode"]
    name = code or status
    if code in _BUSY_SENDING or status in (_TOO_MANY, 503):
        return Temporary(f"{service} is busy ({name})")
    if status >= 500:
        return Unknown(f"{service} has the message and broke down ({name})")
    if code in _CREDENTIALS or status in (401, 403):
        return Permanent(f"AWS refuses us ({name}): check the credentials and their role")
    return Permanent(f"{service} refuses the message ({name})")
