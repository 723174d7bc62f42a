"""Messages to the team by Slack."""

from __future__ import annotations
