"""Who is recorded for what a command does: the team's owner, unless another is named."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal

import belfry.entrypoints.cli as cli
from belfry.entrypoints.cli.opening import open_services, read_team

OWNER = "Olga Finch"
PEOPLE = f"name,email,role\n{OWNER},olga@example.com,owner\nTom Hill,tom@example.com,manager\n"
# What can be done in a sample team, in this order.
ACTS = (
    "controls load restaurant",
    "controls close-missing",
    "controls feed",
    "controls feed --new",
    "controls done Walk --early",
    "controls undo Walk",
    "controls skip Walk --reason closed",
    "controls evidence Walk --note seen",
    "controls feed --end",
    "jobs close-missing",
    "jobs consent J-1001 no",
    "jobs link J-1001 --new",
    "rota draft --week 2026-11-23",
    "rota approve --week 2026-11-23",
    "rota feed Ana --new",
    "workflows add Ping --cron @daily",
    "workflows set Ping --cron @hourly",
    "workflows pause Ping",
    "workflows resume Ping",
    "workflows run Ping",
    "workflows archive Ping",
    "keys create --service api",
    "keys revoke 1",
    "users add Ana ana@example.com",
    "users link ana@example.com",
    "tables keep-samples",
    "tables remove-samples",
)


@pytest.fixture
def shop(belfry: Terminal) -> Terminal:
    folder = belfry.folder
    for name, text in {
        "people.csv": PEOPLE,
        "controls/tasks.csv": "name,repeat\nWalk,weekly on Monday\n",
        "jobs/board.csv": "job_id,customer,contact,channel,item,stage\n"
        "J-1001,Ann Ash,ann@example.com,email,lamp,received\n",
        "jobs/settings.txt": "Shop: Bench\nStages: received, ready, collected\n",
        "rota/staff.csv": "name,role,hours_target\nAna,counter,24\n",
        "rota/week-2026-11-23.csv": "shift_id,day,start,end,role\na,Mon,09:00,17:00,counter\n",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    belfry("jobs", "poll")
    return belfry


def list_doers(folder: Path) -> set[str]:
    with open_services(read_team(folder)) as services:
        entries = services.ports.audit_log.list_latest(limit=1000)
        runs = services.ports.runs.list_newest(limit=100)
    return {entry.by for entry in entries} | {run.asked_by for run in runs}


@pytest.mark.parametrize("by", ["", "Tom Hill"])
def test_every_act_is_recorded_under_the_name_of_a_person(shop: Terminal, by: str) -> None:
    refused = []
    for act in ACTS:
        answer = shop(*act.split(), *(["--by", by] if by else []))
        if answer.code:
            refused.append(f"{act}: {answer.err}")
    assert refused == []
    assert list_doers(shop.folder) - {"belfry", "", "setup"} == {by or OWNER}


def test_only_owner_in_people_csv_acts_if_the_admin_is_not_in_it(shop: Terminal) -> None:
    people = PEOPLE.replace("olga@example.com", "o.finch@example.com")
    (shop.folder / "people.csv").write_text(people)
    shop("controls", "load", "restaurant")
    assert OWNER in list_doers(shop.folder)


def test_terminal_is_recorded_where_no_owner_is_known(shop: Terminal) -> None:
    (shop.folder / "people.csv").write_text("name,email\nTom Hill,tom@example.com\n")
    shop("controls", "load", "restaurant")
    assert "terminal" in list_doers(shop.folder)


def test_every_command_that_says_who_acts_takes_by() -> None:
    """No command names a doer of its own: what it passes on as `by` is what it was given."""
    wrong = []
    for path in sorted(Path(cli.__path__[0]).rglob("*.py")):
        for function in ast.parse(path.read_text()).body:
            if isinstance(function, ast.FunctionDef):
                wrong += [f"{path.name}: {problem}" for problem in find_own_doers(function)]
    assert wrong == []


def find_own_doers(function: ast.FunctionDef) -> list[str]:
    arguments = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}
    return [
        f"{function.name} passes by={ast.unparse(keyword.value)}"
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        for keyword in call.keywords
        if keyword.arg == "by"
        and not (ast.unparse(keyword.value) == "by" and "by" in arguments)
        and not ast.unparse(keyword.value).startswith("find_doer(")
    ]
