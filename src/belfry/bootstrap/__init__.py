"""Where everything is put together: ports with their adapters, use cases with their ports.

Nothing is imported before it is asked for, so that a function of AWS that needs one secret does not
wait for the whole app.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from belfry.bootstrap.accounts import Accounts, build_accounts
    from belfry.bootstrap.aws_home import find_missing
    from belfry.bootstrap.clocks import demo_clock, system_clock, virtual_clock
    from belfry.bootstrap.ports import Ports, check_database_file, is_database_ready, open_ports
    from belfry.bootstrap.previews import (
        build_samples,
        check_mail,
        check_mailbox,
        list_channels,
        open_folder,
    )
    from belfry.bootstrap.services import Services, build_kinds, build_services, find_wishes

_MODULES = {
    "clocks": ("demo_clock", "system_clock", "virtual_clock"),
    "aws_home": ("find_missing",),
    "accounts": ("Accounts", "build_accounts"),
    "previews": ("build_samples", "check_mail", "check_mailbox", "list_channels", "open_folder"),
    "ports": ("Ports", "check_database_file", "is_database_ready", "open_ports"),
    "services": ("Services", "build_kinds", "build_services", "find_wishes"),
}

__all__ = [
    "Accounts",
    "Ports",
    "Services",
    "build_accounts",
    "build_kinds",
    "build_samples",
    "build_services",
    "check_database_file",
    "check_mail",
    "check_mailbox",
    "demo_clock",
    "find_missing",
    "find_wishes",
    "is_database_ready",
    "list_channels",
    "open_folder",
    "open_ports",
    "system_clock",
    "virtual_clock",
]


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"belfry.bootstrap.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
