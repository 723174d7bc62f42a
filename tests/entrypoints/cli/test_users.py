"""Whether people are taken in from the terminal, by links that let them in."""

from __future__ import annotations

from datetime import datetime, timedelta

import httpx
import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.stories.processes import Process

from belfry.bootstrap import Services


def test_added_person_gets_a_link_that_lets_them_in(belfry: Terminal, services: Services) -> None:
    added = belfry("users", "add", "Maria", "Maria@Example.com", "--role", "manager", "--json").json
    address, _, token = added["link"].rpartition("/")
    assert address == "http://127.0.0.1:8787/welcome"
    signed_in = services.accounts.open_sign_in_link(token)
    assert (signed_in.user.email, signed_in.user.role) == ("maria@example.com", "manager")
    made_at = datetime.fromisoformat(added["user"]["created_at"])
    assert datetime.fromisoformat(added["expires_at"]) >= made_at + timedelta(days=7)


def test_link_for_somebody_who_is_there_is_good_for_an_hour(
    belfry: Terminal, services: Services
) -> None:
    belfry("users", "add", "Maria", "maria@example.com")
    made = belfry("users", "link", " MARIA@example.com", "--json").json
    link, user = services.accounts.open_sign_in_link.find(made["link"].rpartition("/")[2])
    assert (user.name, link.expires_at - link.created_at) == ("Maria", timedelta(hours=1))


def test_link_leads_where_the_team_says_people_reach_it(belfry: Terminal) -> None:
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write('public_url = "https://bells.example.com/"\n')
    added = belfry("users", "add", "Maria", "maria@example.com", "--json").json
    assert added["link"].startswith("https://bells.example.com/welcome/")


def test_link_leads_to_the_port_that_is_served(belfry: Terminal, services: Services) -> None:
    belfry("users", "add", "Maria", "maria@example.com")
    with Process(belfry.folder, "serve", "--port", "0") as process:
        address = process.wait_ready().address
        made = belfry("users", "link", "maria@example.com", "--json").json
        assert made["link"].startswith(f"{address}/welcome/")
        assert httpx.get(made["link"]).status_code == 200
        assert "belfry serve" not in belfry("users", "link", "maria@example.com").out
        process.kill()
    made = belfry("users", "link", "maria@example.com").out
    assert "http://127.0.0.1:8787/welcome/" in made
    assert "start `belfry serve` first" in made


def test_people_are_listed_without_their_secrets(belfry: Terminal, services: Services) -> None:
    belfry("users", "add", "Maria", "maria@example.com")
    services.accounts.users.disable(1, by="test")
    assert belfry("users", "list", "--json").json == {"users": []}
    shown = belfry("users", "list", "--disabled", "--json").json["users"]
    expected = {"id", "name", "email", "role", "created_at", "disabled_at", "timezone"}
    expected |= {"was_listed", "has_left"}
    assert set(shown[0]) == expected
    assert "maria@example.com" in belfry("users", "list", "--disabled").out


@pytest.mark.parametrize(
    "arguments, code, named",
    [
        pytest.param(("link", "tom@example.com"), 2, "no user has", id="an unknown address"),
        pytest.param(("add", "Tom", "tom"), 2, "email", id="no address"),
        pytest.param(("add", " ", "tom@example.com"), 2, "name", id="no name"),
        pytest.param(("add", "Tom", "t@example.com", "--role", "king"), 2, "owner", id="no role"),
        pytest.param(("add", "Tom", "maria@example.com"), 1, "already", id="a taken address"),
    ],
)
def test_person_that_makes_no_sense_is_refused(
    belfry: Terminal, arguments: tuple[str, ...], code: int, named: str
) -> None:
    belfry("users", "add", "Maria", "maria@example.com")
    answer = belfry("users", *arguments)
    assert (answer.code, answer.out) == (code, "")
    assert named in answer.err


def test_disabled_person_gets_no_link(belfry: Terminal, services: Services) -> None:
    belfry("users", "add", "Maria", "maria@example.com")
    services.accounts.users.disable(1, by="test")
    answer = belfry("users", "link", "maria@example.com")
    assert answer.code == 1
    assert "enable them first" in answer.err
