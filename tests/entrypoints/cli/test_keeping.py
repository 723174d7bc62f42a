"""Whether the machine is told rightly how to keep Belfry running, and nothing else is touched."""

from __future__ import annotations

import configparser
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.entrypoints.cli.terminal import Terminal

from belfry.entrypoints.cli.service_units.units import (
    ServiceSpec,
    name_service,
    render_launchd,
    render_systemd,
    render_task,
)
from belfry.entrypoints.web.connections import MOST
from belfry.kernel.errors import InputError

SCHEMA = "http://schemas.microsoft.com/windows/2004/02/mit/task"
ODD = Path('/srv/Tom\'s "Best" 100% $hop')
COMMAND = ("/usr/bin/python3", "-m", "belfry", "serve", "--team", str(ODD), "--port", "8787")
FAKE = '#!/bin/sh\necho "$@" >> {log}\nexit {code}\n'


def spec(user: str = "", writable: tuple[Path, ...] = (ODD,)) -> ServiceSpec:
    return ServiceSpec("belfry-shop", "Belfry for Tom's", COMMAND, ODD, user, writable)


def read_unit(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text)
    return parser


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def unit(home: Path) -> Path:
    return home / ".config" / "systemd" / "user" / "belfry-team.service"


def put_systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int = 0) -> Path:
    """A systemctl that writes down what it was told."""
    log = tmp_path / "told"
    (tmp_path / "bin").mkdir(exist_ok=True)
    fake = tmp_path / "bin" / "systemctl"
    fake.write_text(FAKE.format(log=log, code=code))
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    return log


@pytest.mark.parametrize("by", ["systemd", "launchd", "windows"])
def test_show_prints_the_file_and_touches_nothing(belfry: Terminal, home: Path, by: str) -> None:
    before = sorted(belfry.folder.rglob("*"))
    answer = belfry("service", "show", "--by", by)
    assert answer.code == 0
    assert str(belfry.folder.resolve()) in answer.out
    assert "\ufffd" not in answer.out
    assert sorted(belfry.folder.rglob("*")) == before
    assert list(home.iterdir()) == []


def test_unit_starts_this_belfry_for_this_team(belfry: Terminal, home: Path) -> None:
    shown = belfry("service", "show", "--by", "systemd", "--port", "9000", "--json").json
    service = read_unit(shown["text"])["Service"]
    folder = belfry.folder.resolve()
    words = (sys.executable, "-m", "belfry", "serve", "--team", str(folder))
    rest = ("--host", "127.0.0.1", "--port", "9000")
    assert service["ExecStart"] == " ".join(f'"{word}"' for word in (*words, *rest))
    assert service["WorkingDirectory"] == str(folder)


def test_unit_restarts_after_a_crash_but_not_over_bad_settings() -> None:
    service = read_unit(render_systemd(spec(), Path("/people/tom")).text)["Service"]
    assert (service["Restart"], service["RestartPreventExitStatus"]) == ("on-failure", "2")


def test_unit_allows_many_open_files() -> None:
    service = read_unit(render_systemd(spec(), Path("/people/tom")).text)["Service"]
    assert int(service["LimitNOFILE"]) > 2 * MOST


def test_unit_says_odd_paths_as_they_are() -> None:
    service = read_unit(render_systemd(spec(), Path("/people/tom")).text)["Service"]
    assert '"/srv/Tom\'s \\"Best\\" 100%% $$hop"' in service["ExecStart"]
    assert service["WorkingDirectory"] == '/srv/Tom\'s "Best" 100%% $hop'


def test_path_that_would_add_a_line_is_refused() -> None:
    bad = ServiceSpec("belfry-x", "x", ("python", "-m", "belfry\nUser=root"), Path("/srv"))
    with pytest.raises(InputError, match="more than a line"):
        render_systemd(bad, Path("/people/tom"))
    with pytest.raises(InputError, match="more than a line"):
        render_launchd(bad, Path("/people/tom"), 501)


