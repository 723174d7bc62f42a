"""Whether an open page can look again without being sent whole each time."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError
from tests.entrypoints.web.pages.houses import House, Visitor

from belfry.entrypoints.web.pages.rendering import make_environment

ASKS = {"X-Fragment": "content"}


def test_fragment_is_the_content_without_the_frame(house: House, owner: Visitor) -> None:
    house.add()
    whole, part = owner.get("/workflows").text, owner.get("/workflows", headers=ASKS).text
    assert part.strip() in whole
    assert "<h1>Workflows</h1>" in part
    assert [word for word in ("<html", '<nav aria-label="Pages"', "<main") if word in part] == []


def test_fragment_that_was_seen_is_not_sent_again_until_it_changes(
    house: House, owner: Visitor
) -> None:
    house.add()
    first = owner.get("/workflows", headers=ASKS)
    again = owner.get("/workflows", headers=ASKS | {"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    house.add(name="Another")
    later = owner.get("/workflows", headers=ASKS | {"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
    assert "Another" in later.text


def test_fragment_of_somebody_signed_out_leads_to_the_door(house: House) -> None:
    answer = house.visitor().get("/workflows", headers=ASKS)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=%2Fworkflows")


@pytest.mark.parametrize("text", ["{{ missing }}", "{{ missing() }}", "{{ words.missing() }}"])
def test_misspelt_name_in_a_template_is_an_error(text: str) -> None:
    with pytest.raises(UndefinedError):
        make_environment().from_string(text).render()
