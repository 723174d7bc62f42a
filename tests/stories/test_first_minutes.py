"""The first minutes of a team that `belfry init` made: the samples are there, and safe to try."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

from tests.loops import for_each
from tests.services.smtp_server import LocalMail
from tests.stories.benches import CALM, Bench, london
from tests.stories.test_mail_server_trouble import MAIL

from belfry.adapters.system.clock import VirtualClock
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.messaging.messages import IN_POSTBOX

ADMIN = "rosa@repairs.example"
BOARD, STAFF = "jobs/board.csv", "rota/staff.csv"
JOBS = ("J-1041", "J-1042", "J-1043", "J-1044", "J-1045", "J-1046")
NEXT_MONDAY = date(2026, 11, 23)


@contextmanager
def new_team(
    folder: Path, start: str, *, toml: str = "", changed: Mapping[str, tuple[str, str]] = {}
) -> Iterator[Bench]:
    """A team with samples, whose first start was at that hour in London.

    `toml` is added to its settings; `changed` says which words of which files were replaced.
    """
    wanted = Wanted("The Repair Bench", "Europe/London", "GB", ADMIN)
    for name, text in render_team(wanted).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name in changed:
            text = text.replace(*changed[name])
        text = text.replace("[mail]\n", toml, 1) if toml and name == "belfry.toml" else text
        path.write_text(text, encoding="utf-8")
    bench = Bench(folder, VirtualClock(london(start)))
    bench.start()
    try:
        yield bench
    finally:
        bench.stop()


def edit(bench: Bench, name: str, old: str, new: str) -> None:
    text = (bench.folder / name).read_text(encoding="utf-8")
    assert old in text
    bench.write(name, text.replace(old, new))


def list_addresses(mail: LocalMail) -> list[str]:
    return [address for _, recipients, _ in mail.emails for address in recipients]


@for_each("second", [0, 1, 20, 59, 60, 95, 130, 179])
def test_first_message_leaves_within_three_minutes_of_a_move(tmp_path: Path, second: int) -> None:
    with new_team(tmp_path / str(second), "2026-11-17T10:00") as bench:
        moved_at = bench.clock.now() + timedelta(seconds=second)
        bench.driver.run_until(moved_at)
        edit(bench, BOARD, "desk lamp,received", "desk lamp,diagnosing")
        bench.driver.run_until(moved_at + timedelta(minutes=3))
        [message] = [message for message in bench.messages if message.room == "jobs"]
        assert message.sent_at is not None
        assert timedelta(minutes=2) <= message.sent_at - moved_at <= timedelta(minutes=3)


def test_paused_release_sends_nothing_when_a_job_moves(tmp_path: Path) -> None:
    with new_team(tmp_path, "2026-11-17T10:00") as bench:
        release = bench.services.ports.workflows.find_by_name(1, "release")
        assert release is not None
        bench.services.change_workflow.pause(release.id, note="", by="terminal")
        edit(bench, BOARD, "desk lamp,received", "desk lamp,diagnosing")
        bench.go_to("2026-11-17T10:10")
        assert {message.state for message in bench.messages} == {"queued"}


def test_samples_are_there_from_the_first_minute(tmp_path: Path) -> None:
    with new_team(tmp_path, "2026-11-18T10:00") as bench:
        services = bench.services
        assert {job.id for job in services.ports.jobs.list_by_id(JOBS)} == set(JOBS)
        assert len(services.controls.list_controls(limit=10).lines) == 7
        assert services.rota.drafts.show_week(NEXT_MONDAY).draft is not None
        assert bench.messages == []


def test_start_of_a_team_with_its_own_staff_drafts_nothing_before_its_day(tmp_path: Path) -> None:
    with new_team(
        tmp_path, "2026-11-18T10:00", changed={STAFF: ("Elin Berg", "Ada Long")}
    ) as bench:
        assert bench.services.rota.drafts.show_week(NEXT_MONDAY).draft is None


def test_samples_are_never_mailed(tmp_path: Path, smtp_server: LocalMail) -> None:
    toml = MAIL.format(port=smtp_server.port) + CALM
    with new_team(tmp_path, "2026-11-18T10:00", toml=toml) as bench:
        edit(bench, BOARD, "desk lamp,received", "desk lamp,diagnosing")
        bench.services.rota.publishing.approve(NEXT_MONDAY, 1, by="terminal")
        # Controls that are due, jobs that stand still, a digest, and the fairness of a week.
        bench.go_to("2026-11-23T10:00")
        rooms = {message.room for message in bench.messages if message.state == "sent"}
        assert rooms == {"jobs", "controls", "rota"}
        assert {message.receipt for message in bench.messages if message.receipt} == {IN_POSTBOX}
    assert list_addresses(smtp_server) == []


def test_own_rows_beside_samples_are_mailed(tmp_path: Path, smtp_server: LocalMail) -> None:
    with new_team(tmp_path, "2026-11-18T10:00", toml=MAIL.format(port=smtp_server.port)) as bench:
        board = (tmp_path / BOARD).read_text(encoding="utf-8")
        own = "J-1,Ann Lee,ann@lee.example,email,toaster,received,yes\n"
        bench.write(BOARD, board.replace("farah@example.com", "me@lee.example") + own)
        bench.go_to("2026-11-18T10:02")
        edit(bench, BOARD, "lamp,received", "lamp,diagnosing")
        edit(bench, BOARD, "toaster,received", "toaster,diagnosing")
        edit(bench, BOARD, "kettle,diagnosing", "kettle,in progress")
        bench.go_to("2026-11-18T10:20")
    assert sorted(list_addresses(smtp_server)) == ["ann@lee.example", "me@lee.example"]
