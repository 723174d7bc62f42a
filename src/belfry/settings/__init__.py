"""Everything an operator can set."""

from __future__ import annotations

from belfry.settings.sections import (
    DatabaseSettings,
    EventBridgeSettings,
    MailSettings,
    ModelSettings,
    SmsSettings,
    WorkflowSettings,
)
from belfry.settings.team import FILE, Settings, find_team_folder, make_settings, read_settings

__all__ = [
    "FILE",
    "DatabaseSettings",
    "EventBridgeSettings",
    "MailSettings",
    "ModelSettings",
    "Settings",
    "SmsSettings",
    "WorkflowSettings",
    "find_team_folder",
    "make_settings",
    "read_settings",
]
