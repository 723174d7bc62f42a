"""A team's files, Belfry's own and earlier versions, in S3.

A name's place is a bucket and a key, as declared in PLACES; what no other place takes lies in the
team's own bucket. Every write that must not overtake another carries a condition.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from botocore.exceptions import ClientError

from belfry.adapters.aws.errors import translated_errors
from belfry.kernel.errors import BelfryError, ConfigError, Conflict, InputError, NotFound, Permanent
from belfry.ports.files import FileContent, Version, check_file_name, check_size, digest_content
from belfry.ports.store import retry_on_conflict

TEAM, PHOTOS = "belfry-team", "jsnr-photos"


@dataclass(frozen=True, slots=True)
class Place:
    """The names that begin with `names` lie in this bucket, their keys with `keys` in its stead."""

    names: str
    bucket: str
    keys: str

    def find_key(self, name: str) -> str:
        return self.keys + name.removeprefix(self.names)

    def find_name(self, key: str) -> str:
        return self.names + key.removeprefix(self.keys)


# The first that fits is taken: the files of people, and what is kept by Belfry itself.
FOLDER = (
    Place("rota/rules.txt", "ss-rules-source", "rules.txt"),
    Place("rota/voice.txt", "ss-rules-source", "voice.txt"),
    Place("rota/", "ss-roster-source", ""),
    Place("controls/rules.txt", "ct-rules-source", "rules.txt"),
    Place("controls/voice.txt", "ct-rules-source", "voice.txt"),
    Place("controls/", "ct-tasklist-source", ""),
    Place("jobs/photos/", PHOTOS, "in/"),
    Place("", TEAM, "team/"),
)
BLOBS = (
    Place("photos/", PHOTOS, "photos/"),
    Place("evidence/", "ct-evidence", ""),
    Place("rota/", "ss-published", ""),
    Place("", TEAM, "kept/"),
)
VERSIONS = (Place("", TEAM, "versions/"),)
BUCKETS = tuple(dict.fromkeys(place.bucket for place in (*FOLDER, *BLOBS, *VERSIONS)))


class S3:
    """The buckets of one environment, whose names begin with its prefix."""

    def __init__(self, client: Any, prefix: str = "") -> None:
        self._client = client
        self._prefix = prefix

    def get(self, place: Place, name: str, *, most: int | None = None) -> tuple[bytes, str]:
        """The bytes and their tag; NotFound if there are none."""
        with _file_errors(name):
            answer = self._client.get_object(**self._find(place, name))
            check_size(answer["ContentLength"], most)
            return answer["Body"].read(), answer["ETag"]

    def exists(self, place: Place, name: str) -> bool:
        try:
            with _file_errors(name):
                self._client.head_object(**self._find(place, name))
        except NotFound:
            return False
        return True

    def put(self, place: Place, name: str, content: bytes, **condition: str) -> None:
        """Put the bytes there; Conflict if the condition does not hold.

        If the SDK repeated a try whose answer was lost, the condition may fail because of our own
        bytes.
        """
        try:
            with _file_errors(name):
                self._client.put_object(**self._find(place, name), Body=content, **condition)
        except Conflict as error:
            if not _was_repeated(error) or self.get(place, name)[0] != content:
                raise

    def remove(self, place: Place, name: str) -> None:
        with _file_errors(name):
            self._client.delete_object(**self._find(place, name))

    def list(
        self, place: Place, under: str = "", *, most: int = 1000, is_deep: bool = True
    ) -> Iterator[tuple[str, str]]:
        """The names in this place that begin with `under`, each with its tag."""
        bucket = f"{self._prefix}{place.bucket}"
        prefix = place.find_key(max(under, place.names, key=len))
        flat = {} if is_deep else {"Delimiter": "/"}
        with _file_errors(under or place.bucket):
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=bucket, Prefix=prefix, **flat, PaginationConfig={"PageSize": most}
            )
            for page in pages:
                for item in page.get("Contents", ()):
                    yield place.find_name(item["Key"]), item["ETag"]

    def list_missing(self) -> Sequence[str]:
        """Belfry's buckets that are not there."""
        names = [f"{self._prefix}{bucket}" for bucket in BUCKETS]
        return [name for name in names if not self._has_bucket(name)]

    def _has_bucket(self, name: str) -> bool:
        try:
            with _file_errors(name):
                self._client.head_bucket(Bucket=name)
        except (NotFound, ConfigError):
            return False
        return True

    def _find(self, place: Place, name: str) -> dict[str, str]:
        return {"Bucket": f"{self._prefix}{place.bucket}", "Key": place.find_key(name)}


def _find_place(places: Sequence[Place], name: str) -> Place:
    check_file_name(name)
    return next(place for place in places if name.startswith(place.names))


@contextmanager
def _file_errors(name: str) -> Iterator[None]:
    """Raise what S3 says of an object as Belfry's own errors."""
    with translated_errors("S3"):
        try:
            yield
        except ClientError as error:
            code = error.response["Error"].get("Code", "")
            if translated := _translate(code, name):
                raise translated from error
            raise


def _translate(code: str, name: str) -> BelfryError | None:
    match code:
        case "NoSuchKey" | "404" | "NotFound":
            return NotFound(f"there is no file {name}")
        case "PreconditionFailed" | "ConditionalRequestConflict" | "412" | "409":
            return Conflict(f"{name} was changed meanwhile")
        case "NoSuchBucket":
            return ConfigError(f"the bucket for {name} is missing. Are region and prefix right?")
    return None


def _was_repeated(error: Conflict) -> bool:
    cause = error.__cause__
    if not isinstance(cause, ClientError):
        return False
    return bool(cause.response["ResponseMetadata"].get("RetryAttempts"))


