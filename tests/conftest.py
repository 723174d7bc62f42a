"""What every test may ask for: a real Postgres, an AWS that is not AWS, a browser."""

from __future__ import annotations

pytest_plugins = [
    "tests.services.postgres",
    "tests.services.dynamodb",
    "tests.services.browser",
]
