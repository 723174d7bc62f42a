"""Whether two people at the same workflow notice each other, by entity tags."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from httpx import Response
from tests.entrypoints.web.api.apis import Api

CHANGES: dict[str, Callable[[Api, str, str], Response]] = {
    "edit": lambda api, path, tag: api.patch(path, {"name": uuid4().hex}, If_Match=tag),
    "pause": lambda api, path, tag: api.post(f"{path}:pause", If_Match=tag),
    "resume": lambda api, path, tag: api.post(f"{path}:resume", If_Match=tag),
    "archive": lambda api, path, tag: api.post(f"{path}:archive", If_Match=tag),
    "delete": lambda api, path, tag: api.delete(path, If_Match=tag),
}


@pytest.fixture(scope="module")
def api(shared_api: Api) -> Api:
    return shared_api


@pytest.fixture
def path(api: Api) -> str:
    """A paused workflow at revision 2."""
    path = f"/workflows/{api.make(uuid4().hex)['id']}"
    assert api.post(f"{path}:pause").headers["ETag"] == '"2"'
    return path


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    "tag",
    [
        pytest.param('"1"', id="an older revision"),
        pytest.param('"3"', id="one that is not there yet"),
        pytest.param('W/"2"', id="a weak tag"),
        pytest.param('"1", "3"', id="a list without it"),
        pytest.param("2", id="a tag without quotes"),
        pytest.param('"2', id="half a tag"),
        pytest.param('x"2"', id="no tag at all"),
        pytest.param('"02"', id="the same number written otherwise"),
        pytest.param("", id="nothing"),
    ],
)
def test_change_of_another_revision_is_refused(api: Api, path: str, change: str, tag: str) -> None:
    before = api.get(path).json()
    answer = CHANGES[change](api, path, tag)
    assert answer.status_code == 412
    assert answer.json()["title"] == "Precondition Failed"
    assert api.get(path).json() == before


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("tag", ['"2"', "*", '"1", "2"', '"1","2"', 'W/"1" , "2"'])
def test_change_of_the_present_revision_is_made(api: Api, path: str, change: str, tag: str) -> None:
    answer = CHANGES[change](api, path, tag)
    assert answer.status_code in (200, 204), answer.text


def test_change_without_a_tag_is_made(api: Api, path: str) -> None:
    assert api.patch(path, {"name": uuid4().hex}).status_code == 200


def test_tag_of_an_unknown_workflow_is_not_found(api: Api) -> None:
    assert api.patch("/workflows/70000", {"name": uuid4().hex}, If_Match="*").status_code == 404


@pytest.mark.parametrize("tag", ['"2"', 'W/"2"', "*", '"1", "2"'])
def test_what_is_known_already_is_not_sent_again(api: Api, path: str, tag: str) -> None:
    answer = api.get(path, If_None_Match=tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == '"2"'


@pytest.mark.parametrize("tag", ['"1"', "2", '"1", "3"', ""])
def test_what_is_not_known_is_sent(api: Api, path: str, tag: str) -> None:
    answer = api.get(path, If_None_Match=tag)
    assert answer.status_code == 200
    assert answer.headers["ETag"] == f'"{answer.json()["revision"]}"' == '"2"'


def test_what_is_known_is_told_only_to_its_team(api: Api, path: str) -> None:
    assert api.of_team(2).get(path, If_None_Match="*").status_code == 404
