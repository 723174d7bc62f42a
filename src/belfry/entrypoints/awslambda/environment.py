"""The environment of a function of AWS, read without the settings, which are slow to import."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping


def list_variables() -> Mapping[str, str]:
    return dict(os.environ)


def read_variable(name: str) -> str:
    """What the function's configuration says; ConfigError if it says nothing."""
    if text := os.environ.get(name, "").strip():
        return text
    raise ConfigError(f"{name} is not set: the function's environment must name it")
