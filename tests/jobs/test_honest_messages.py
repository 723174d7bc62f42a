"""Whatever a shop does to its board, customers are told the truth, and once."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.jobs.board.board_model import MAIN, NAMES, Model, Rules
from tests.jobs.shops import ADMIN, BOARD, Bench, memory_bench

from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.messaging.ports import OutgoingMessage

IDS = ("A", "B", "C", "D", "E", "F")
CELLS = (*NAMES, "redy", "", "half done")
GAPS = (0, 1, 2, 3, 5, 10, 60, 9 * 60)
# What only a message about this stage says in its subject line.
TITLES = {
    "received": ": received",
    "diagnosing": ": diagnosing",
    "in progress": ": in progress",
    "awaiting parts": ": waiting for parts",
    "ready": " is ready to collect",
    "collected": ": collected",
}
STILL = {
    "diagnosing": "we are still diagnosing",
    "in progress": "is still in progress",
    "awaiting parts": "is still waiting for parts",
    "ready": "is still here, ready to collect",
}

ids = st.sampled_from(IDS)


class Days(RuleBasedStateMachine):
    """A shop's days in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.bench: Bench = memory_bench()
        self.model = Model()
        self.board: dict[str, str] = {}
        self.checked = 0
        self.set(self.model.rules)

    @rule(job_id=ids, cell=st.sampled_from(CELLS))
    def write(self, job_id: str, cell: str) -> None:
        self.board[job_id] = cell
        self.bench.put(job_id, cell)

    @rule(job_id=ids, cells=st.permutations(MAIN[:3]))
    def write_again_and_again(self, job_id: str, cells: list[str]) -> None:
        for cell in cells:
            self.write(job_id, cell)

    @rule(job_id=ids)
    def take_away(self, job_id: str) -> None:
        if self.board.pop(job_id, None) is not None:
            self.bench.take_away(job_id)

    @rule(rules=st.builds(Rules, st.sampled_from([1, 2, 5]), st.booleans(), st.booleans()))
    def set(self, rules: Rules) -> None:
        self.bench.set(*rules.write())
        self.model.rules = rules
        self.bench.app.services.jobs.read_shop()

    @rule()
    def set_wrong(self) -> None:
        """A mistake in the settings: those before go on."""
        self.bench.set("Quiet ours: none")

    @rule(gap=st.sampled_from(GAPS))
    def poll(self, gap: int) -> None:
        self.bench.poll(after=gap)
        self.model.look(self.board, self.bench.app.clock.now())

    @rule()
    def poll_a_locked_board(self) -> None:
        self.bench.folder.busy.add(BOARD)
        try:
            self.bench.poll()
        except Temporary:
            return
        finally:
            self.bench.folder.busy.clear()
        raise AssertionError("a board that is being saved was read")

    @rule()
    def sweep(self) -> None:
        swept = self.bench.sweep()
        if self.model.is_doubtful:
            assert swept.chased == ()
        for job_id in swept.chased:
            job = self.model.jobs[job_id]
            assert (job.is_open, job.missing, job.change) == (True, None, None)

    @rule()
    def relay(self) -> None:
        self.bench.relay()

    @rule(gap=st.sampled_from(GAPS))
    def release(self, gap: int) -> None:
        self.bench.go(minutes=gap)
        self.bench.release()

    @rule(job_id=ids)
    def correct(self, job_id: str) -> None:
        try:
            self.bench.app.services.jobs.correct(job_id, by="user/1")
        except (Conflict, NotFound):
            return
        job = self.model.jobs[job_id]
        assert job.moves[-1][2] == "back"
        message_id = f"jobs/{job_id}/move-{job.last_told}"
        assert message_id in [outgoing.id for outgoing in self.bench.sent()]

    @rule()
    def close_missing(self) -> None:
        closed = self.bench.app.services.jobs.poll_board.close_missing(by="user/1")
        gone = {name for name, job in self.model.jobs.items() if job.is_open} - self.board.keys()
        assert set(closed) == gone
        for name in gone:
            self.model.jobs[name].close()
        self.model.is_doubtful = False

    @invariant()
    def every_email_was_true_when_it_left(self) -> None:
        emails = self.bench.sent()
        for outgoing in emails[self.checked :]:
            self.check_hour()
            if outgoing.to != ADMIN:
                self.check_truth(outgoing)
        self.checked = len(emails)

    def check_hour(self) -> None:
        now = self.bench.app.clock.now().astimezone(ZoneInfo("Europe/London"))
        assert 9 <= now.hour < 20

    def check_truth(self, outgoing: OutgoingMessage) -> None:
        _, job_id, cause = outgoing.id.split("/")
        kind, number, *_ = cause.split("-")
        job = self.model.jobs[job_id]
        assert not job.is_closed
        assert int(number) == len(job.moves)
        if kind == "move":
            assert job.moves[-1][3]
            assert outgoing.subject == f"Your kettle {job_id}{TITLES[job.stage]}"
        elif kind == "holding":
            assert STILL[job.stage] in outgoing.text.replace("We are", "we are")
        else:
            assert job.moves[-1][2] == "back"

    @invariant()
    def nothing_is_said_twice(self) -> None:
        sent_ids = [outgoing.id for outgoing in self.bench.sent()]
        assert len(sent_ids) == len(set(sent_ids))

    @invariant()
    def every_move_is_one_that_the_rules_make(self) -> None:
        for name, job in self.model.jobs.items():
            assert self.bench.moves(name) == job.moves
            stored = self.bench.job(name)
            assert (stored.stage, stored.is_open) == (job.stage, job.is_open)
            numbers = [move.number for move in self.bench.list_moves(name)]
            assert numbers == list(range(1, len(job.moves) + 1))
        assert len(self.bench.ports.jobs.list_page(limit=99)) == len(self.model.jobs)

    def teardown(self) -> None:
        """In the end the board stands still: the last move of each job was announced."""
        for _ in range(3):
            self.poll(10)
        self.bench.relay()
        for hours in (0, 6, 6, 6):
            self.bench.go(hours=hours)
            self.bench.release()
            self.every_email_was_true_when_it_left()
        sent_ids = {outgoing.id for outgoing in self.bench.sent()}
        for name, job in self.model.jobs.items():
            if job.moves[-1][3] and not job.was_closed:
                assert f"jobs/{name}/move-{len(job.moves)}" in sent_ids
        assert self.bench.app.services.accounts.verify_audit_log().breaks == ()


TestDays = Days.TestCase
TestDays.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, derandomize=True
)
