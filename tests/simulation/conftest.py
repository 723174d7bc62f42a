"""What every simulation may ask for."""

from __future__ import annotations

from tests.services.quick_folder import quick_folder

__all__ = ["quick_folder"]
