"""What every test may ask for: a real Postgres, an AWS that is not AWS, a browser, mail."""

from __future__ import annotations

from hypothesis import settings

# A test needs no luck: the same examples at every run, however busy the machine is. Whoever goes
# looking for new ones says --hypothesis-profile=explore.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("same")

pytest_plugins = [
    "tests.services.postgres",
    "tests.services.dynamodb",
    "tests.services.ministack",
    "tests.services.browser",
    "tests.services.smtp_server",
]
