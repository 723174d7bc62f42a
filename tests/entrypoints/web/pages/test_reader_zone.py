"""Whether everybody reads times as their own clock tells them."""

from __future__ import annotations

from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.reading import read


def test_times_are_the_teams_until_somebody_chooses_their_own(
    house: House, owner: Visitor, staff: Visitor
) -> None:
    assert "All times are in Europe/London, where it is 12:00" in read(owner.get("/").text).text
    form = {"name": "Olive", "email": "olive@example.com", "timezone": "Asia/Tokyo"}

    answer = owner.submit("/me", "/me", form)

    assert answer.headers["location"] == "/me?done=saved"
    text = read(owner.get("/").text).text
    assert "All times are in Asia/Tokyo, where it is 21:00 on Monday 16 November." in text
    assert "Shifts, opening hours and due days are the team's, in Europe/London." in text
    assert "All times are in Europe/London, where it is 12:00" in read(staff.get("/").text).text


def test_zone_that_there_is_not_is_refused_beside_its_field(owner: Visitor) -> None:
    form = {"name": "Somebody", "email": "olive@example.com", "timezone": "Asia/Tokio"}
    answer = owner.submit("/me", "/me", form)
    assert answer.status_code == 422
    assert "Somebody" not in read(owner.get("/").text).text
    found = read(answer.text)
    assert "'Asia/Tokio' is not a known zone; did you mean Asia/Tokyo?" in found.text


def test_empty_zone_is_the_teams_again(owner: Visitor) -> None:
    for zone in ("Asia/Tokyo", ""):
        form = {"name": "Olive", "email": "olive@example.com", "timezone": zone}
        owner.submit("/me", "/me", form)
    assert "All times are in Europe/London" in read(owner.get("/").text).text
