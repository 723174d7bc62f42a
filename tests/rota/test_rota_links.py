"""How long a link in a message about the rota opens anything."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.rota.teams import Team

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.tokens import digest_of
from belfry.rota.messages.message_links import GOOD_FOR, MakeRotaLinks, OpenRotaLink, WantedLink
from belfry.rota.requests.rota_links import LinkKind, RotaLink

MINUTE = timedelta(minutes=1)


def make_link(team: Team) -> str:
    wanted = WantedLink(message_id="m1", kind=LinkKind.ASK, about="s1", number=2, person="Ana Diaz")
    make = MakeRotaLinks(team.ports.store, team.ports.secrets)
    return make([wanted], team.ports.clock.now())["m1"]


def test_a_link_opens_what_it_was_made_for(team: Team) -> None:
    opened = OpenRotaLink(team.ports.store, team.ports.clock)(make_link(team), LinkKind.ASK)
    assert (opened.kind, opened.about, opened.number) == (LinkKind.ASK, "s1", 2)
    assert opened.person == "Ana Diaz"


@pytest.mark.parametrize("token", ["", "other", "../etc", "ü"])
def test_a_link_that_never_was_leads_nowhere(team: Team, token: str) -> None:
    with pytest.raises(NotFound):
        OpenRotaLink(team.ports.store, team.ports.clock)(token)


def test_a_link_does_not_open_other_things(team: Team) -> None:
    with pytest.raises(NotFound):
        OpenRotaLink(team.ports.store, team.ports.clock)(make_link(team), LinkKind.DRAFT)


def test_an_old_link_says_so_until_it_is_cleared_away(team: Team) -> None:
    token, open_link = make_link(team), OpenRotaLink(team.ports.store, team.ports.clock)
    team.house.clock.advance(GOOD_FOR - MINUTE)
    team.run("tidy")
    assert open_link(token).about == "s1"

    team.house.clock.advance(MINUTE)
    with pytest.raises(Conflict, match="too old"):
        open_link(token)

    team.run("tidy")
    assert team.ports.store.find(RotaLink, digest_of(token)) is None
