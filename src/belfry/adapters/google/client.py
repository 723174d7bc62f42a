"""Calls to the Sheets and Drive APIs by a service account, and what their refusals mean."""

from __future__ import annotations

import json
from datetime import timedelta
from threading import Lock
from typing import TYPE_CHECKING, Any

import requests
from google.auth.credentials import Credentials
from google.auth.exceptions import GoogleAuthError, RefreshError, TransportError
from google.auth.transport.requests import AuthorizedSession
from google.oauth2.service_account import Credentials as ServiceAccount

from belfry.kernel.errors import (
    BelfryError,
    ConfigError,
    Conflict,
    Permanent,
    Refused,
    Temporary,
)
from belfry.kernel.http_headers import find_retry_after

if TYPE_CHECKING:
    from collections.abc import Mapping

SHEETS = "https://sheets.googleapis.com"
DRIVE = "https://www.googleapis.com/drive"
WITHIN = timedelta(seconds=20)
# The quotas are filled up again every minute: developers.google.com/sheets/api/limits.
QUOTA_REFILL = timedelta(minutes=1)
LONGEST_REASON = 200
_SCOPES = (
    "https://www.googleapis.com/auth/spreadsheets",
    "https://www.googleapis.com/auth/drive.readonly",
)
# developers.google.com/drive/api/guides/handle-errors
_BUSY = frozenset(
    {"rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "sharingRateLimitExceeded"}
)
_DISABLED = frozenset({"accessNotConfigured", "SERVICE_DISABLED"})


class AccountCredentials(Credentials):
    """A service account's, refreshed by its key and by nothing else.

    The library's own would also ask another service, in a thread, which regions the account may be
    used in.
    """

    def __init__(self, account: ServiceAccount) -> None:
        super().__init__()
        self._account = account

    def refresh(self, request: Any) -> None:
        self._account.refresh(request)
        self.token, self.expiry = self._account.token, self._account.expiry


class GoogleClient:
    """`key` is the service account's JSON key; `within` holds for each wait for an answer."""

    def __init__(
        self,
        key: str,
        *,
        sheets_url: str = "",
        drive_url: str = "",
        within: timedelta = WITHIN,
    ) -> None:
        account = parse_key(key)
        self.account = str(account.service_account_email)
        self._sheets = f"{sheets_url or SHEETS}/v4/spreadsheets"
        self._drive = f"{drive_url or DRIVE}/v3/files"
        self._within = within.total_seconds()
        self._session = AuthorizedSession(AccountCredentials(account))
        self._lock = Lock()

    def ask_sheets(self, path: str, what: str, **query: Any) -> dict[str, Any]:
        """The answer about a spreadsheet; `what` names it for people."""
        return self._read(self._call("GET", f"{self._sheets}/{path}", what, params=query), what)

    def change_sheets(self, path: str, what: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return self._read(self._call("POST", f"{self._sheets}/{path}", what, json=body), what)

    def ask_drive(self, path: str, what: str, **query: Any) -> dict[str, Any]:
        query["supportsAllDrives"] = "true"
        url = f"{self._drive}/{path}" if path else self._drive
        return self._read(self._call("GET", url, what, params=query), what)

    def download(self, path: str, what: str, **query: Any) -> bytes:
        return bytes(self._call("GET", f"{self._drive}/{path}", what, params=query).content)

    def _call(self, method: str, url: str, what: str, **more: Any) -> requests.Response:
        try:
            # A session is for one thread at a time.
            with self._lock:
                answer: requests.Response = self._session.request(
                    method, url, timeout=self._within, max_allowed_time=self._within, **more
                )
        except RefreshError as error:
            if error.retryable:
                raise Temporary("Google cannot sign Belfry in now") from error
            raise Refused(self._explain_refusal(error)) from error
        except (TransportError, requests.RequestException) as error:
            raise Temporary(f"Google cannot be reached ({type(error).__name__})") from error
        except GoogleAuthError as error:
            raise Refused(self._explain_refusal(error)) from error
        if not answer.ok:
            raise self._translate(answer, what)
        return answer

    def _read(self, answer: requests.Response, what: str) -> dict[str, Any]:
        try:
            body = answer.json()
        except ValueError as error:
            raise Temporary(f"the answer about {what} is not Google's") from error
        if not isinstance(body, dict):
            raise Temporary(f"the answer about {what} is not Google's")
        return body

    def _explain_refusal(self, error: GoogleAuthError) -> str:
        reason = str(error.args[0] if error.args else error)[:LONGEST_REASON]
        advice = "make another key for it and set google.credentials_file; see docs/google.md"
        return f"Google refuses the key of {self.account} ({reason}): {advice}"

    def _translate(self, answer: requests.Response, what: str) -> BelfryError:
        reasons, message = _read_error(answer)
        if answer.status_code == 429 or (answer.status_code == 403 and reasons & _BUSY):
            headers = {name.lower(): value for name, value in answer.headers.items()}
            retry_after = find_retry_after(headers) or QUOTA_REFILL
            return Temporary("Google's quota is used up for now", retry_after=retry_after)
        if answer.status_code >= 500:
            return Temporary(f"Google failed ({answer.status_code})")
        if answer.status_code == 401:
            return Refused(f"Google refuses {self.account} ({message}): see docs/google.md")
        if answer.status_code == 403 and reasons & _DISABLED:
            advice = "enable the Google Sheets API and the Google Drive API in its project"
            return Refused(f"an API is not enabled for {self.account}: {advice}")
        return self._translate_request(answer.status_code, message, what)

    def _translate_request(self, status: int, message: str, what: str) -> BelfryError:
        if status == 404:
            share = f"share it with {self.account}"
            return Permanent(f"Google has no {what} with this id, or does not show it: {share}")
        if status == 403:
            return Permanent(f"{self.account} may not do this with {what}: share it as an editor")
        if "already exists" in message:
            return Conflict(f"{what}: {message}")
        if "protected cell" in message:
            unlock = f"let {self.account} edit the range, or remove its protection"
            return Permanent(f"{what} has a protected range where Belfry has to write: {unlock}")
        return Permanent(f"Google refuses a request about {what} ({status}): {message}")


def parse_key(text: str) -> ServiceAccount:
    """The credentials in a service account's JSON key; ConfigError for anything else."""
    expected = "expected the JSON key of a service account; see docs/google.md"
    try:
        values = json.loads(text)
        if not isinstance(values, dict) or values.get("type") != "service_account":
            raise ConfigError(f"the Google credentials are no service account's: {expected}")
        account: ServiceAccount = ServiceAccount.from_service_account_info(values, scopes=_SCOPES)
    except ValueError as error:
        raise ConfigError(f"the Google credentials cannot be read: {expected}") from error
    return account


def _read_error(answer: requests.Response) -> tuple[set[str], str]:
    """The reasons and the message of a refusal, wherever the API puts them."""
    try:
        error = answer.json()["error"]
        details = [*error.get("errors", ()), *error.get("details", ())]
        reasons = {str(detail["reason"]) for detail in details if "reason" in detail}
        return reasons | {str(error.get("status", ""))}, str(error["message"])[:LONGEST_REASON]
    except (ValueError, KeyError, TypeError, AttributeError):
        return set(), f"HTTP {answer.status_code}"
