"""Why something that somebody wanted was not written onto the board."""

from __future__ import annotations

from belfry.kernel.errors import BelfryError, Conflict, InputError, Permanent, Temporary

# Whatever can be in the way of a change: told on the page where it was asked for.
HINDRANCES = (InputError, Conflict, Temporary, Permanent)
_STATUSES = {InputError: 422, Temporary: 503}


def find_status(error: BelfryError) -> int:
    return next((code for kind, code in _STATUSES.items() if isinstance(error, kind)), 409)


def say_refusal(error: BelfryError) -> str:
    match error:
        case Temporary():
            return f"the board is busy: {error}; try again in a moment"
        case Permanent():
            return f"the board cannot be written: {error}"
        case _:
            return str(error)
