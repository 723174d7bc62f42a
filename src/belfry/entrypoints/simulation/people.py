"""What the people of the simulated team do, chosen by chance from what they can do."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.clock import Deed
from belfry.entrypoints.simulation.world import (
    DOCS,
    LONDON,
    MANAGER,
    OTHER_ROLE,
    RARE_SHIFT,
    SIDE,
    STAFF,
    STAFF_LIST,
    STAGES,
    TASKS,
    TEAM_FILES,
    TIME_OFF,
    USUAL_ROLE,
    World,
    draw_picture,
    list_moments,
)
from belfry.jobs.customers.replies import Inbound
from belfry.jobs.photos.photos import FOLDER as PHOTOS
from belfry.kernel.errors import BelfryError
from belfry.messaging.messages import State
from belfry.rota.requests.requests import SwapKind, SwapState

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.bootstrap import Services

MOST_OPEN = 9
MOST_CONTROLS = 50


class People:
    """One act at a time; what the product refuses is part of the story."""

    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self._seed = seed
        self._chance = world.chance
        self._acts: dict[Callable[[], str], int] = {
            self.take_in: 6,
            self.move: 14,
            self.move_back: 2,
            self.mistype: 2,
            self.hand_out: 3,
            self.reuse_number: 2,
            self.add_photo: 2,
            self.write_back: 2,
            self.correct: 2,
            self.do_check: 10,
            self.do_again: 2,
            self.undo: 2,
            self.skip: 1,
            self.snooze: 2,
            self.type_last_done: 1,
            self.approve_draft: 4,
            self.ask_off: 4,
            self.type_off: 2,
            self.answer_requests: 4,
            self.change_role: 1,
            self.ask_cover: 1,
            self.answer_cover: 3,
            self.spoil_doc: 1,
            self.repair_docs: 3,
            self.resend: 2,
        }
        if world.has_faults:
            self._acts |= {self.trouble_mail: 3, self.crash: 2}

    @property
    def _services(self) -> Services:
        return self._world.services

    def list_deeds(self, since: datetime, until: datetime) -> list[Deed]:
        """After `since` and up to `until`; the moments of a day depend on the seed and the day."""
        deeds = []
        day, last = since.astimezone(LONDON).date(), until.astimezone(LONDON).date()
        while day <= last:
            for at in list_moments(random.Random(f"{self._seed}/{day}"), day):
                if since < at <= until:
                    deeds.append(Deed(at, lambda _: self.act()))
            day += timedelta(days=1)
        return deeds

    def list_middles(self, since: datetime) -> list[datetime]:
        """For each day of a week, the moment in the middle of its acts."""
        days = [since + timedelta(days=day) for day in range(8)]
        acts = [self.list_deeds(day, following) for day, following in pairwise(days)]
        return [deeds[len(deeds) // 2].at for deeds in acts if deeds]

    def act(self) -> None:
        [act] = self._chance.choices(list(self._acts), list(self._acts.values()))
        name = act.__name__.replace("_", " ")
        self._world.acts += 1
        try:
            self._world.say(f"{name}: {act() or 'nothing to do'}")
        except BelfryError as error:
            self._world.say(f"{name}: refused, {error}")
        except Exception as error:
            self._world.say(f"{name}: raised {error!r}")
            self._world.broken.append(f"{name} raised {error!r}")

    # Jobs

    def take_in(self) -> str:
        world = self._world
        if len(world.board) >= MOST_OPEN:
            return ""
        number = f"J-{100 + len(world.customers)}"
        world.board[number] = (world.make_customer(), STAGES[0])
        return self._saved(number)

    def move(self) -> str:
        number, stage = self._pick_row()
        if stage == SIDE:
            return self._put(number, "in progress")
        if stage not in STAGES[:-1]:
            return self._put(number, "in progress") if number and stage not in STAGES else ""
        if stage == "in progress" and self._chance.random() < 0.3:
            return self._put(number, SIDE)
        return self._put(number, STAGES[STAGES.index(stage) + 1])

    def move_back(self) -> str:
        number, stage = self._pick_row()
        if stage not in STAGES[1:]:
            return ""
        return self._put(number, STAGES[STAGES.index(stage) - 1])

    def mistype(self) -> str:
        number, _ = self._pick_row()
        return self._put(number, self._chance.choice(("", "redy", "ask Tom"))) if number else ""

    def hand_out(self) -> str:
        """A collected job's row is removed."""
        over = [number for number, (_, stage) in self._world.board.items() if stage == STAGES[-1]]
        if not over:
            return ""
        del self._world.board[over[0]]
        self._world.save_board()
        return over[0]

    def reuse_number(self) -> str:
        """The number of a job goes to another customer's thing, from one save to the next.

        Sometimes a picture of the old one was saved just before.
        """
        number, stage = self._pick_row()
        if not number:
            return ""
        if self._chance.random() < 0.5:
            self._save_photo(number, stage)
        self._world.board[number] = (self._world.make_customer(), STAGES[0])
        return self._saved(number)

    def add_photo(self) -> str:
        number, stage = self._pick_row()
        return self._save_photo(number, stage) if stage in STAGES else ""

    def _save_photo(self, number: str, stage: str) -> str:
        customer = self._world.board[number][0]
        name = f"{PHOTOS}/{number}/{stage.replace(' ', '-')}.png"
        path = self._world.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(draw_picture(self._world.find_colour(customer)))
        return f"{name} of {customer.name}"

    def write_back(self) -> str:
        number, _ = self._pick_row()
        if not number:
            return ""
        customer = self._world.board[number][0]
        text = self._chance.choice(("STOP", "START", "Thanks! When can I come?"))
        channel = "sms" if customer.channel == "text" else "email"
        sequence = len(self._world.story)
        inbound = Inbound(id=f"in-{sequence}", channel=channel, sender=customer.contact, text=text)
        self._services.jobs.replies.take(inbound)
        return f"{customer.name} writes {text!r}"

    def correct(self) -> str:
        for slip in self._services.jobs.correct.list_slips(limit=1):
            self._services.jobs.correct(slip.job.id, by=MANAGER)
            return slip.job.id
        return ""

    def _pick_row(self) -> tuple[str, str]:
        if not self._world.board:
            return "", ""
        number = self._chance.choice(list(self._world.board))
        return number, self._world.board[number][1]

    def _put(self, number: str, stage: str) -> str:
        self._world.board[number] = (self._world.board[number][0], stage)
        return self._saved(number)

    def _saved(self, number: str) -> str:
        self._world.save_board()
        customer, stage = self._world.board[number]
        return f"{number} ({customer.name}, {customer.item}) {stage!r}"

    # Controls

    def do_check(self) -> str:
        """Usually what is due or nearly so; sometimes entered a day or two later."""
        world = self._world
        controls = self._services.ports.controls.list_page(limit=MOST_CONTROLS)
        near = [
            control for control in controls if control.due_on <= world.today + timedelta(days=2)
        ]
        if not near:
            return ""
        control = self._chance.choice(near)
        done_on = world.today - timedelta(days=self._chance.choice((0, 0, 0, 1, 2)))
        self._services.controls.acts.mark_done(control.name, by=MANAGER, done_on=done_on)
        return f"{control.name} due {control.due_on}, done on {done_on}"

    def do_again(self) -> str:
        """The last one that was done is marked a second time."""
        name = self._pick_control()
        self._services.controls.acts.mark_done(name, by=MANAGER)
        return f"{name}, done on {self._world.today}"

    def undo(self) -> str:
        name = self._pick_control()
        self._services.controls.acts.undo_done(name, by=MANAGER)
        return name

    def skip(self) -> str:
        name = self._pick_control()
        self._services.controls.acts.skip(name, reason="closed that day", by=MANAGER)
        return name

    def snooze(self) -> str:
        name, days = self._pick_control(), self._chance.randint(1, 7)
        self._services.controls.acts.snooze(name, days=days, by=MANAGER)
        return f"{name} for {days} days"

    def type_last_done(self) -> str:
        """Someone types a date into the list by hand."""
        rows = self._world.read_rows(TASKS)
        row = self._chance.choice(rows)
        row["last_done"] = (
            self._world.today - timedelta(days=self._chance.randint(0, 3))
        ).isoformat()
        self._world.write_rows(TASKS, rows)
        return f"{row['name']} {row['last_done']}"

    # Documents and messages

    def spoil_doc(self) -> str:
        """A line that cannot be read: what was read before goes on."""
        name = self._chance.choice(DOCS)
        self._world.write(name, f"{(TEAM_FILES / name).read_text('utf-8')}Quite soon: maybe\n")
        return name

    def repair_docs(self) -> str:
        for name in DOCS:
            self._world.write(name, (TEAM_FILES / name).read_text("utf-8"))
        return "documents"

    def resend(self) -> str:
        messages = self._services.ports.messages.list_newest(states=[State.UNCERTAIN], limit=20)
        if not messages:
            return ""
        self._services.messaging.resend(messages[0].id, by=MANAGER)
        return messages[0].id

    def _pick_control(self) -> str:
        controls = self._services.ports.controls.list_page(limit=MOST_CONTROLS)
        return self._chance.choice(controls).name if controls else "Fire exits"

    # Rota

    def approve_draft(self) -> str:
        """The draft of next week, from Thursday on."""
        if self._world.today.weekday() < 3:
            return ""
        monday = self._world.today + timedelta(days=7 - self._world.today.weekday())
        self._services.rota.publishing.approve(monday, by=MANAGER)
        return f"week of {monday}"

    def ask_off(self) -> str:
        who = self._chance.choice(STAFF)
        day = self._world.today + timedelta(days=self._chance.randint(1, 8))
        self._services.rota.requests.ask_time_off(who, day, day, by=who, reason="a wedding")
        return f"{who} on {day}"

    def type_off(self) -> str:
        """Someone types a request into the sheet, where it waits for the next look at it."""
        path, who = self._world.folder / TIME_OFF, self._chance.choice(STAFF)
        day = self._world.today + timedelta(days=self._chance.randint(1, 12))
        rows = path.read_text("utf-8") if path.exists() else "name,start_date,end_date,status\n"
        row = {"name": who, "start_date": str(day), "end_date": str(day), "status": "pending"}
        columns = rows.partition("\n")[0].split(",")
        cells = ",".join(row.get(column, "") for column in columns)
        self._world.write(TIME_OFF, f"{rows.rstrip()}\n{cells}\n")
        return f"{who} on {day}"

    def answer_requests(self) -> str:
        requests = self._services.rota.requests
        for request in requests.list().time_off:
            if self._chance.random() < 0.7:
                requests.answer_time_off.approve(request.id, by=MANAGER)
                if request.first_on:
                    self._world.off.add((request.person, request.first_on))
                return f"{request.person} may be off on {request.first_on}"
            requests.answer_time_off.decline(request.id, by=MANAGER, why="too many are away")
            return f"{request.person} may not be off on {request.first_on}"
        for swap in requests.list().swaps:
            if swap.state is SwapState.OFFERED:
                requests.answer_swap.agree(swap.id, by=MANAGER)
                return f"swap of {swap.shift_id} agreed"
        return ""

    def change_role(self) -> str:
        """Somebody goes to the stock room, and does not have their shifts until they return."""
        roles = self._world.roles
        away = [person for person in STAFF if roles[person] != USUAL_ROLE]
        who = away[0] if away else self._chance.choice(STAFF)
        roles[who] = USUAL_ROLE if away else OTHER_ROLE
        rows = self._world.read_rows(STAFF_LIST)
        changed = [{**row, "role": roles[row["name"]]} for row in rows]
        self._world.write_rows(STAFF_LIST, changed)
        return f"{who} is of the role {roles[who]}"

    def ask_cover(self) -> str:
        monday = self._world.today - timedelta(days=self._world.today.weekday())
        days = self._services.rota.drafts.show_week(monday).days
        lines = [line for day in days for line in day.lines if line.people]
        lines = [line for line in lines if line.shift_id != RARE_SHIFT]
        coming = [line for line in lines if line.starts_at > self._world.now]
        if not coming:
            return ""
        line = self._chance.choice(coming)
        who = line.people[0]
        ask = self._services.rota.requests.request_swap
        ask(monday.isoformat(), line.shift_id, who, SwapKind.COVER, by=who, note="a train")
        return f"{who} asks for cover of {line.shift_id}"

    def answer_cover(self) -> str:
        requests = self._services.rota.requests
        for swap in requests.list().swaps:
            if swap.state is SwapState.ASKING and swap.asked:
                is_yes = self._chance.random() < 0.6
                requests.answer_ask(swap.id, person=swap.asked, is_yes=is_yes, by=swap.asked)
                return f"{swap.asked} says {'yes' if is_yes else 'no'} to {swap.shift_id}"
        return ""

    # Faults

    def trouble_mail(self) -> str:
        return ", ".join(self._world.trouble_mail())

    def crash(self) -> str:
        self._world.kill_soon()
        return "soon"
