"""What the contract suites cannot say about the SQL databases: their shape, and their odd rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.apps import App, build_app, sql_ports
from tests.contracts.shop_books import a_job, a_message
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON, a_run, a_workflow

from belfry.accounts.keys import ApiKey, Scope, Service
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.jobs import SqlJobs
from belfry.adapters.sql.migrate import _config, find_revision, migrate, newest_revision
from belfry.adapters.sql.store import SqlOutbox, SqlStore
from belfry.adapters.sql.tables import metadata
from belfry.adapters.system.clock import NoCrashPoints, VirtualClock
from belfry.kernel.changes import Put, put_audited
from belfry.kernel.errors import ConfigError, Permanent, Temporary
from belfry.scheduler.kinds import FunctionKind
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.secrets import FindSecret, fill_references
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import Workflow, find_host

MINUTE = timedelta(minutes=1)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url, patience=timedelta(seconds=5))
    yield database
    database.close()


def test_migrations_give_exactly_the_tables_the_code_works_with(database: Database) -> None:
    migrate(database)

    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, metadata)

    assert differences == []
    assert find_revision(database) == newest_revision()


def test_migrations_can_be_taken_back_to_nothing(database: Database) -> None:
    migrate(database)
    config = _config()
    with database.write() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    with database.read() as connection:
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]


def test_jobs_of_the_version_before_keep_their_ids_and_are_found_by_number(
    database: Database,
) -> None:
    migrate(database)
    store = SqlStore(database, NoCrashPoints())
    store.commit([Put(a_job("J-1")), Put(a_job("J-1~2"))])
    go_back_and_forth(database, "0017")

    jobs = SqlJobs(database).list_current(["J-1", "J-1~2"])
    assert {job.number: job for job in jobs} == {
        "J-1": a_job("J-1", revision=1),
        "J-1~2": a_job("J-1~2", revision=1),
    }


def test_keys_and_workflows_of_the_version_before_get_no_more_than_is_theirs(
    database: Database,
) -> None:
    migrate(database)
    store = SqlStore(database, NoCrashPoints())
    stray = a_workflow(7, name="theirs", kind="poll", team_id=2)
    own = a_workflow(8, name="poll", kind="poll", team_id=1)
    run = a_run(7, team_id=2, status=RunStatus.SUCCEEDED, output="a job of team 1")
    keys = [a_key(1, Service.API), a_key(2, Service.SCHEDULER)]
    records: list[Any] = [stray, own, run, Trigger(7, NOON), Trigger(8, NOON), *keys]
    store.commit([Put(record) for record in records])
    go_back_and_forth(database, "0020")

    assert store.find(Workflow, "8") == replace(own, revision=1)
    assert getattr(store.find(Workflow, "7"), "archived_at", None) == stray.created_at
    assert getattr(store.find(Run, run.id), "output", "") is None
    assert getattr(store.find(Trigger, "7"), "next_at", NOON) is None
    assert getattr(store.find(Trigger, "8"), "next_at", None) == NOON
    scopes = [getattr(store.find(ApiKey, key.digest), "scope", None) for key in keys]
    assert scopes == [Scope.EDIT, Scope.INVOKE]


def test_workflows_and_runs_of_the_version_before_get_lanes_and_hosts(database: Database) -> None:
    migrate(database)
    store = SqlStore(database, NoCrashPoints())
    till = {"url": "https://till.example.com:8443/ping"}
    workflows = [
        a_workflow(7, name="till", kind="http", inputs=till),
        a_workflow(8, name="poll", kind="poll"),
        a_workflow(9, name="greet", kind="log"),
        a_workflow(10, name="nowhere", kind="http", inputs={"url": "http://[::1"}),
    ]
    statuses = (RunStatus.QUEUED, RunStatus.RUNNING)
    runs = [
        a_run(workflow.id, NOON + number * MINUTE, status=status, lane="x", host="x")
        for workflow in workflows
        for number, status in enumerate(statuses)
    ]
    store.commit([*map(Put, workflows), *map(Put, runs)])
    go_back_and_forth(database, "0021")

    known = [store.find(Workflow, str(workflow.id)) for workflow in workflows]
    hosts = ["till.example.com", "", "", ""]
    assert [(w.queue, w.host) for w in known if w] == [("default", host) for host in hosts]
    lanes = ["default", "belfry", "default", "default"]
    known_runs = [store.find(Run, run.id) for run in runs]
    pairs = [pair for pair in zip(lanes, hosts, strict=True) for _ in statuses]
    assert [(run.lane, run.host) for run in known_runs if run] == pairs


def test_credentials_of_the_version_before_leave_workflows_runs_and_audit_log(
    url: str, tmp_path: Path
) -> None:
    app = build_app(sql_ports(url, tmp_path, VirtualClock(NOON), CrashingPoints()))
    store, audit_log = app.ports.store, app.ports.audit_log
    headers = {"Authorization": "Bearer swordfish-1", "X-Shop": "north"}
    for number, action in enumerate(("created", "edited"), start=1):
        present = store.find(Workflow, "7")
        inputs = {"url": "https://till.example.com/", "headers": headers, "timeout_seconds": number}
        workflow = replace(present or a_workflow(7, kind="http"), inputs=inputs)
        after = {"inputs": json.dumps(inputs, sort_keys=True, separators=(",", ":"))}
        put = put_audited(workflow, action=action, by="test", at=NOON, after=after)
        store.commit(put)
    own = {"url": "https://till.example.com/", "headers": {"Authorization": "Bearer swordfish-2"}}
    run = a_run(7, inputs=own, status=RunStatus.PARKED, error="401: no swordfish-1 here")
    store.commit([Put(run)])
    database = Database(url, patience=timedelta(seconds=5))
    go_back_and_forth(database, "0022")

    redacted = store.find(Workflow, "7")
    assert redacted is not None
    reference = {"secret": "WORKFLOW_7_AUTHORIZATION"}
    assert redacted.inputs["headers"] == {"Authorization": reference, "X-Shop": "north"}
    find = FindSecret(app.ports.secret_values, store)
    assert find("WORKFLOW_7_AUTHORIZATION", 1) == "Bearer swordfish-1"
    started = store.find(Run, run.id)
    assert started is not None
    assert started.inputs == {**own, "headers": {"Authorization": {"secret": SECOND}}}
    assert (find(SECOND, 1), started.error) == ("Bearer swordfish-2", "401: no *** here")
    with pytest.raises(Permanent):
        find("WORKFLOW_7_AUTHORIZATION", 2)
    entries = audit_log.list_entries("workflow/7")
    assert [entry.is_redacted for entry in entries] == [True, True]
    assert "swordfish" not in str(entries)
    verified = app.services.accounts.verify_audit_log()
    assert (verified.redacted, verified.breaks) == (2, ())
    edited = app.services.change_workflow.edit(7, {"attempts": 5}, by="test")
    assert (edited.attempts, app.services.accounts.verify_audit_log().breaks) == (5, ())
    check_tampering(database, app)
    database.close()
    app.ports.close()


SECOND = "WORKFLOW_7_AUTHORIZATION_2"


def call(url: str) -> dict[str, Any]:
    return {"url": url, "expect": 200}


def put_edited(app: App, workflow: Workflow, url: str) -> None:
    """As the version before wrote the workflow and its audit entry."""
    after = {"inputs": json.dumps(call(url), sort_keys=True, separators=(",", ":"))}
    edited = replace(workflow, inputs=call(url))
    put = put_audited(edited, action="edited", by="test", at=NOON, after=after)
    app.ports.store.commit(put)


OLD = "https://till.example.com/hook?shop=north&api_key=swordfish-0#top"
PRESENT = "https://till.example.com/hook?shop=north&api_key=swordfish-1&sig=2&lang=en"
OF_A_RUN = "https://till.example.com/hook?token=sword%2Ffish"
OF_A_USER = "https://rosa:swordfish-3@till.example.com/"
ECHOED = "401: no swordfish-1 or swordfish-0 or sword/fish here"


def test_credentials_in_urls_of_the_version_before_are_known_to_runs_alone(
    url: str, tmp_path: Path
) -> None:
    app = build_app(sql_ports(url, tmp_path, VirtualClock(NOON), CrashingPoints()))
    store = app.ports.store
    put_edited(app, a_workflow(7, name="till", kind="http"), OLD)
    present = store.find(Workflow, "7")
    assert present
    put_edited(app, present, PRESENT)
    put_edited(app, a_workflow(8, name="user", kind="http"), OF_A_USER)
    run = a_run(7, inputs=call(OF_A_RUN), status=RunStatus.PARKED, error=ECHOED)
    sent = a_message("notice", about="workflow/7", text=ECHOED)
    store.commit([Put(run), Put(sent)])
    database = Database(url, patience=timedelta(seconds=5))
    go_back_and_forth(database, "0031")

    find = FindSecret(app.ports.secret_values, store)
    workflow, user = store.find(Workflow, "7"), store.find(Workflow, "8")
    started = store.find(Run, run.id)
    assert workflow
    assert user
    assert started
    assert started.inputs
    prefix = "https://till.example.com/hook?shop=north&"
    assert workflow.inputs["url"] == {"secret": "WORKFLOW_7_URL", "prefix": prefix}
    stored = (workflow.inputs, started.inputs, user.inputs)
    filled = [fill_references(inputs, lambda name: find(name, 1))["url"] for inputs in stored]
    assert filled == [PRESENT, OF_A_RUN, OF_A_USER]
    assert find_host("http", workflow.inputs) == "till.example.com"
    assert started.error == "401: no *** or *** or *** here"
    assert [place for place, text in list_texts(database) if "sword" in text] == ["stored_secrets"]
    verified = app.services.accounts.verify_audit_log()
    assert (verified.redacted, verified.breaks) == (3, ())
    shown = [entry.after["inputs"] for entry in app.ports.audit_log.list_entries("workflow/7")]
    ends = ("api_key=***#top", "api_key=***&sig=***&lang=en")
    urls = [f"https://till.example.com/hook?shop=north&{end}" for end in ends]
    assert [json.loads(inputs)["url"] for inputs in shown] == urls
    edited = app.services.change_workflow.edit(7, {"attempts": 5}, by="test")
    assert edited.inputs == workflow.inputs
    database.close()
    app.ports.close()


def list_texts(database: Database) -> list[tuple[str, str]]:
    """Each table with all that stands in it."""
    with database.read() as connection:
        tables = metadata.sorted_tables
        return [
            (table.name, str(connection.execute(sa.select(table)).fetchall())) for table in tables
        ]


def check_tampering(database: Database, app: App) -> None:
    """A mark of redaction hides nothing but the words: the links still have to hold."""
    with database.write() as connection:
        connection.execute(sa.text("UPDATE audit_entries SET hash = 'x' WHERE seq = 1"))
    assert [broken.seq for broken in app.services.accounts.verify_audit_log().breaks] == [2]


def a_key(key_id: int, service: Service) -> ApiKey:
    return ApiKey(
        id=key_id,
        team_id=1,
        service=service,
        scope=Scope.ADMIN,
        name="Till",
        digest=f"digest {key_id}",
        hint="bf_",
        created_at=NOON,
        created_by="test",
    )


def go_back_and_forth(database: Database, revision: str) -> None:
    """The database as the version before had it, opened by this one."""
    config = _config()
    for act, to in ((command.downgrade, revision), (command.upgrade, "head")):
        with database.write() as connection:
            config.attributes["connection"] = connection
            act(config, to)


def test_many_processes_may_migrate_at_once(url: str) -> None:
    databases = [Database(url, patience=timedelta(seconds=5)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, databases))

    assert {find_revision(database) for database in databases} == {newest_revision()}
    for database in databases:
        database.close()


def test_the_outbox_table_has_its_columns_and_indexes(database: Database) -> None:
    migrate(database)

    with database.read() as connection:
        inspector = sa.inspect(connection)
        columns = {column["name"]: column for column in inspector.get_columns("outbox_events")}
        indexes = {i["name"]: i for i in inspector.get_indexes("outbox_events")}
        table = "sqlite_master" if database.is_sqlite else "pg_indexes"
        names = ("sql", "name") if database.is_sqlite else ("indexdef", "indexname")
        asked = f"SELECT {names[0]} FROM {table} WHERE {names[1]} = 'idx_outbox_unprocessed'"
        definition = connection.execute(sa.text(asked)).scalar_one()

    assert {
        "id",
        "aggregate_type",
        "aggregate_id",
        "op",
        "payload",
        "created_on",
        "processed_on",
        "attempt_count",
        "error_message",
        "next_attempt_on",
        "failed_on",
    } == set(columns)
    assert indexes["idx_outbox_unprocessed"]["column_names"] == ["processed_on"]
    assert indexes["idx_outbox_created_on"]["column_names"] == ["created_on"]
    assert "processed_on IS NULL" in definition


def test_an_outbox_row_written_by_hand_is_claimed_like_any_other(url: str, tmp_path: Path) -> None:
    database = Database(url, patience=timedelta(seconds=5))
    migrate(database)
    insert = "INSERT INTO outbox_events (aggregate_type, aggregate_id, op) VALUES ('w', '1', 'x')"
    with database.write() as connection:
        connection.execute(sa.text(insert))
    (row,) = SqlOutbox(database).claim(now=NOON, limit=1, within=MINUTE)

    assert (row.aggregate_id, row.payload, row.attempt_count) == ("1", {}, 0)
    database.close()


@pytest.mark.parametrize(
    "column, value",
    [("overlap", "sideways"), ("inputs", "{not json"), ("created_at", "yesterday")],
    ids=["an unknown word", "broken JSON", "a broken time"],
)
def test_unreadable_row_is_postponed_and_the_others_fire(
    column: str, value: str, tmp_path: Path
) -> None:
    app = build_app(sql_ports(None, tmp_path, VirtualClock(NOON), CrashingPoints()))
    broken, sound = app.add("Broken"), app.add("Sound")
    raw = Database(f"sqlite:///{tmp_path / '.belfry' / 'belfry.db'}", patience=MINUTE)
    with raw.write() as connection:
        statement = sa.text(f"UPDATE workflows SET {column} = :value WHERE id = :id")
        connection.execute(statement, {"value": value, "id": broken.id})
    app.go(minutes=3)

    assert [run.status for run in app.runs(sound)] == [RunStatus.SUCCEEDED] * 3
    assert app.runs(broken) == []
    assert [w.id for w in app.ports.workflows.list(team_id=1, limit=1)] == [sound.id]
    with raw.read() as connection:
        problem = connection.execute(sa.text("SELECT problem FROM triggers WHERE workflow_id = 1"))
        assert "cannot be read" in problem.scalar_one()
    raw.close()
    app.ports.close()


@pytest.mark.parametrize("output", ["nul \x00", "half \udc80 a character"], ids=["NUL", "half"])
def test_an_output_the_database_could_not_hold_is_kept_with_a_mark(
    output: str, postgres_url: str, tmp_path: Path
) -> None:
    app = build_app(sql_ports(postgres_url, tmp_path, VirtualClock(NOON), CrashingPoints()))
    assert isinstance(app.services.kinds, dict)
    app.services.kinds["odd"] = FunctionKind(lambda inputs, context: output)
    app.add(kind="odd")
    app.go(minutes=1)

    (run,) = app.runs()
    assert run.status is RunStatus.SUCCEEDED
    assert (run.output or "").startswith(output[:4])
    app.ports.close()


@pytest.mark.parametrize(
    "url, message",
    [("not a url", "cannot be read"), ("mysql://localhost/x", "no adapter for a mysql database")],
)
def test_a_database_belfry_cannot_use_is_named_at_once(url: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Database(url, patience=MINUTE)


def test_a_server_that_is_not_there_is_temporary_trouble() -> None:
    database = Database("postgresql://127.0.0.1:1/none", patience=timedelta(seconds=1))

    with pytest.raises(Temporary, match="does not answer"):
        migrate(database)


def test_what_another_has_written_is_read_at_once(url: str) -> None:
    writer, other = (Database(url, patience=timedelta(seconds=5)) for _ in range(2))
    migrate(writer)
    seen = []
    for number in (1, 2):
        seen.append(other.fetch("SELECT name, last FROM numbers ORDER BY name", ()))
        with writer.write() as connection:
            connection.execute(sa.text("DELETE FROM numbers"))
            insert = sa.text("INSERT INTO numbers (name, last) VALUES ('job', :last)")
            connection.execute(insert, {"last": number})
    seen.append(other.fetch("SELECT name, last FROM numbers ORDER BY name", ()))
    writer.close()
    other.close()

    assert [list(map(tuple, rows)) for rows in seen] == [[], [("job", 1)], [("job", 2)]]


def test_a_read_that_was_refused_leaves_the_next_one_alone(database: Database) -> None:
    migrate(database)
    for _ in range(3):
        with pytest.raises((Temporary, Permanent)):
            database.fetch("SELECT nothing FROM nowhere", ())
        assert database.fetch("SELECT count(*) FROM users", ()) == [(0,)]


def test_many_threads_read_at_once(database: Database) -> None:
    migrate(database)
    with ThreadPoolExecutor(16) as pool:
        read = list(pool.map(lambda _: database.fetch("SELECT 1", ()), range(200)))

    assert read == [[(1,)]] * 200
