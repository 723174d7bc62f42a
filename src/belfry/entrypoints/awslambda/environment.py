"""What a function of AWS is told about its surroundings.

A function that has to be up within milliseconds cannot wait for the settings, which bring much
along. So this is the only other place that reads the environment.
"""

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
    if said := os.environ.get(name, "").strip():
        return said
    raise ConfigError(f"{name} is not set: the function's environment must name it")
