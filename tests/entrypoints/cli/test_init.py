"""Whether `belfry init` begins a team that works, and leaves everything else alone."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.settings_named import list_settings
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import find_wishes
from belfry.controls.chains.rules import ANY_NAME, read_rules
from belfry.controls.chains.rules import SETTINGS as RULES
from belfry.entrypoints.cli.opening import open_services
from belfry.entrypoints.worker.prepare import prepare
from belfry.jobs.settings.shop import SETTINGS, read_shop
from belfry.rota.rules.rules_doc import SETTINGS as ROTA_RULES
from belfry.rota.rules.rules_doc import read_rules as read_rota_rules
from belfry.rota.rules.rules_doc import write_rules_reading
from belfry.rota.rules.voice import read_voice
from belfry.rota.rules.weeks import Rules
from belfry.settings import Settings, read_settings

FILES = [
    *("belfry.toml", "people.csv", "jobs/board.csv", "jobs/settings.txt"),
    *("controls/tasks.csv", "controls/rules.txt"),
    *("rota/staff.csv", "rota/template.csv", "rota/availability.csv", "rota/time_off.csv"),
    *("rota/rules.txt", "rota/voice.txt"),
]


def read_all(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_init_writes_a_team_that_belfry_can_read(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shop"
    assert belfry("init", folder, "--yes", "--json").json == {
        "folder": str(folder),
        "written": FILES,
        "left": [],
    }
    assert sorted(read_all(folder)) == sorted(FILES)
    assert read_settings(folder, environment={}) == Settings(
        folder=folder,
        name="The Repair Bench",
        timezone="Europe/London",
        country="GB",
        admin="owner@example.com",
    )


def test_init_says_what_it_wrote_and_the_next_two_steps(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    lines = belfry("init", folder, "--yes").out.splitlines()
    assert lines[: len(FILES)] == [f"Wrote {folder / name}." for name in FILES]
    assert lines[-3:] == [
        f"Next: belfry serve --team {folder}",
        f"Then change a stage in {folder / 'jobs' / 'board.csv'}. In three minutes you see",
        f"what the customer is told: belfry messages --team {folder}",
    ]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param((), id="the example as it is"),
        pytest.param(("--timezone", "Europe/Paris"), id="another zone, and no country"),
        pytest.param(("--country", "us", "--timezone", "America/Chicago"), id="another country"),
        pytest.param(("--name", "x" * 90), id="a name that is long"),
        pytest.param(("--name", "# 1 Bikes"), id="a name that begins like a note"),
        pytest.param(("--name", "###"), id="a name that is nothing but signs"),
        pytest.param(("--admin", ""), id="nobody to write to"),
    ],
)
def test_what_init_writes_is_well_and_can_be_polled_at_once(
    belfry: Terminal, tmp_path: Path, options: tuple[str, ...]
) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes", *options)
    examined = belfry("doctor", "--team", folder, "--json").json
    assert [finding for finding in examined["findings"] if finding["is_wrong"]] == []
    polled = belfry("jobs", "poll", "--team", folder, "--json").json
    assert [move["to"] for move in polled["moves"]] == [
        *("in progress", "diagnosing", "awaiting parts", "ready", "received", "collected")
    ]
    assert (polled["jobs"], polled["problems"]) == (6, [])
    ticked = belfry("controls", "tick", "--team", folder, "--json").json
    assert (len(ticked["controls"]), ticked["problems"], ticked["notes"]) == (7, [], [])


def test_customers_of_the_example_are_nobody(belfry: Terminal, tmp_path: Path) -> None:
    """Domains and numbers that are set aside for examples."""
    belfry("init", tmp_path / "shop", "--yes")
    for name in ("people.csv", "jobs/board.csv", "rota/staff.csv"):
        text = (tmp_path / "shop" / name).read_text()
        assert set(re.findall(r"@[\w.]+", text)) == {"@example.com"}
        assert all(phone.startswith("+44 7700 900") for phone in re.findall(r"\+[\d ]+", text))


@pytest.mark.parametrize("name", ['Tom\'s "Best" Bench', "Café \\ Söhne 🔧", "[x] # y = 1"])
def test_init_keeps_names_as_they_are(belfry: Terminal, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes", "--name", name, "--timezone", "Europe/Paris")
    settings = read_settings(folder, environment={})
    assert (settings.name, settings.timezone, settings.country) == (name, "Europe/Paris", "")


def test_init_leaves_a_whole_team_as_it_is(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes")
    before = read_all(folder)
    answer = belfry("init", folder, "--yes", "--name", "Another")
    assert (answer.code, answer.out) == (1, "")
    assert "is there already" in answer.err
    assert read_all(folder) == before


def test_init_adds_what_is_missing_and_names_what_it_left(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    (folder / "jobs").mkdir(parents=True)
    (folder / "people.csv").write_text("name\nMaria\n")
    (folder / "jobs" / "board.csv").write_text("job_id,stage\n")
    (folder / "notes.txt").write_text("ours")
    answer = belfry("init", folder, "--yes", "--json").json
    left = ["people.csv", "jobs/board.csv"]
    assert answer["written"] == [name for name in FILES if name not in left]
    assert answer["left"] == left
    contents = read_all(folder)
    assert contents["people.csv"] == b"name\nMaria\n"
    assert contents["jobs/board.csv"] == b"job_id,stage\n"
    assert contents["notes.txt"] == b"ours"


@pytest.mark.parametrize(
    "options, named",
    [
        pytest.param(("--timezone", "Europe/Lndon"), "Europe/London", id="a misspelt zone"),
        pytest.param(("--admin", "owner"), "admin", id="an address that is none"),
        pytest.param(("--name", "  "), "name", id="an empty name"),
        pytest.param(("--country", "XX"), "country", id="a country that is none"),
    ],
)
def test_init_writes_nothing_it_could_not_read_again(
    belfry: Terminal, tmp_path: Path, options: tuple[str, str], named: str
) -> None:
    answer = belfry("init", tmp_path / "shop", "--yes", *options)
    assert answer.code == 2
    assert named in answer.err
    assert not (tmp_path / "shop").exists()


def test_init_into_a_file_is_refused(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "shop").write_text("not a folder")
    answer = belfry("init", tmp_path / "shop", "--yes")
    assert answer.code == 1
    assert "shop" in answer.err
    assert (tmp_path / "shop").read_text() == "not a folder"


def test_init_does_not_write_through_a_link(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "belfry.toml").symlink_to(tmp_path / "elsewhere.toml")
    assert belfry("init", tmp_path / "shop", "--yes", "--json").json["left"] == ["belfry.toml"]
    assert not (tmp_path / "elsewhere.toml").exists()


def test_init_does_not_write_into_a_folder_elsewhere(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "jobs").symlink_to(tmp_path / "elsewhere")
    answer = belfry("init", tmp_path / "shop", "--yes")
    assert answer.code == 1
    assert "leads out of the folder" in answer.err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def list_names(data: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from list_names(value, f"{above}{name}.")
        else:
            yield f"{above}{name}"


def test_init_explains_every_setting(belfry: Terminal, tmp_path: Path) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    text = (tmp_path / "shop" / "belfry.toml").read_text()
    switched_on = "\n".join(line.removeprefix("# ") for line in text.splitlines() if _is_toml(line))
    data = tomllib.loads(switched_on)
    data["workflows"] = {"NAME": data["workflows"]["tidy"]}
    assert set(list_names(data)) == set(list_settings())


def test_init_shows_every_setting_of_the_jobs_as_it_would_be_read(
    belfry: Terminal, tmp_path: Path
) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    text = (tmp_path / "shop" / "jobs" / "settings.txt").read_text()
    names = [setting.name.partition(" <")[0] for setting in SETTINGS]
    switched_on = re.sub(rf"^# (?=({'|'.join(names)}) ?[^:]*: )", "", text, flags=re.MULTILINE)
    assert read_shop(switched_on, country="GB").problems == ()
    shown = [name for name in names if re.search(rf"^{name}\b.*: ", switched_on, re.MULTILINE)]
    assert shown == names


def test_init_shows_every_rule_of_the_controls_as_it_would_be_read(
    belfry: Terminal, tmp_path: Path
) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    text = (tmp_path / "shop" / "controls" / "rules.txt").read_text()
    switched_on = re.sub(r"^# (?=[A-Z][\w ]+: [^.]+$)", "", text, flags=re.MULTILINE)
    names = ("Fire extinguisher check", "Insurance renewal")
    reading = read_rules(
        switched_on, country="GB", controls=names, areas=("Safety", "Data", "Finance")
    )
    assert (reading.problems, reading.strangers) == ((), ())
    shown = [
        line.partition(":")[0] for line in switched_on.splitlines() if not line.startswith("#")
    ]
    known_names = {re.sub("safety|finance", "<area>", name) for name in shown if name}
    sections = {"Safety", "Insurance renewal"}
    assert known_names == {rule.name for rule in RULES if rule.name != ANY_NAME} | sections


def test_init_shows_every_rule_of_the_rota_as_it_would_be_read(
    belfry: Terminal, tmp_path: Path
) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    text = (tmp_path / "shop" / "rota" / "rules.txt").read_text()
    rules, problems = read_rota_rules(text)
    assert problems == ()
    shown = {line.partition(":")[0] for line in text.splitlines() if line and line[0] != "#"}
    assert shown == {rule.name for rule in ROTA_RULES}
    assert "Days in a row: 6" in write_rules_reading(rules or Rules())


def test_init_shows_how_people_are_spoken_to_about_the_rota(
    belfry: Terminal, tmp_path: Path
) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    text = (tmp_path / "shop" / "rota" / "voice.txt").read_text()
    voice, problems = read_voice(re.sub("^# (?=Say when )", "", text, flags=re.MULTILINE))
    assert problems == ()
    assert voice is not None
    assert list(voice.say_when) == ["week published", "reminder", "swap asked"]
    assert voice.prose == "Friendly and short. First names. No exclamation marks."


def test_the_rota_that_init_writes_can_be_drafted_and_fills_every_seat(
    belfry: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes")
    shutil.copy(folder / "rota" / "template.csv", folder / "rota" / "week-2026-11-23.csv")
    asked = ("rota", "draft", "--week", "2026-11-23", "--dry-run", "--json")
    drafted = belfry(*asked, "--team", folder).json
    assert (drafted["problems"], drafted["notes"]) == ([], [])
    assert drafted["proof"] == "Every open seat is filled."
    assert {shift["outcome"] for shift in drafted["shifts"]} <= {"filled", "fair-swap"}
    for person in drafted["people"]:
        assert abs(person["hours_placed"] - person["hours_target"]) <= 2, person


def _is_toml(line: str) -> bool:
    """Settings and tables, also those that are only examples; not the prose."""
    bare = line.removeprefix("# ")
    return bare.startswith("[") or " = " in bare


def test_team_with_one_room_has_no_workflow_and_no_check_of_another(
    belfry: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes", "--rooms", "jobs")
    settings = read_settings(folder, environment={})
    assert settings.rooms == ("jobs",)
    with open_services(settings) as services:
        prepare(services)
    listed = belfry("workflows", "list", "--team", folder, "--json").json["workflows"]
    names = {workflow["name"] for workflow in listed}
    assert names == {"relay", "release", "poll", "sweep", "watch", "backup", "tidy"}
    checked = belfry("doctor", "--team", folder, "--json").out
    assert not re.search("control|rota|draft|tick", checked)
    assert belfry("upcoming", "--team", folder, "--json").json["digest"] is None


def test_team_with_every_room_has_all_workflows(belfry: Terminal, tmp_path: Path) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    settings = read_settings(tmp_path / "shop", environment={})
    assert settings.rooms == ("jobs", "controls", "rota")
    unwanted = {name for name, wish in find_wishes(settings).items() if not wish.enabled}
    assert unwanted == {"heartbeat", "mail-in"}
