"""Everything an operator can set."""

from __future__ import annotations

from belfry.settings.mail import MailSettings
from belfry.settings.model import ModelSettings
from belfry.settings.reading import FILE, find_team_folder, read_settings
from belfry.settings.sections import DatabaseSettings, EventBridgeSettings, WorkflowSettings
from belfry.settings.sms import SmsSettings
from belfry.settings.team import Settings

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
    "read_settings",
]
