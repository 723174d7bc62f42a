"""What can go wrong, and whether another try could help.

Errors know nothing of HTTP, exit codes or queues: each entrypoint has one table for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import timedelta


class BelfryError(Exception):
    """Anything Belfry itself says went wrong."""


class ConfigError(BelfryError):
    """The process cannot start; an operator must fix the settings."""


class InputError(BelfryError):
    """The caller sent something wrong: safe to show, never retried.

    `field` names the place, where there is one.
    """

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class NotFound(BelfryError):
    """There is nothing by that name."""


class Conflict(BelfryError):
    """Another change came first, or the name is taken."""


class Outdated(Conflict):
    """The caller decided on a revision that is no longer the present one."""


class NotAllowed(BelfryError):
    """The caller is known, or not, and may not do this."""


class PortError(BelfryError):
    """The outside world failed; raised by adapters only, `from` the vendor's error."""


class Temporary(PortError):
    """Worth another try, after `retry_after` where the other side named a time."""

    def __init__(self, message: str, *, retry_after: timedelta | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Refused(Temporary):
    """Our credentials are refused: nothing gets through until an operator acts."""


class Unknown(PortError):
    """It may have happened: the line broke after the body was handed over."""


class Permanent(PortError):
    """It will never work as it stands; an unrecognised refusal counts as this."""
