"""What Google's refusals mean to Belfry."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from tests.adapters.google.drives import GoogleTeam
from tests.adapters.web.local_servers import holding_closed_port
from tests.services.google_api import (
    ACCOUNT,
    BROKEN,
    DRIVE_BUSY,
    SHEETS_BUSY,
    SPREADSHEET,
    Answer,
    LocalGoogle,
    refuse_drive,
    render_key,
    serving_google,
)

from belfry.adapters.google.client import GoogleClient
from belfry.kernel.errors import BelfryError, ConfigError, Permanent, Refused, Temporary


@pytest.fixture
def google() -> Iterator[LocalGoogle]:
    with serving_google() as google:
        google.save_tab("board", [["job_id"]])
        yield google


@pytest.mark.parametrize("answer", [SHEETS_BUSY, DRIVE_BUSY], ids=["429", "403 by its reason"])
def test_used_up_quota_is_tried_again_after_a_minute(google: LocalGoogle, answer: Answer) -> None:
    google.acts = [answer]
    with pytest.raises(Temporary, match="quota") as refused:
        GoogleTeam(google).drive.sheets.read_spreadsheet()
    assert refused.value.retry_after == timedelta(minutes=1)


def test_pause_that_google_asks_for_is_kept(google: LocalGoogle) -> None:
    google.acts = [Answer(429, SHEETS_BUSY.body, (("Retry-After", "7"),))]
    with pytest.raises(Temporary) as refused:
        GoogleTeam(google).drive.sheets.read_spreadsheet()
    assert refused.value.retry_after == timedelta(seconds=7)


NOT_ENABLED = refuse_drive(403, "accessNotConfigured", "Drive API has not been used in project 1")


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        (BROKEN, Temporary, "Google failed \\(503\\)"),
        (Answer(200, b"<html>"), Temporary, "not Google's"),
        (Answer(200, []), Temporary, "not Google's"),
        (Answer(403, b"<html>"), Permanent, f"{ACCOUNT} may not .* share it as an editor"),
        (NOT_ENABLED, Refused, "enable the Google Sheets API"),
        (Answer(404, {}), Permanent, f"share it with {ACCOUNT}"),
        (Answer(400, {"error": {"message": "Bad fields"}}), Permanent, "Bad fields"),
    ],
    ids=["a fault", "a page", "a list", "forbidden", "API off", "not shared", "a bad request"],
)
def test_refusal_says_what_to_do(
    google: LocalGoogle, answer: Answer, error: type[BelfryError], says: str
) -> None:
    google.acts = [answer]
    with pytest.raises(error, match=says):
        GoogleTeam(google).drive.sheets.read_spreadsheet()


def test_key_that_google_does_not_know_is_refused(google: LocalGoogle) -> None:
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    key = render_key(f"{google.url}/token", key=other)
    client = GoogleClient(key, sheets_url=google.url)
    with pytest.raises(Refused, match=f"refuses the key of {ACCOUNT} .*invalid_grant"):
        client.ask_sheets(SPREADSHEET, "the spreadsheet")


def test_google_that_cannot_be_reached_is_temporary(google: LocalGoogle) -> None:
    with holding_closed_port() as port:
        client = GoogleClient(google.key, sheets_url=f"http://127.0.0.1:{port}")
        with pytest.raises(Temporary, match="cannot be reached"):
            client.ask_sheets(SPREADSHEET, "the spreadsheet")


@pytest.mark.parametrize(
    "key",
    ["", "not json", "[]", '{"type": "authorized_user"}', '{"type": "service_account"}'],
    ids=["empty", "no JSON", "a list", "a person's", "cut short"],
)
def test_text_that_is_no_key_is_told_at_once(key: str) -> None:
    with pytest.raises(ConfigError, match="expected the JSON key of a service account"):
        GoogleClient(key)
