"""What every test may ask for: a real Postgres, an AWS that is not AWS, a browser, mail."""

from __future__ import annotations

pytest_plugins = [
    "tests.services.postgres",
    "tests.services.dynamodb",
    "tests.services.ministack",
    "tests.services.browser",
    "tests.services.smtp_server",
]
