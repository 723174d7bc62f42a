"""What only S3 could get wrong: buckets, keys that are no files, and answers that are lost."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from tests.adapters.web.local_servers import LocalServer, listening, read_request, reset
from tests.samples import NOON

from belfry.adapters.aws.clients import Keys, connect_s3
from belfry.adapters.aws.s3 import BLOBS, FOLDER, S3, VERSIONS, S3BlobStore, S3Folder, S3Versions
from belfry.kernel.errors import ConfigError, Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import Version, digest_content

Act = bytes | Callable[[socket.socket], None]
PLACES = [*FOLDER, *BLOBS, *VERSIONS]


def find_objects(s3: S3) -> set[str]:
    """Every object there is, as bucket/key."""
    objects = set()
    for bucket in {place.bucket for place in PLACES}:
        answer = s3._client.list_objects_v2(Bucket=bucket)
        objects |= {f"{bucket}/{item['Key']}" for item in answer.get("Contents", ())}
    return objects


@pytest.mark.parametrize(
    "name, place",
    [
        ("rota/staff.csv", "ss-roster-source/staff.csv"),
        ("rota/week-2026-11-16.csv", "ss-roster-source/week-2026-11-16.csv"),
        ("rota/rules.txt", "ss-rules-source/rules.txt"),
        ("rota/voice.txt", "ss-rules-source/voice.txt"),
        ("controls/tasks.csv", "ct-tasklist-source/tasks.csv"),
        ("controls/rules.txt", "ct-rules-source/rules.txt"),
        ("jobs/photos/J-1/ready.jpg", "jsnr-photos/in/J-1/ready.jpg"),
        ("jobs/board.csv", "belfry-team/team/jobs/board.csv"),
        ("people.csv", "belfry-team/team/people.csv"),
    ],
)
def test_file_of_the_team_lies_in_its_bucket(s3: S3, name: str, place: str) -> None:
    folder = S3Folder(s3)
    folder.replace(name, b"x", None)

    assert find_objects(s3) == {place}
    assert list(folder.list()) == [name]
    assert folder.exists(name)


def test_blobs_and_versions_lie_in_their_buckets(s3: S3) -> None:
    for name in ("photos/ab/1.jpg", "evidence/ab/abc", "rota/published/1.json", "texts/1.json"):
        S3BlobStore(s3).put(name, b"x")
    S3Versions(s3).keep("rota/staff.csv", b"x", NOON)

    digest = digest_content(b"x")
    assert find_objects(s3) == {
        "jsnr-photos/photos/ab/1.jpg",
        "ct-evidence/ab/abc",
        "ss-published/published/1.json",
        "belfry-team/kept/texts/1.json",
        "belfry-team/versions/rota/staff.csv/versions.json",
        f"belfry-team/versions/rota/staff.csv/000001-{digest}",
    }


def test_list_gives_the_files_of_all_buckets_in_their_order(s3: S3) -> None:
    names = ["controls/tasks.csv", "people.csv", "rota/rules.txt", "rota/staff.csv"]
    folder = S3Folder(s3)
    for name in reversed(names):
        folder.replace(name, b"x", None)
    for key in ("team/rota/staff.csv", "team/jobs/", "team/.hidden", "kept/people.csv"):
        s3._client.put_object(Bucket="belfry-team", Key=key, Body=b"")

    assert list(folder.list()) == names
    assert list(folder.list("rota")) == names[2:]


def test_missing_bucket_is_a_fault_of_the_settings(s3: S3) -> None:
    folder = S3Folder(S3(s3._client, prefix="nowhere-"))

    with pytest.raises(ConfigError, match=r"the bucket for people\.csv is missing"):
        folder.read("people.csv")


def test_list_of_versions_stays_short_and_older_ones_are_found_in_their_pages(s3: S3) -> None:
    """Begun with 299 versions, as a shop has after some days."""
    versions, place = S3Versions(s3), VERSIONS[0]
    old = [Version(n, NOON, digest_content(b"%d" % n), len(str(n))) for n in range(299, 0, -1)]
    for version in (old[0], old[150], old[298]):
        content = b"%d" % version.number
        s3.put(place, f"people.csv/{version.number:06}-{version.digest}", content)
    versions._write(place, "people.csv/versions.json", old[:200], {})
    versions._write(place, "people.csv/versions-0000.json", old[199:], {})

    assert [v.number for v in versions.list("people.csv", limit=400)] == [*range(299, 0, -1)]
    for number in (300, 301):
        assert versions.keep("people.csv", b"new %d" % number, NOON).number == number
    listed, _ = s3.get(place, "people.csv/versions.json")
    assert len(json.loads(listed)) == 101
    assert [v.number for v in versions.list("people.csv", limit=400)] == [*range(301, 0, -1)]
    assert [versions.get("people.csv", number) for number in (149, 1)] == [b"149", b"1"]
    versions.remove("people.csv", 1)
    with pytest.raises(NotFound):
        versions.get("people.csv", 1)
    assert len(versions.list("people.csv", limit=400)) == 300


def test_damaged_versions_are_permanent(s3: S3) -> None:
    versions = S3Versions(s3)
    versions.keep("people.csv", b"x", NOON)
    version = versions.list("people.csv")[0]
    key = f"versions/people.csv/000001-{version.digest}"
    s3._client.put_object(Bucket="belfry-team", Key=key, Body=b"other")
    with pytest.raises(Permanent, match=r"version 1 of people\.csv is damaged"):
        versions.get("people.csv", 1)

    s3._client.put_object(Bucket="belfry-team", Key="versions/people.csv/versions.json", Body=b"{")
    with pytest.raises(Permanent, match=r"the list of the versions of people\.csv is damaged"):
        versions.list("people.csv")


def render(status: int, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} Answer", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body


def refuse(status: int, code: str) -> bytes:
    return render(status, f"<Error><Code>{code}</Code></Error>".encode())


@contextmanager
def playing_s3(*acts: Act) -> Iterator[tuple[LocalServer, S3]]:
    """An S3 that does one act per call, and the last one for ever."""

    def handle(conn: socket.socket, local: LocalServer) -> None:
        local.seen.append(read_request(conn))
        act = acts[min(len(local.seen), len(acts)) - 1]
        if isinstance(act, bytes):
            conn.sendall(act)
        else:
            act(conn)

    with listening(handle) as local:
        client = connect_s3(region="eu-west-2", endpoint=local.url(), keys=Keys("testing", "x"))
        yield local, S3(client)
        client.close()


FAILED = refuse(412, "PreconditionFailed")


@pytest.mark.parametrize("stored, is_ours", [(b"mine", True), (b"another's", False)])
def test_write_whose_answer_was_lost_is_known_by_its_bytes(stored: bytes, is_ours: bool) -> None:
    with playing_s3(reset, FAILED, render(200, stored, 'ETag: "t"')) as (server, s3):
        folder = S3Folder(s3)
        if is_ours:
            assert folder.replace("people.csv", b"mine", None).content == b"mine"
        else:
            with pytest.raises(Conflict, match=r"people\.csv was changed meanwhile"):
                folder.replace("people.csv", b"mine", None)
        assert len(server.seen) == 3


def test_file_is_replaced_only_as_it_was_read() -> None:
    with playing_s3(render(200, b"old", 'ETag: "t"'), render(200)) as (server, s3):
        S3Folder(s3).replace("people.csv", b"new", digest_content(b"old"))
        assert server.seen[1].header("if-match") == ['"t"']


def test_condition_that_fails_at_once_is_a_conflict() -> None:
    with playing_s3(FAILED) as (server, s3):
        with pytest.raises(Conflict):
            S3Folder(s3).replace("people.csv", b"mine", None)
        assert len(server.seen) == 1


@pytest.mark.parametrize(
    "act, error",
    [
        pytest.param(refuse(503, "SlowDown"), Temporary, id="busy"),
        pytest.param(reset, Temporary, id="out of reach"),
        pytest.param(refuse(403, "AccessDenied"), Permanent, id="denied"),
        pytest.param(refuse(400, "SomethingNew"), Permanent, id="anything else"),
        pytest.param(refuse(409, "ConditionalRequestConflict"), Conflict, id="taken meanwhile"),
    ],
)
def test_refusals_are_raised_as_our_own(act: Act, error: type[Exception]) -> None:
    with playing_s3(act) as (_, s3), pytest.raises(error) as caught:
        S3BlobStore(s3).get("a.jpg")
    assert caught.value.__cause__ is not None


def test_file_that_is_too_large_is_not_read(s3: S3) -> None:
    S3Folder(s3).replace("people.csv", b"x" * 11, None)

    with pytest.raises(InputError, match="the file has 11 bytes; at most 10 are taken"):
        S3Folder(s3).read("people.csv", most=10)
