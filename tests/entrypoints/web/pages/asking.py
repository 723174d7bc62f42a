"""A café whose week is published, and whose people ask for swaps and time off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from tests.entrypoints.web.pages.cafes import WEEK, Cafe
from tests.rota.requesting import EVE, EVE_IN_PEOPLE, PUBLISHED_WEEK
from tests.rota.teams import SHIFTS

from belfry.kernel.changes import Put
from belfry.rota.requests.requests import Clash, Swap, SwapKind, TimeOffRequest

if TYPE_CHECKING:
    from belfry.bootstrap.rota_requests import RequestServices


@dataclass(frozen=True)
class Asking:
    """Friday early is Ana's; Eve is asked first, then Cara. Ben has the late shift that day."""

    cafe: Cafe

    @property
    def verbs(self) -> RequestServices:
        return self.cafe.app.services.rota.requests

    def publish(self) -> None:
        head = SHIFTS.partition("\n")[0]
        self.cafe.write(f"rota/week-{WEEK}.csv", "\n".join([head, *PUBLISHED_WEEK, ""]))
        self.add("rota/staff.csv", EVE)
        self.add("people.csv", EVE_IN_PEOPLE)
        self.cafe.publish()

    def add(self, name: str, line: str) -> None:
        with (self.cafe.folder / name).open("a") as file:
            file.write(f"{line}\n")

    def ask(self, kind: SwapKind = SwapKind.COVER, shift: str = "fri-early") -> Swap:
        swap = self.verbs.request_swap(
            WEEK, shift, "Ana Diaz", kind, by="Ana Diaz", note="<b>sister</b> weds"
        )
        self.cafe.deliver()
        return swap

    def call_in_sick(self) -> Swap:
        """Ana is ill on Friday; Ben, who has the late shift, could come if Cara took that."""
        head = SHIFTS.partition("\n")[0]
        early = "fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,,"
        late = "fri-late,Fri,15:00,22:00,barista,,1,Ben Shaw,,"
        self.cafe.write(f"rota/week-{WEEK}.csv", "\n".join([head, early, late, ""]))
        evening = "name,day,start,end\nCara Woods,Fri,14:00,23:00\n"
        self.cafe.write("rota/availability.csv", evening)
        self.cafe.publish()
        ask, kind = self.verbs.request_swap, SwapKind.COVER
        swap = ask(WEEK, "fri-early", "Ana Diaz", kind, by="Maria Lopez", is_urgent=True)
        self.cafe.deliver()
        return swap

    def offer(self) -> Swap:
        """A swap that the person asked has accepted."""
        swap = self.ask()
        offered = self.verbs.answer_ask(swap.id, person=swap.asked, is_yes=True, by=swap.asked)
        self.cafe.deliver()
        return offered

    def open_up(self) -> None:
        """Ana is let off Friday early: it is open, and its week published anew."""
        dropped = self.ask(SwapKind.DROP)
        self.verbs.answer_swap.agree(dropped.id, by="Maria Lopez")
        self.cafe.deliver()

    def take(self, person: str = "Cara Woods") -> Swap:
        """An offer to take Friday early, which is open."""
        offer = self.verbs.offer_to_take(WEEK, "fri-early", person, by=person, note="<b>near</b>")
        self.cafe.deliver()
        return offer

    def ask_time_off(self, person: str = "Ben Shaw") -> TimeOffRequest:
        first, last = date(2026, 12, 1), date(2026, 12, 4)
        asked = self.verbs.ask_time_off(person, first, last, by=person, reason="<i>a move</i>")
        self.cafe.deliver()
        return asked

    def clash(self) -> Clash:
        """A shift of the week after whose person is away; its week is not published."""
        clash = Clash(
            week="2026-11-30",
            shift_id="mon-early",
            person="Ana Diaz",
            words="Ana Diaz has Monday 07:00-15:00 in the pattern and is off that day",
            found_at=self.cafe.app.clock.now(),
        )
        self.cafe.app.services.ports.store.commit([Put(clash)])
        return clash

    def swap(self, swap_id: str) -> Swap:
        swap = self.cafe.app.services.ports.store.find(Swap, swap_id)
        assert swap is not None
        return swap

    def request(self, request_id: str) -> TimeOffRequest:
        request = self.cafe.app.services.ports.store.find(TimeOffRequest, request_id)
        assert request is not None
        return request

    def people(self, shift: str = "fri-early") -> tuple[str, ...]:
        """Who has a shift in the week that people know."""
        return self.cafe.lines(self.cafe.head.published)[shift].people
