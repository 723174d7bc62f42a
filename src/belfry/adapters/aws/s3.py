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
from functools import partial
from itertools import islice
from typing import Any

from botocore.exceptions import ClientError

from belfry.adapters.aws.errors import translated_errors
from belfry.kernel.errors import BelfryError, ConfigError, Conflict, InputError, NotFound, Permanent
from belfry.ports.files import (
    FileContent,
    Version,
    check_file_name,
    check_order,
    check_size,
    digest_content,
)
from belfry.ports.store import retry_on_conflict

TEAM, PHOTOS, EVIDENCE = "belfry-team", "jsnr-photos", "ct-evidence"


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
    Place("evidence/", EVIDENCE, ""),
    Place("rota/", "ss-published", ""),
    Place("", TEAM, "kept/"),
)
VERSIONS = (Place("", TEAM, "versions/"),)
# Mail as SES has stored it, which is read once.
RAW_MAIL = Place("", "ss-raw-mime", "")
BUCKETS = tuple(dict.fromkeys(place.bucket for place in (*FOLDER, *BLOBS, *VERSIONS, RAW_MAIL)))


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


def _is_in(places: Sequence[Place], place: Place, name: str) -> bool:
    """Whether a file of this name lies there: a console leaves keys that are none, as `rota/`."""
    with suppress(InputError):
        return _find_place(places, name) == place
    return False


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
        files = (
            (name, tag)
            for place in near
            for name, tag in self._s3.list(place, top, is_deep=is_deep)
            if _is_in(self._places, place, name)
        )
        return dict(sorted(files))

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

    def list(self) -> Sequence[str]:
        listed = ((place, name) for place in self._places for name, _ in self._s3.list(place))
        return sorted(name for place, name in listed if _is_in(self._places, place, name))


PAGE = 100
LIST = "versions.json"


class S3Versions:
    """Each file has an object that lists its latest versions, which changes under a condition.

    Older ones are listed in pages by their numbers, so that keeping one more costs the same however
    many there are. The bytes of a version lie under its number and digest, and are there before it
    is listed.
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
            self._add(place, name, version, content, versions, condition)
            return version

        return retry_on_conflict(keep)

    def load(self, name: str, version: Version, content: bytes) -> None:
        place = _find_place(self._places, name)

        def load() -> None:
            versions, condition = self._read(place, name)
            if version not in versions:
                check_order(name, version, versions[0] if versions else None)
                self._add(place, name, version, content, versions, condition)

        retry_on_conflict(load)

    def names(self) -> Sequence[str]:
        keys = (key.rpartition("/") for place in self._places for key, _ in self._s3.list(place))
        return sorted(name for name, _, file in keys if file == LIST)

    def _add(
        self,
        place: Place,
        name: str,
        version: Version,
        content: bytes,
        versions: Sequence[Version],
        condition: Mapping[str, str],
    ) -> None:
        self._s3.put(place, _name_content(name, version), content)
        rest = self._turn_page(place, name, versions)
        self._write(place, _name_list(name), [version, *rest], condition)

    def list(self, name: str, *, limit: int = 100) -> Sequence[Version]:
        return [*islice(self._list_all(_find_place(self._places, name), name), limit)]

    def get(self, name: str, number: int) -> bytes:
        place = _find_place(self._places, name)
        listed = (self._read(place, name, page)[0] for page in (None, _find_page(number)))
        version = next((v for versions in listed for v in versions if v.number == number), None)
        if version is None:
            raise NotFound(f"there is no version {number} of {name}")
        content, _ = self._s3.get(place, _name_content(name, version))
        if digest_content(content) != version.digest:
            raise Permanent(f"version {number} of {name} is damaged")
        return content

    def remove(self, name: str, number: int) -> None:
        place = _find_place(self._places, name)
        for page in (None, _find_page(number)):
            remove = partial(self._remove_from, place, name, page, number)
            for version in retry_on_conflict(remove):
                self._s3.remove(place, _name_content(name, version))

    def _remove_from(
        self, place: Place, name: str, page: int | None, number: int
    ) -> Sequence[Version]:
        """The version that is listed there no more."""
        versions, condition = self._read(place, name, page)
        if page is None and versions and versions[0].number == number:
            raise InputError(f"version {number} of {name} is the latest: it stays")
        removed = [version for version in versions if version.number == number]
        if removed:
            others = [version for version in versions if version.number != number]
            self._write(place, _name_list(name, page), others, condition)
        return removed

    def _turn_page(self, place: Place, name: str, versions: Sequence[Version]) -> Sequence[Version]:
        """The versions that stay in the list, once the oldest ones stand in a page of their own.

        A page that is there was written by another process, or by a try that was cut off.
        """
        if len(versions) < 2 * PAGE:
            return versions
        page = _find_page(versions[-1].number)
        old = [version for version in versions if _find_page(version.number) == page]
        with suppress(Conflict):
            self._write(place, _name_list(name, page), old, {"IfNoneMatch": "*"})
        return [version for version in versions if version not in old]

    def _list_all(self, place: Place, name: str) -> Iterator[Version]:
        versions, _ = self._read(place, name)
        yield from versions
        oldest = versions[-1].number if versions else 1
        for page in range(_find_page(oldest), -1, -1) if oldest > 1 else ():
            paged, _ = self._read(place, name, page)
            yield from (version for version in paged if version.number < oldest)

    def _read(
        self, place: Place, name: str, page: int | None = None
    ) -> tuple[Sequence[Version], dict[str, str]]:
        """The versions, the newest first, and the condition under which the list may change."""
        try:
            text, tag = self._s3.get(place, _name_list(name, page))
        except NotFound:
            return [], {"IfNoneMatch": "*"}
        try:
            rows = [(v["number"], v["at"], v["digest"], v["size"]) for v in json.loads(text)]
            versions = [Version(n, datetime.fromisoformat(at), *rest) for n, at, *rest in rows]
        except (ValueError, KeyError, TypeError) as error:
            raise Permanent(f"the list of the versions of {name} is damaged") from error
        return versions, {"IfMatch": tag}

    def _write(
        self,
        place: Place,
        list_name: str,
        versions: Sequence[Version],
        condition: Mapping[str, str],
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
        self._s3.put(place, list_name, json.dumps(rows).encode(), **condition)


def _find_page(number: int) -> int:
    return (number - 1) // PAGE


def _name_list(name: str, page: int | None = None) -> str:
    return f"{name}/{LIST}" if page is None else f"{name}/versions-{page:04}.json"


def _name_content(name: str, version: Version) -> str:
    return f"{name}/{version.number:06}-{version.digest}"
