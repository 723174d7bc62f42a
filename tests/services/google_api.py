"""Google's token endpoint and the parts of its Sheets and Drive APIs that Belfry uses.

It copies, as developers.google.com documents it:
- OAuth for service accounts: a signed JWT for a bearer token; `invalid_grant` for another key;
- errors: `{"error": {"code", "message", "status"}}` of Sheets, and of Drive with `errors[].reason`;
- Sheets v4: `spreadsheets.get`; `values:batchGet` of formatted values, blank rows and cells at the
  ends left out; `values:batchUpdate`, which writes all or nothing and refuses cells that are
  protected or beyond the grid; `:batchUpdate` with addSheet, duplicateSheet, appendDimension and
  updateCells, all or nothing; two tabs never have the same title;
- Drive v3: `files.get` with a `version` that grows with every change, `files.list` by parents and
  type, page by page, `export` of a document as text with a BOM and CRLF, and `alt=media`;
- a file that is not shared is not found; a viewer reads and may not write;
- quotas: 429 RESOURCE_EXHAUSTED of Sheets, 403 `rateLimitExceeded` of Drive.

Besides, it can fail on purpose, and let a person edit a tab just before a call is answered.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from google.auth import jwt
from tests.adapters.web.local_servers import LocalServer, Seen, listening, read_request

SPREADSHEET, ACCOUNT = "sheet-1", "belfry@tests.example.com"
TOKEN = "token-for-tests"
FOLDER_TYPE = "application/vnd.google-apps.folder"
PROTECTED = (
    "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to "
    "remove protection if you need to edit."
)


@dataclass(frozen=True)
class Answer:
    """Bytes are sent as they are, anything else as JSON."""

    status: int
    body: Any
    headers: tuple[tuple[str, str], ...] = ()


class RefusedError(Exception):
    def __init__(self, status: int, message: str, code: str = "INVALID_ARGUMENT") -> None:
        super().__init__(message)
        error = {"code": status, "message": message, "status": code}
        self.answer = Answer(status, {"error": error})


def refuse_drive(status: int, reason: str, message: str) -> Answer:
    error = {"code": status, "message": message, "errors": [{"reason": reason}]}
    return Answer(status, {"error": error})


SHEETS_BUSY = RefusedError(429, "Quota exceeded for 'Read requests'", "RESOURCE_EXHAUSTED").answer
DRIVE_BUSY = refuse_drive(403, "rateLimitExceeded", "Rate Limit Exceeded")
BROKEN = Answer(503, {"error": {"code": 503, "message": "busy", "status": "UNAVAILABLE"}})


@dataclass
class LocalTab:
    id: int
    cells: list[list[str]]
    height: int = 100
    width: int = 12
    protected: list[tuple[int, int]] = field(default_factory=list)

    def list_values(self) -> list[list[str]]:
        rows = [_cut(row) for row in self.cells]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def put(self, row: int, column: int, value: str, place: str) -> None:
        if row >= self.height or column >= self.width:
            limits = f"Max rows: {self.height}, max columns: {self.width}"
            raise RefusedError(400, f"Range ({place}) exceeds grid limits. {limits}")
        if (row, column) in self.protected:
            raise RefusedError(400, PROTECTED)
        while len(self.cells) <= row:
            self.cells.append([])
        self.cells[row] += [""] * (column + 1 - len(self.cells[row]))
        self.cells[row][column] = value


@dataclass
class LocalPicture:
    folder: str
    name: str
    content: bytes
    type: str = "image/jpeg"


@dataclass
class LocalGoogle:
    """`calls` is everything it was asked; `on_write` happens before a write is answered."""

    port: int = 0
    tabs: dict[str, LocalTab] = field(default_factory=dict)
    docs: dict[str, str] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, LocalPicture] = field(default_factory=dict)
    shared: set[str] = field(default_factory=lambda: {SPREADSHEET})
    may_edit: bool = True
    page_size: int = 2
    calls: list[Seen] = field(default_factory=list)
    acts: list[Answer] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    on_write: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def key(self) -> str:
        return render_key(f"{self.url}/token")

    @property
    def asked(self) -> list[str]:
        """What was called, without the sign-in."""
        paths = [f"{seen.method} {unquote(urlsplit(seen.path).path)}" for seen in self.calls]
        return [path for path in paths if not path.endswith("/token")]

    def save_tab(self, title: str, rows: list[list[str]]) -> None:
        """A person makes the tab, or changes it."""
        tab = self.tabs.setdefault(title, LocalTab(len(self.tabs) + 1, []))
        tab.cells = deepcopy(rows)
        self.touch(SPREADSHEET)

    def save_doc(self, doc_id: str, text: str) -> None:
        self.docs[doc_id] = text
        self.shared.add(doc_id)
        self.touch(doc_id)

    def touch(self, file_id: str) -> None:
        self.versions[file_id] = self.versions.get(file_id, 0) + 1

    def answer(self, seen: Seen) -> Answer:
        url = urlsplit(seen.path)
        path, query = unquote(url.path), parse_qs(url.query)
        if path == "/token":
            return self.sign_in(parse_qs(seen.body.decode()))
        if self.acts:
            return self.acts.pop(0)
        if seen.header("authorization") != [f"Bearer {TOKEN}"]:
            raise RefusedError(401, "Request had invalid credentials.", "UNAUTHENTICATED")
        if path.startswith("/v3/files"):
            return self.answer_drive(path.removeprefix("/v3/files").strip("/"), query)
        return self.answer_sheets(path.removeprefix("/v4/spreadsheets/"), query, seen.body)

    def sign_in(self, form: dict[str, list[str]]) -> Answer:
        try:
            claims = jwt.decode(
                form["assertion"][0], certs=_find_public_key(), clock_skew_in_seconds=10
            )
        except ValueError:
            body = {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}
            return Answer(400, body)
        assert claims["iss"] == ACCOUNT
        return Answer(200, {"access_token": TOKEN, "expires_in": 3600, "token_type": "Bearer"})

    def answer_sheets(self, path: str, query: dict[str, list[str]], body: bytes) -> Answer:
        file_id = re.split("[/:]", path)[0]
        if file_id != SPREADSHEET:
            raise RefusedError(404, "Requested entity was not found.", "NOT_FOUND")
        if file_id not in self.shared or (body and not self.may_edit):
            raise RefusedError(403, "The caller does not have permission", "PERMISSION_DENIED")
        match path.removeprefix(file_id):
            case "":
                return Answer(200, self.describe())
            case "/values:batchGet":
                ranges = [self.read_range(part) for part in query["ranges"]]
                return Answer(200, {"spreadsheetId": file_id, "valueRanges": ranges})
            case "/values:batchUpdate":
                return self.write(lambda: self.write_values(json.loads(body)))
            case ":batchUpdate":
                return self.write(lambda: self.change(json.loads(body)["requests"]))
        raise RefusedError(404, "Method not found.", "NOT_FOUND")

    def describe(self) -> dict[str, Any]:
        return {
            "properties": {"title": "The Repair Bench", "locale": "en_GB"},
            "sheets": [self.describe_tab(title, tab) for title, tab in self.tabs.items()],
        }

    def describe_tab(self, title: str, tab: LocalTab) -> dict[str, Any]:
        size = {"rowCount": tab.height, "columnCount": tab.width}
        properties = {"sheetId": tab.id, "title": title, "sheetType": "GRID"}
        ranges = [
            {"startRowIndex": row, "endRowIndex": row + 1}
            | {"startColumnIndex": column, "endColumnIndex": column + 1}
            for row, column in tab.protected
        ]
        protected = [{"range": part, "requestingUserCanEdit": False} for part in ranges]
        return {"properties": {**properties, "gridProperties": size}, "protectedRanges": protected}

    def read_range(self, part: str) -> dict[str, Any]:
        title, tab = self.find_tab(part)
        values = tab.list_values()
        return {"range": f"'{title}'!A1", **({"values": values} if values else {})}

    def find_tab(self, part: str) -> tuple[str, LocalTab]:
        title = part.partition("!")[0].removeprefix("'").removesuffix("'").replace("''", "'")
        for name, tab in self.tabs.items():
            if name.casefold() == title.casefold():
                return name, tab
        raise RefusedError(400, f"Unable to parse range: {part}")

    def write(self, change: Callable[[], dict[str, Any]]) -> Answer:
        self.on_write()
        before = deepcopy(self.tabs)
        try:
            answer = change()
        except RefusedError:
            self.tabs = before
            raise
        self.touch(SPREADSHEET)
        return Answer(200, {"spreadsheetId": SPREADSHEET, **answer})

    def write_values(self, body: dict[str, Any]) -> dict[str, Any]:
        assert body["valueInputOption"] == "RAW"
        for part in body["data"]:
            _, tab = self.find_tab(part["range"])
            row, column = _read_place(part["range"].rpartition("!")[2])
            for down, values in enumerate(part["values"]):
                for right, value in enumerate(values):
                    tab.put(row + down, column + right, value, part["range"])
        return {"totalUpdatedCells": sum(len(part["values"][0]) for part in body["data"])}

    def change(self, requests: list[dict[str, Any]]) -> dict[str, Any]:
        for place, request in enumerate(requests):
            ((kind, wish),) = request.items()
            match kind:
                case "addSheet":
                    size = wish["properties"]["gridProperties"]
                    tab = LocalTab(0, [], size["rowCount"], size["columnCount"])
                    self.add_tab(place, kind, wish["properties"]["title"], tab)
                    tab.id = wish["properties"]["sheetId"]
                case "duplicateSheet":
                    tab = deepcopy(self.get_tab(wish["sourceSheetId"]))
                    tab.id = wish["newSheetId"]
                    self.add_tab(place, kind, wish["newSheetName"], tab)
                case "appendDimension":
                    tab = self.get_tab(wish["sheetId"])
                    tab.height += wish["length"] if wish["dimension"] == "ROWS" else 0
                    tab.width += wish["length"] if wish["dimension"] == "COLUMNS" else 0
                case "updateCells":
                    self.update_cells(wish)
        return {"replies": [{} for _ in requests]}

    def add_tab(self, place: int, kind: str, title: str, tab: LocalTab) -> None:
        if title.casefold() in {name.casefold() for name in self.tabs}:
            exists = f'A sheet with the name "{title}" already exists. Please enter another name.'
            raise RefusedError(400, f"Invalid requests[{place}].{kind}: {exists}")
        self.tabs[title] = tab

    def get_tab(self, tab_id: int) -> LocalTab:
        return next(tab for tab in self.tabs.values() if tab.id == tab_id)

    def update_cells(self, wish: dict[str, Any]) -> None:
        assert wish["fields"] == "userEnteredValue"
        tab = self.get_tab(wish["start"]["sheetId"])
        for row, cells in enumerate(wish["rows"]):
            for column, cell in enumerate(cells["values"]):
                value = cell.get("userEnteredValue", {}).get("stringValue", "")
                tab.put(row, column, value, "updateCells")

    def answer_drive(self, path: str, query: dict[str, list[str]]) -> Answer:
        if not path:
            return self.list_files(query)
        file_id, _, act = path.partition("/")
        if file_id in self.pictures and query.get("alt") == ["media"]:
            return Answer(200, self.pictures[file_id].content)
        if file_id not in self.shared:
            return refuse_drive(404, "notFound", f"File not found: {file_id}.")
        if act == "export":
            text = self.docs[file_id].replace("\n", "\r\n")
            return Answer(200, b"\xef\xbb\xbf" + text.encode())
        version = self.versions.get(file_id, 0)
        file = {
            "version": str(version),
            "modifiedTime": f"2026-11-18T10:{version % 60:02}:00.000Z",
            "trashed": False,
            "name": file_id,
            "capabilities": {"canEdit": self.may_edit},
        }
        wanted = query["fields"][0].partition("(")[0].split(",")
        return Answer(200, {name: value for name, value in file.items() if name in wanted})

    def list_files(self, query: dict[str, list[str]]) -> Answer:
        wish = query["q"][0]
        parents = re.findall(r"'([^']+)' in parents", wish)
        if not set(parents) <= self.shared | self.folders.keys():
            return refuse_drive(404, "notFound", f"File not found: {parents[0]}.")
        if FOLDER_TYPE in wish:
            files: list[dict[str, Any]] = [
                {"id": key, "name": name} for key, name in self.folders.items()
            ]
        else:
            files = [
                {
                    "id": key,
                    "name": picture.name,
                    "parents": [picture.folder],
                    "size": str(len(picture.content)),
                    "md5Checksum": str(hash(picture.content)),
                    "modifiedTime": "2026-11-18T10:00:00.000Z",
                }
                for key, picture in self.pictures.items()
                if picture.folder in parents and picture.type.startswith("image/")
            ]
        start = int(query.get("pageToken", ["0"])[0])
        end = start + self.page_size
        more = {"nextPageToken": str(end)} if end < len(files) else {}
        return Answer(200, {"files": files[start:end], **more})


def _cut(row: list[str]) -> list[str]:
    cells = list(row)
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _read_place(place: str) -> tuple[int, int]:
    match = re.fullmatch(r"([A-Z]+)([0-9]+)", place)
    assert match
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


@lru_cache(maxsize=1)
def _make_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _find_public_key() -> bytes:
    return (
        _make_key()
        .public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )


def render_key(token_url: str, *, key: rsa.RSAPrivateKey | None = None) -> str:
    """The JSON key of the service account; another `key` is not its own."""
    pem = (key or _make_key()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    fields = {
        "type": "service_account",
        "client_email": ACCOUNT,
        "private_key_id": "key-1",
        "private_key": pem.decode(),
        "token_uri": token_url,
    }
    return json.dumps(fields)


@contextmanager
def serving_google() -> Iterator[LocalGoogle]:
    google = LocalGoogle()

    def handle(conn: socket.socket, local: LocalServer) -> None:
        seen = read_request(conn)
        google.calls.append(seen)
        try:
            answer = google.answer(seen)
        except RefusedError as refused:
            answer = refused.answer
        conn.sendall(_render(answer))

    with listening(handle) as local:
        google.port = local.port
        yield google


def _render(answer: Answer) -> bytes:
    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
    headers = {"Content-Type": "application/json", "Connection": "close", **dict(answer.headers)}
    lines = [f"HTTP/1.1 {answer.status} Answer", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body
