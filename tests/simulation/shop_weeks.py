"""Weeks in the life of a shop in which everything happens that can: a world made from a seed."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from pathlib import Path

from tests.fakes.crash_points import Crashed
from tests.stories.benches import LONDON, TEAM, Bench, london, set_up

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Conflict, Permanent, PortError, Temporary, Unknown
from belfry.messaging.messages import Message, State
from belfry.messaging.ports import OutgoingMessage

STAGES = ("received", "diagnosing", "in progress", "ready", "collected")
SIDE = "awaiting parts"
HOURS = "*/30 8-20 * * 1-5"
CRONS = {"poll": HOURS, "relay": HOURS, "release": HOURS, "watch": "0 12 * * *"}
TOML = TEAM + "".join(f'[workflows.{name}]\ncron = "{cron}"\n' for name, cron in CRONS.items())
TOML += "[workflows.sync]\nenabled = false\n"
DOC = """Shop: The Repair Bench
Stages: received, diagnosing, in progress, awaiting parts (side), ready, collected
Typical time: diagnosing half a day; in progress 2 days
Opening hours: Mon-Fri 9am-6pm
Chase after: diagnosing 1 day; in progress 2 days; awaiting parts 2 days; ready 1 day
Chase again after: 5 days
{say}Quiet hours: {quiet}
"""
SAY = "".join(
    f"Say when {stage}: {{item}} [{{stage}}]\nSay when waiting in {stage}: {{item}} [{{stage}}]\n"
    for stage in (*STAGES, SIDE)
)
QUIET = {"8pm to 9am": (time(9), time(20)), "6pm to 10am": (time(10), time(18))}
# Two looks, a message that waits for its turn, and a process that crashed in between.
KNOWN_WITHIN = timedelta(minutes=150)
HALF_HOUR = timedelta(minutes=30)


def is_before(stage: str, other: str) -> bool:
    return stage in STAGES and other in STAGES and STAGES.index(stage) < STAGES.index(other)


@dataclass
class FewCrashPoints:
    """Crashes once, so many steps after it was armed."""

    left: int = 0

    def reached(self, step: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise Crashed(step)


@dataclass
class Post:
    """A mail server with bad days, which checks every message it is given."""

    look: Callable[[OutgoingMessage], None]
    outcomes: deque[PortError] = field(default_factory=deque)
    handed_over: list[str] = field(default_factory=list)

    def send(self, outgoing: OutgoingMessage) -> str:
        error = self.outcomes.popleft() if self.outcomes else None
        if error is None or isinstance(error, Unknown):
            self.handed_over.append(outgoing.id)
            self.look(outgoing)
        if error:
            raise error
        return "taken"


@dataclass
class World:
    """What happens is made from the seed; `wrong` is what must not be.

    By the customer's address: `shown` is what the board has said of their job, since when; `unread`
    since when its cell cannot be read; `heard` the stage that they last heard of.
    """

    seed: int
    folder: Path
    wrong: list[str] = field(default_factory=list)
    shown: dict[str, list[tuple[datetime, str]]] = field(default_factory=dict)
    unread: dict[str, datetime] = field(default_factory=dict)
    heard: dict[str, str] = field(default_factory=dict)
    quiet: str = "8pm to 9am"
    made: int = 0
    crashes: int = 0
    acts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.items: dict[str, str] = {}
        self.chance = random.Random(self.seed)
        self.crash_points = FewCrashPoints()
        self.post = Post(self.look)
        set_up(self.folder, toml=TOML, settings=self.doc())
        clock = VirtualClock(london("2026-11-02T07:50"))
        channels = {"email": self.post, "sms": self.post}
        self.bench = Bench(self.folder, clock, self.crash_points, channels)
        for _ in range(40):
            self.add_job()
        self.bench.start()

    def doc(self, *, says: bool = True) -> str:
        return DOC.format(say=SAY if says else "", quiet=self.quiet)

    # The invariants of a message when it is sent.

    def look(self, outgoing: OutgoingMessage) -> None:
        now = self.bench.clock.now().astimezone(LONDON)
        is_notice = outgoing.id.startswith("scheduler/")
        begins, ends = (time(9), time(20)) if is_notice else QUIET[self.quiet]
        if not begins <= now.time() < ends:
            self.wrong.append(f"{outgoing.id} left at {now}")
        move = re.search(r"/(?:move|holding|correction)-(\d+)", outgoing.id)
        if move:
            self.look_at_update(outgoing, int(move[1]), now)

    def look_at_update(self, outgoing: OutgoingMessage, move: int, now: datetime) -> None:
        message = self.bench.services.ports.store.find(Message, outgoing.id)
        assert message is not None
        job, claimed = self.bench.job(str(message.facts["job"])), str(message.facts["stage"])
        items = [item for item in self.items.values() if re.search(rf"{item}\b", outgoing.text)]
        heard = self.heard.get(outgoing.to, "")
        unread = self.unread.get(outgoing.to, now)
        shown = self.list_shown(outgoing.to)
        doubts = {
            "the job had moved on": move != job.moves,
            f"the board said {self.shown[outgoing.to]}": claimed not in shown,
            f"it names {items}": items != [self.items[outgoing.to]],
            f"the cell was unread since {unread}": now - unread > KNOWN_WITHIN,
            f"the job was in doubt: {job.doubt}": bool(job.doubt),
            f"they had heard {heard}": message.kind == "holding" and is_before(claimed, heard),
        }
        claim = f"{outgoing.id} said {claimed} at {now}, and "
        self.wrong += [claim + doubt for doubt, is_wrong in doubts.items() if is_wrong]
        self.heard[outgoing.to] = claimed

    def list_shown(self, contact: str) -> set[str]:
        """What the board has said lately of the job, as far as it made sense."""
        since = self.bench.clock.now() - KNOWN_WITHIN
        older = [stage for at, stage in self.shown[contact] if at <= since][-1:]
        return {*older, *(stage for at, stage in self.shown[contact] if at > since)}

    # What people do.

    def add_job(self, number: str = "") -> None:
        """A customer brings something; the shop may give it a number that was used before."""
        self.made += 1
        contact, item = f"tom{self.made}@home.example", f"kettle {self.made}"
        self.items[contact] = item
        job = (number or f"J-{self.made}", f"Tom the {self.made}th", contact, "email", item)
        self.put(job, "received")

    def reuse_number(self) -> None:
        """The row of a job becomes another customer's, at once or cell by cell."""
        job, stage = self.pick()
        if self.chance.random() < 0.3:
            self.bench.put((*job[:1], f"Tom the {self.made + 1}th", *job[2:]), stage)
            self.go_to(self.bench.clock.now() + timedelta(minutes=5))
        self.add_job(job[0])

    def put(self, job: tuple[str, ...], stage: str) -> None:
        self.bench.put(job, stage)
        contact, now = job[2], self.bench.clock.now()
        if stage in (*STAGES, SIDE):
            self.shown.setdefault(contact, []).append((now, stage))
            self.unread.pop(contact, None)
        else:
            self.unread.setdefault(contact, now)

    def pick(self) -> tuple[tuple[str, ...], str]:
        """A job of the board, and the last stage it was really in."""
        job_id = self.chance.choice(sorted(self.bench.rows))
        job, _ = self.bench.rows[job_id]
        return job, self.shown[job[2]][-1][1]

    def move(self) -> None:
        job, stage = self.pick()
        if stage == SIDE:
            return self.put(job, "in progress")
        if stage == STAGES[-1]:
            return None
        if stage == "in progress" and self.chance.random() < 0.4:
            return self.put(job, SIDE)
        step = self.chance.choice((1, 1, 1, 2))
        return self.put(job, STAGES[min(STAGES.index(stage) + step, len(STAGES) - 1)])

    def take_back(self) -> None:
        job, stage = self.pick()
        if stage in STAGES[1:]:
            self.put(job, STAGES[STAGES.index(stage) - 1])

    def mistype(self) -> None:
        job, stage = self.pick()
        self.put(job, self.chance.choice((f"{stage[:-1]}x", "", "ask Tom!", "raedy")))

    def put_away(self) -> None:
        job, _ = self.pick()
        self.bench.remove(job[0])
        self.add_job()

    def edit_settings(self) -> None:
        self.quiet = self.chance.choice(sorted(QUIET))
        self.bench.write("jobs/settings.txt", self.doc(says=self.chance.random() < 0.8))

    def spoil_settings(self) -> None:
        """An unreadable line: the last complete reading stays in force."""
        self.bench.write("jobs/settings.txt", self.doc().replace("5 days", "soon"))

    def trouble_post(self) -> None:
        kinds = (Temporary, Temporary, Temporary, Unknown, Permanent)
        for _ in range(self.chance.randint(1, 4)):
            self.post.outcomes.append(self.chance.choice(kinds)("the server has a bad day"))

    def crash(self) -> None:
        self.crash_points.left = self.chance.randint(1, 120)

    def resend(self) -> None:
        newest = self.bench.services.ports.messages.list_newest(states=[State.UNCERTAIN], limit=20)
        for message in newest[:1]:
            try:
                self.bench.services.messaging.resend(message.id, by="owner")
            except Conflict:  # it is on its way already
                return

    def correct(self) -> None:
        for job in self.bench.services.ports.open_jobs.list_slips(limit=1):
            try:
                self.bench.services.jobs.correct(job.id, by="owner")
            except Conflict:  # the customer has not heard of it yet
                return

    # How time goes by.

    def live(self, *, weeks: int) -> None:
        for day in range(7 * weeks):
            morning = london("2026-11-02T08:00") + timedelta(days=day)
            if morning.weekday() < 5:
                self.live_day(morning)

    def live_day(self, morning: datetime) -> None:
        for half in range(12 * 2 + 2):
            for _ in range(self.chance.choice((0, 1, 2, 2, 4))):
                self.act()
            self.go_to(morning + half * HALF_HOUR + timedelta(minutes=7))
        self.crash_points.left = 0

    def act(self) -> None:
        deeds = (self.take_back, self.mistype, self.put_away, self.reuse_number, self.edit_settings)
        rare = (self.spoil_settings, self.trouble_post, self.crash, self.resend, self.correct)
        weights = (30, 4, 4, 1, 1, 1, 1, 4, 6, 3, 3)
        [deed] = self.chance.choices((self.move, *deeds, *rare), weights)
        self.acts[deed.__name__] = self.acts.get(deed.__name__, 0) + 1
        self.try_to(deed)

    def go_to(self, moment: datetime) -> None:
        while self.bench.clock.now() < moment:
            self.try_to(lambda: self.bench.driver.run_until(moment))

    def try_to(self, deed: Callable[[], None]) -> None:
        """A process that crashed starts again; the person's action is left undone."""
        try:
            deed()
        except Crashed:
            self.crashes += 1
            self.bench.stop()
            self.bench.start()
