"""Where the command `belfry` begins."""

from __future__ import annotations

from belfry.entrypoints.cli.edge import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
