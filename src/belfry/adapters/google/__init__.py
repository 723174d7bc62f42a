"""Tables, documents and photos that the team keeps in Google Drive."""

from __future__ import annotations
