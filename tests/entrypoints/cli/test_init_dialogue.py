"""The questions of `belfry init`, and that nothing is half made when they are interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.entrypoints.cli.typists import CTRL_C, type_answers

from belfry.entrypoints.cli.team.example import Wanted, list_names, render_team
from belfry.entrypoints.cli.team.init import (
    choose,
    choose_some,
    guess_country,
    guess_zone,
    write_files,
)
from belfry.kernel.errors import Conflict, InputError
from belfry.settings import read_settings

APP = ("The Bench", "Europe/Madrid", "ES", "rosa@example.com")


def list_files(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def test_init_asks_whoever_sits_at_a_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    shown = type_answers(("init", str(folder)), (*APP, "", "", ""))
    assert shown.code == 0, shown.text
    settings = read_settings(folder, environment={})
    assert (settings.name, settings.timezone, settings.country, settings.admin) == APP
    assert "Shop: The Bench\n" in (folder / "jobs" / "settings.txt").read_text()
    assert "Rosa Marsh,rosa@example.com," in (folder / "people.csv").read_text()
    assert list_files(folder) == sorted(list_names())
    assert shown.text.endswith(f"customer is told: belfry messages --team {folder}\n")


def test_answers_that_cannot_be_used_are_asked_for_again(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    answers = (
        *("The Bench", "Europe/Lndon", "Europe/Madrid", "XX", "", "rosa", "rosa@example.com"),
        *("jobs,bikes", "controls", "maybe", "empty", "later"),
    )
    shown = type_answers(("init", str(folder)), answers)
    assert shown.code == 0, shown.text
    for expected in (
        "'Europe/Lndon' is not a known zone; did you mean Europe/London?\n",
        "Country [ES]: ",
        "'XX' is no country; expected two letters, as in GB, or none\n",
        "an e-mail address looks like name@example.com\n",
        "'bikes' is none; expected one or more of jobs, controls, rota\n",
        "expected samples or empty\n",
    ):
        assert expected in shown.text
    assert list_files(folder) == sorted(list_names(["controls"]))
    assert (folder / "people.csv").read_text().count("\n") == 1
    assert read_settings(folder, environment={}).country == "ES"


def test_mail_server_can_be_set_at_once_and_its_password_is_nobody_elses(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    mail = ("now", "", "mail.example.com", "tls", "", "", "pass phrase")
    shown = type_answers(("init", str(folder)), (*APP, "", "", *mail))
    assert shown.code == 0, shown.text
    settings = read_settings(folder, environment={})
    assert (settings.mail.host, settings.mail.security) == ("mail.example.com", "tls")
    assert (settings.mail.from_, settings.mail.user) == (APP[3], APP[3])
    assert settings.read_mail_password() == "pass phrase"
    assert (folder / "mail-password").stat().st_mode & 0o777 == 0o600
    assert "pass phrase" not in shown.text


@pytest.mark.parametrize("answered", [0, 3, 6])
def test_whoever_stops_leaves_nothing_behind(tmp_path: Path, answered: int) -> None:
    answers = (*APP, "", "", "")[:answered]
    shown = type_answers(("init", str(tmp_path / "shop")), (*answers, CTRL_C))
    assert shown.code == 1
    assert shown.text.endswith("belfry: stopped\n")
    assert list(tmp_path.iterdir()) == []


def test_folder_that_has_settings_is_only_asked_what_to_add(tmp_path: Path) -> None:
    (tmp_path / "belfry.toml").write_text('name = "Ours"\n')
    shown = type_answers(("init", str(tmp_path)), ("rota", "empty"))
    assert shown.code == 0, shown.text
    assert (tmp_path / "belfry.toml").read_text() == 'name = "Ours"\n'
    assert list_files(tmp_path) == sorted(list_names(["rota"]))


@pytest.mark.parametrize("rooms", ["jobs", "controls", "rota", "jobs,controls,rota"])
def test_empty_team_is_well_and_lives(belfry: Terminal, tmp_path: Path, rooms: str) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes", "--empty", "--rooms", rooms)
    assert list_files(folder) == sorted(list_names(rooms.split(",")))
    examined = belfry("doctor", "--team", folder, "--json").json
    assert [finding for finding in examined["findings"] if finding["is_wrong"]] == []


def test_unknown_room_is_one_clear_line(belfry: Terminal, tmp_path: Path) -> None:
    answer = belfry("init", tmp_path / "shop", "--yes", "--rooms", "jobs,kitchen")
    assert (answer.code, answer.out) == (2, "")
    assert "--rooms: 'kitchen' is none; expected one or more of jobs, controls, rota" in answer.err


def test_what_was_written_is_taken_away_if_the_rest_cannot_be(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "shop"
    texts = render_team(Wanted("Bench", "Europe/London", "GB", ""))
    (tmp_path / "deep").mkdir()
    folder.mkdir()
    (folder / "rota").write_text("in the way")
    with pytest.raises(Conflict, match="is in the way"):
        write_files(folder, texts, {})
    assert list_files(folder) == ["rota"]


def test_zone_is_the_one_the_machine_is_set_to(tmp_path: Path) -> None:
    (tmp_path / "zoneinfo" / "Europe").mkdir(parents=True)
    (tmp_path / "zoneinfo" / "Europe" / "Paris").touch()
    (tmp_path / "localtime").symlink_to(tmp_path / "zoneinfo" / "Europe" / "Paris")
    assert guess_zone(tmp_path / "localtime") == "Europe/Paris"


@pytest.mark.parametrize("name", ["UTC", "Etc/UTC", "GMT"])
def test_machine_that_lives_by_no_clock_says_nothing(tmp_path: Path, name: str) -> None:
    place = tmp_path / "zoneinfo" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch()
    assert guess_zone(place) is None
    assert guess_zone(tmp_path / "none") is None


@pytest.mark.parametrize(
    "zone, country", [("Europe/London", "GB"), ("America/Chicago", "US"), ("UTC", "")]
)
def test_country_is_the_zones(zone: str, country: str) -> None:
    assert guess_country(zone) == country


def test_choice_may_be_begun_but_not_guessed() -> None:
    read = choose("starttls", "tls", "none")
    assert [read(typed) for typed in ("s", "TLS", "none")] == ["starttls", "tls", "none"]
    with pytest.raises(InputError, match="expected later or now"):
        choose("later", "now")("")


def test_choices_are_given_in_their_own_order() -> None:
    assert choose_some(["jobs", "rota"])("Rota jobs, rota") == "jobs,rota"
