"""Randomness from the operating system."""

from __future__ import annotations

import secrets


class SystemSecrets:
    def token(self, nbytes: int) -> str:
        return secrets.token_urlsafe(nbytes)
