"""The HTTP status of each error, the one table of it."""

from __future__ import annotations

from http import HTTPStatus

from belfry.accounts.sign_in import TooMany
from belfry.kernel.errors import (
    BelfryError,
    Conflict,
    InputError,
    NotAllowed,
    NotFound,
    Outdated,
    Temporary,
)


class KeyRefused(NotAllowed):
    """The API key is missing or invalid."""


STATUSES: dict[type[BelfryError], HTTPStatus] = {
    BelfryError: HTTPStatus.INTERNAL_SERVER_ERROR,
    InputError: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotFound: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    Outdated: HTTPStatus.PRECONDITION_FAILED,
    NotAllowed: HTTPStatus.FORBIDDEN,
    KeyRefused: HTTPStatus.UNAUTHORIZED,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
    Temporary: HTTPStatus.SERVICE_UNAVAILABLE,
}


def find_status(error: BelfryError) -> HTTPStatus:
    """The status of the nearest base class in the table."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)