class S3Folder:
    def __init__(self, s3: S3, places: Sequence[Place] = FOLDER) -> None:
        self._s3 = s3
        self._places = places

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        content, _ = self._s3.get(_find_place(self._places, name), name, most=most)
        return FileContent(content, digest_content(content))

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        place = _find_place(self._places, name)
        condition = {"IfNoneMatch": "*"}
        if expected_digest is not None:
            condition = {"IfMatch": self._find_tag(place, name, expected_digest)}
        try:
            self._s3.put(place, name, content, **condition)
        except NotFound as error:
            raise Conflict(f"{name} is gone") from error
        return FileContent(content, digest_content(content))

    def exists(self, name: str) -> bool:
        return self._s3.exists(_find_place(self._places, name), name)

    def list(self, under: str = "") -> Sequence[str]:
        return list(self.stamps(under))

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]:
        top = f"{check_file_name(under)}/" if under else ""
        near = [
            place
            for place in self._places
            if top.startswith(place.names)
            or (place.names.startswith(top) and (is_deep or "/" not in place.names[len(top) :]))
        ]
        stamps: dict[str, str] = {}
        for place in near:
            for name, tag in self._s3.list(place, top, is_deep=is_deep):
                # A console leaves keys that are no names of files, such as `rota/`.
                with suppress(InputError):
                    if _find_place(self._places, name) == place:
                        stamps[name] = tag
        return dict(sorted(stamps.items()))

    def _find_tag(self, place: Place, name: str, expected_digest: str) -> str:
        try:
            content, tag = self._s3.get(place, name)
        except NotFound as error:
            raise Conflict(f"{name} is gone") from error
        if digest_content(content) != expected_digest:
            raise Conflict(f"{name} was changed meanwhile")
        return tag


class S3BlobStore:
    def __init__(self, s3: S3, places: Sequence[Place] = BLOBS) -> None:
        self._s3 = s3
        self._places = places

    def put(self, name: str, content: bytes) -> None:
        place = _find_place(self._places, name)
        parts = name.split("/")
        folders = ["/".join(parts[:size]) for size in range(1, len(parts))]
        is_folder = any(True for _ in self._s3.list(place, f"{name}/", most=1))
        if is_folder or any(self._s3.exists(place, folder) for folder in folders):
            raise Conflict(f"{name} cannot be a file and a folder of others at once")
        self._s3.put(place, name, content)

    def get(self, name: str) -> bytes:
        return self._s3.get(_find_place(self._places, name), name)[0]

    def remove(self, name: str) -> None:
        self._s3.remove(_find_place(self._places, name), name)


class S3Versions:
    """Each file has an object that lists its versions, which changes under a condition.

    The bytes of a version lie under its number and digest, and are there before it is listed.
    """

    def __init__(self, s3: S3, places: Sequence[Place] = VERSIONS) -> None:
        self._s3 = s3
        self._places = places

    def keep(self, name: str, content: bytes, at: datetime) -> Version:
        place, digest = _find_place(self._places, name), digest_content(content)

        def keep() -> Version:
            versions, condition = self._read(place, name)
            if versions and versions[0].digest == digest:
                return versions[0]
            number = versions[0].number + 1 if versions else 1
            version = Version(number, at, digest, len(content))
            self._s3.put(place, _name_content(name, version), content)
            self._write(place, name, [version, *versions], condition)
            return version

        return retry_on_conflict(keep)

    def list(self, name: str, *, limit: int = 100) -> Sequence[Version]:
        return self._read(_find_place(self._places, name), name)[0][:limit]

    def get(self, name: str, number: int) -> bytes:
        place = _find_place(self._places, name)
        versions, _ = self._read(place, name)
        version = next((version for version in versions if version.number == number), None)
        if version is None:
            raise NotFound(f"there is no version {number} of {name}")
        content, _ = self._s3.get(place, _name_content(name, version))
        if digest_content(content) != version.digest:
            raise Permanent(f"version {number} of {name} is damaged")
        return content

    def remove(self, name: str, number: int) -> None:
        place = _find_place(self._places, name)

        def remove() -> Sequence[Version]:
            versions, condition = self._read(place, name)
            if versions and versions[0].number == number:
                raise InputError(f"version {number} of {name} is the latest: it stays")
            removed = [version for version in versions if version.number == number]
            if removed:
                others = [version for version in versions if version.number != number]
                self._write(place, name, others, condition)
            return removed

        for version in retry_on_conflict(remove):
            self._s3.remove(place, _name_content(name, version))

    def _read(self, place: Place, name: str) -> tuple[Sequence[Version], dict[str, str]]:
        """The versions, the newest first, and the condition under which the list may change."""
        try:
            text, tag = self._s3.get(place, _name_list(name))
        except NotFound:
            return [], {"IfNoneMatch": "*"}
        try:
            rows = [(v["number"], v["at"], v["digest"], v["size"]) for v in json.loads(text)]
            versions = [Version(n, datetime.fromisoformat(at), *rest) for n, at, *rest in rows]
        except (ValueError, KeyError, TypeError) as error:
            raise Permanent(f"the list of the versions of {name} is damaged") from error
        return versions, {"IfMatch": tag}

    def _write(
        self, place: Place, name: str, versions: Sequence[Version], condition: Mapping[str, str]
    ) -> None:
        rows = [
            {
                "number": version.number,
                "at": version.at.isoformat(timespec="microseconds"),
                "digest": version.digest,
                "size": version.size,
            }
            for version in versions
        ]
        self._s3.put(place, _name_list(name), json.dumps(rows).encode(), **condition)


def _name_list(name: str) -> str:
    return f"{name}/versions.json"


def _name_content(name: str, version: Version) -> str:
    return f"{name}/{version.number:06}-{version.digest}"
