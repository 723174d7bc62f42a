"""Whether the pages say which rows are samples, from the first start until they are gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.reading import read
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.entrypoints.worker.prepare import prepare


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """A team that `belfry init` made, at its first start."""
    for name, text in render_team(Wanted("Corner", "Europe/London", "GB", "me@x.example")).items():
        path = settle_in(tmp_path) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with open_app(tmp_path) as app:
        prepare(app.services)
        yield app


@pytest.mark.parametrize(
    "path, label, shown",
    [
        ("/jobs", "6 jobs (J-1041, J-1042, ", "Farah Aziz"),
        ("/controls/board", "7 controls (Fire exits walk, ", "Fire exits walk"),
        ("/rota", "9 staff (Rosa Marsh, Tom Hale, ", "Draft 1 is waiting for your approval"),
        ("/", "6 jobs, 7 controls, 9 staff, 3 people.", "Draft 1"),
    ],
)
def test_samples_are_shown_and_labelled_after_the_first_start(
    app: App, path: str, label: str, shown: str
) -> None:
    page = read(app.visitor(app.take_in("Olive", Role.OWNER)).get(path).text).text
    assert f"Samples: {label}" in page
    assert shown in page.partition("Samples:")[2]


def test_label_is_gone_with_the_last_sample(owner: Visitor, app: App) -> None:
    app.services.docs.samples.remove(by="terminal")
    for path in ("/", "/jobs", "/controls/board", "/rota", "/docs"):
        assert "Samples:" not in owner.get(path).text, path


def test_sample_controls_that_are_kept_are_samples_no_more(owner: Visitor, app: App) -> None:
    find, reminder = app.services.docs.find_samples, "controls/Fire exits walk/2026-11-23/day+0/me"
    assert find.is_about_samples(reminder, "me@x.example")
    page = owner.get("/controls").text
    assert "/list/keep-samples" in read(page).actions
    owner.submit("/controls", "/list/keep-samples")
    again = owner.submit("/controls", "/list/keep-samples")
    assert again.headers["location"] == "/controls?done=no-samples"
    assert "Samples:" not in owner.get("/controls").text
    assert not find.is_about_samples(reminder, "me@x.example")
    assert find.is_about_samples(reminder, "tom.hale@example.com"), "its owner is still made up"
    first, second = (
        (app.services.settings.folder / "controls/tasks.csv").read_text().split("\n")[:2]
    )
    assert (first.endswith(",kept"), second.endswith(",yes")) == (True, True)
    assert "/list/keep-samples" not in read(owner.get("/controls").text).actions
    synced = app.services.controls.sync()
    assert (synced.problems, len(app.services.ports.controls.rows())) == ((), 7)


def test_pages_do_not_search_a_long_table_for_samples(owner: Visitor, app: App) -> None:
    board = app.services.settings.folder / "jobs" / "board.csv"
    own_row = "O-{},Ana,ana@example.com,email,kettle,ready,yes\n"
    with board.open("a", encoding="utf-8") as file:
        file.writelines(own_row.format(number) for number in range(6000))
    assert "Samples: 7 controls, 9 staff, 3 people." in read(owner.get("/").text).text
    assert "Samples:" not in owner.get("/jobs?as=list").text
