"""Text messages through a gateway on the web: Twilio, and those that speak as it does."""

from __future__ import annotations
