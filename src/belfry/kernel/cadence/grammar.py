"""What a schedule as people write it means, and how it is written for keeping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.kernel.cadence.aws_grammar import parse_aws
from belfry.kernel.cadence.unix_grammar import parse_macro, parse_unix
from belfry.kernel.cadence.wording import CadenceError

if TYPE_CHECKING:
    from belfry.kernel.cadence.cadences import Cadence

LONGEST_TEXT = 256


def parse_cadence(text: str) -> Cadence:
    """Read Unix cron, a macro, or the AWS forms cron(), rate() and at(); raises CadenceError."""
    if not text.isascii():
        raise CadenceError("found letters or digits that are not ASCII; allowed: ASCII only")
    canonical = " ".join(text.upper().split())
    if len(canonical) > LONGEST_TEXT:
        raise CadenceError(f"found {len(canonical)} characters; allowed: {LONGEST_TEXT}")
    if "(" in canonical:
        return parse_aws(canonical)
    if canonical.startswith("@"):
        return parse_macro(canonical)
    return parse_unix(canonical)


def normalize_cron(text: str) -> str:
    """The one way this schedule is written for keeping; raises CadenceError."""
    return parse_cadence(text).text


def is_valid_cron(text: str) -> bool:
    """Whether this schedule can be read and can ever fire."""
    try:
        parse_cadence(text)
    except CadenceError:
        return False
    return True