def test_unit_of_the_machine_has_the_owners_rights_and_writes_only_where_it_must() -> None:
    unit = render_systemd(spec("tom", (Path("/srv/shop"), Path("/mnt/b"))), Path("/people/tom"))
    read = read_unit(unit.text)
    assert unit.file == Path("/etc/systemd/system/belfry-shop.service")
    assert read["Service"]["User"] == "tom"
    assert read["Service"]["ProtectSystem"] == "strict"
    assert read["Service"]["ReadWritePaths"] == '"/srv/shop" "/mnt/b"'
    assert read["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("user", ["", "root"])
def test_systemd_takes_the_unit_as_it_is(tmp_path: Path, user: str) -> None:
    words = (sys.executable, "-m", "belfry", "serve")
    written = tmp_path / "belfry-shop.service"
    made = ServiceSpec("belfry-shop", "Belfry for Tom's", words, tmp_path, user, (tmp_path,))
    written.write_text(render_systemd(made, tmp_path).text)
    done = subprocess.run(
        ("systemd-analyze", "verify", str(written)), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_agent_of_a_mac_is_a_property_list() -> None:
    unit = render_launchd(spec(), Path("/people/tom"), 501)
    data = plistlib.loads(unit.text.encode())
    assert unit.file == Path("/people/tom/Library/LaunchAgents/local.belfry-shop.plist")
    assert (data["ProgramArguments"], data["WorkingDirectory"]) == (list(COMMAND), str(ODD))
    assert (data["KeepAlive"], data["RunAtLoad"]) == ({"SuccessfulExit": False}, True)
    assert "UserName" not in data
    daemon = plistlib.loads(render_launchd(spec("tom"), Path("/"), 0).text.encode())
    assert daemon["UserName"] == "tom"


def test_task_of_windows_is_the_schemas() -> None:
    unit = render_task(spec())
    task = ElementTree.fromstring(unit.text.encode(unit.encoding))
    texts = {element.tag.removeprefix(f"{{{SCHEMA}}}"): element.text for element in task.iter()}
    assert (texts["Command"], texts["WorkingDirectory"]) == ("/usr/bin/python3", str(ODD))
    assert texts["ExecutionTimeLimit"] == "PT0S"
    assert texts["Arguments"] == subprocess.list2cmdline(COMMAND[1:])


def test_install_writes_the_unit_and_starts_it(
    belfry: Terminal, unit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = put_systemctl(tmp_path, monkeypatch)
    installed = belfry("service", "install", "--by", "systemd", "--json").json
    assert installed == {"file": str(unit), "started": True, "problem": None}
    assert unit.read_text() == belfry("service", "show", "--by", "systemd", "--json").json["text"]
    assert log.read_text().splitlines() == [
        "--user daemon-reload",
        "--user enable belfry-team.service",
        "--user restart belfry-team.service",
    ]


def test_install_that_cannot_start_it_says_what_to_run(
    belfry: Terminal, unit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_systemctl(tmp_path, monkeypatch, code=1)
    answer = belfry("service", "install", "--by", "systemd")
    assert answer.code == 1
    assert "It could not be started: systemctl --user daemon-reload left with 1\n" in answer.out
    assert "  systemctl --user enable belfry-team.service\n" in answer.out


@pytest.mark.parametrize("by", ["systemd", "windows"])
def test_file_can_be_written_and_the_rest_left_to_a_person(
    belfry: Terminal, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    log = put_systemctl(tmp_path, monkeypatch)
    installed = belfry("service", "install", "--by", by, "--no-start", "--json").json
    assert not installed["started"]
    assert Path(installed["file"]).is_file()
    assert not log.exists()


def test_uninstall_stops_it_and_takes_the_file_away(
    belfry: Terminal, unit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = put_systemctl(tmp_path, monkeypatch)
    belfry("service", "install", "--by", "systemd")
    assert belfry("service", "uninstall", "--by", "systemd", "--json").json["removed"]
    assert not unit.exists()
    assert log.read_text().splitlines()[-1] == "--user disable --now belfry-team.service"
    assert not belfry("service", "uninstall", "--by", "systemd", "--json").json["removed"]


@pytest.mark.parametrize("code, is_running", [(0, True), (3, False)])
def test_status_is_what_systemd_says(
    belfry: Terminal,
    unit: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    is_running: bool,
) -> None:
    put_systemctl(tmp_path, monkeypatch, code=code)
    belfry("service", "install", "--by", "systemd", "--no-start")
    status = belfry("service", "status", "--by", "systemd", "--json").json
    assert status == {"file": str(unit), "installed": True, "running": is_running}


def test_machine_without_systemd_has_nothing_running(
    belfry: Terminal, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    status = belfry("service", "status", "--by", "systemd").out
    assert "It is not running.\n`belfry service install` writes it, and starts it.\n" in status


def test_unit_of_another_team_is_left_alone(belfry: Terminal, unit: Path) -> None:
    unit.parent.mkdir(parents=True)
    unit.write_text("[Service]\nWorkingDirectory=/srv/other\n")
    for command in ("install", "uninstall"):
        answer = belfry("service", command, "--by", "systemd")
        assert (answer.code, answer.out) == (1, "")
        assert "for another team: choose another --name" in answer.err
    assert unit.read_text() == "[Service]\nWorkingDirectory=/srv/other\n"
    named = belfry("service", "show", "--by", "systemd", "--name", "second", "--json").json
    assert named["file"].endswith("/belfry-second.service")


def test_port_that_changes_is_refused(belfry: Terminal, home: Path) -> None:
    assert belfry("service", "show", "--port", "0").code == 2


@pytest.mark.parametrize(
    "team_name, named",
    [
        pytest.param("shop", "belfry-shop", id="a plain name"),
        pytest.param("Tom's Café & Söhne", "belfry-tom-s-cafe-sohne", id="signs and accents"),
        pytest.param("../../etc/x", "belfry-etc-x", id="a way out of the folder"),
        pytest.param("Belfry", "belfry", id="our own name"),
    ],
)
def test_name_is_one_that_every_system_takes(team_name: str, named: str) -> None:
    assert name_service(team_name) == named


def test_name_without_a_letter_is_refused() -> None:
    with pytest.raises(InputError, match="no letter or digit"):
        name_service("…")
