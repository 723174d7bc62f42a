"""What the rota's states, makings and acts are called on the pages."""

from __future__ import annotations

from belfry.bootstrap import Services
from belfry.rota.drafts.drafted_weeks import Making, Outcome
from belfry.rota.messages import message_keys as keys
from belfry.rota.publishing.own_shifts import render_own_shift
from belfry.rota.requests.requests import Asked, ClashState, Swap, SwapState

Told = tuple[str, str, str]

# Each a word, the tone it is shown in, and what it means.
OUTCOMES: dict[Outcome, Told] = {
    Outcome.FILLED: ("filled", "good", "It has all the people it needs."),
    Outcome.FAIR_SWAP: ("fair swap", "busy", "Another person could have had it just as well."),
    Outcome.SHORT_STAFFED: ("short-staffed", "bad", "Too few people may take it."),
    Outcome.HELD: ("held", "warn", "The rules cannot decide it: a manager must."),
}
SWAPS: dict[SwapState, Told] = {
    SwapState.ASKING: ("asking", "busy", "A colleague was asked to take it."),
    SwapState.OFFERED: ("to decide", "warn", "It is waiting for a manager's approval."),
    SwapState.STUCK: ("stuck", "bad", "There is no one left to ask: a manager must decide."),
    SwapState.DONE: ("done", "good", "It is agreed, and the people concerned know."),
    SwapState.DECLINED: ("declined", "idle", "A manager declined it."),
    SwapState.WITHDRAWN: ("withdrawn", "idle", "It is no longer needed."),
    SwapState.LAPSED: ("over", "idle", "There is nothing left to swap."),
}
TIME_OFF: dict[Asked, Told] = {
    Asked.UNREAD: ("not read", "bad", "Belfry found no dates in this note."),
    Asked.PENDING: ("to decide", "warn", "It is waiting for a manager's decision."),
    Asked.APPROVED: ("approved", "good", "It counts for every draft."),
    Asked.DECLINED: ("declined", "idle", "A manager declined it."),
    Asked.WITHDRAWN: ("withdrawn", "idle", "It is no longer needed."),
}
CLASHES: dict[ClashState, Told] = {
    ClashState.OPEN: ("to decide", "warn", "It is waiting for a manager's decision."),
    ClashState.FREED: ("freed", "good", "The shift may go to another person."),
    ClashState.HELD: ("held", "idle", "A manager takes care of it."),
}
MAKINGS = {
    Making.DRAFTED: "drafted",
    Making.REDRAFTED: "drafted again",
    Making.EDITED: "changed by hand",
    Making.PROVER: "the fuller rota, taken",
    Making.SWAPPED: "a swap",
    Making.DROPPED: "a shift dropped",
}
MESSAGES = {
    keys.WEEK: "Weekly shifts",
    keys.DRAFT: "Rota approval request",
    keys.ASK: "Shift cover request",
    keys.SWAP_TO_DECIDE: "Swap approval request",
    keys.SWAP_NEWS: "Swap update",
    keys.TIME_OFF_TO_DECIDE: "Time-off approval request",
    keys.TIME_OFF_NEWS: "Time-off decision",
    keys.CLASH: "Clash alert",
    keys.OPEN_SHIFTS: "Open shifts",
    keys.FAIRNESS: "Fairness summary",
}
# What was done to a week, a swap, time off or a clash, as a word after the doer's name.
ACTIONS = {
    "rota.drafted": "drafted",
    "rota.redrafted": "drafted again",
    "rota.edited": "changed",
    "rota.prover": "took the fuller rota for",
    "rota.swapped": "changed hands in",
    "rota.dropped": "left a shift open in",
    "rota.published": "published",
    "rota.template_copied": "copied the standing pattern into",
    "asked": "asked about",
    "asked_for": "asked for",
    "asked_now": "had people asked at once about",
    "offered": "accepted",
    "offered_to_take": "offered to take an open shift in",
    "refused": "turned down",
    "passed_over": "had the next one asked about",
    "passed_on": "asked the next one about",
    "taken_back": "withdrew the acceptance of",
    "withdrawn": "withdrew",
    "done": "agreed to",
    "declined": "declined",
    "approved": "approved",
    "lapsed": "let go of",
    "clash.found": "found",
    "clash.freed": "freed the shift of",
    "clash.held": "held the shift of",
}
REQUESTS = ("swap.", "time_off.")
SPOKEN_OF = {
    "rota": "the week of",
    "swap": "the swap",
    "time-off": "the time off",
    "clash": "the clash",
    "shift-feed": "the shift calendar of",
}
DONE = {
    "rota-drafted": "Drafted. Staff are told once it is approved.",
    "rota-as-before": "Nothing has changed since the last draft, so it stays as it is.",
    "rota-approved": "Approved. Everyone is told their own shifts as soon as quiet hours allow.",
    "rota-redrafted": "Drafted again, with as few changes as could be. Look at what is new.",
    "rota-fuller": "The fuller rota is the newest draft now. It is waiting for approval.",
    "rota-edited": "Saved as a new draft. Staff are told once it is approved.",
    "rota-resent": "Their week goes out again, as soon as quiet hours allow.",
    "swap-agreed": "Agreed. The week is published anew, and both are told.",
    "swap-declined": "Declined. The shift stays whose it is.",
    "swap-given": "Given. The week is published anew, and both are told.",
    "swap-opened": "They are let off, and the shift is open.",
    "swap-asked": "Asked.",
    "swap-passed": "The next one is asked.",
    "swap-urgent": "They are asked at once, whatever the hour. The audit log records it.",
    "time-off-approved": "Approved. It counts from now on, and they are told.",
    "time-off-declined": "Declined. They are told.",
    "time-off-asked": "Asked. A manager decides, and you are told.",
    "time-off-withdrawn": "Withdrawn.",
    "clash-freed": "Freed. The next draft fills it.",
    "clash-held": "Held. No draft fills it before you do.",
    "cover-asked": "Asked for. The shift stays yours until a colleague takes it.",
    "drop-asked": "Asked for. The shift stays yours until a manager agrees.",
    "swap-withdrawn": "Withdrawn. The shift stays yours.",
    "ask-yes": "Thank you. It is yours once a manager agrees.",
    "ask-no": "Noted. The next person is asked.",
    "ask-back": "Withdrawn. The next person is asked.",
    "offer-made": "Offered. It is yours once a manager agrees, and you are told.",
    "offer-back": "Your offer is withdrawn.",
    "offer-agreed": "Agreed. The week is published anew, and they are told.",
    "offer-declined": "Declined. The shift stays open, and they are told.",
    "feed-shared": "Your calendar has an address.",
    "feed-renewed": "Your calendar has a new address. The old one shows nothing any more.",
    "feed-ended": "The address shows nothing any more.",
}


def find_action(action: str) -> str:
    """What was done to a week or a request, as a word after the doer's name."""
    for room in REQUESTS:
        action = action.removeprefix(room)
    return ACTIONS.get(action, action)


def name_shifts(services: Services, swaps: list[Swap]) -> dict[str, str]:
    """When the shift of each swap is, by the swap's id."""
    zone = services.rota.drafts.gather.zone
    find = services.rota.pages.find_shift.known
    wanted = {(swap.week, swap.shift_id) for swap in swaps}
    found = {key: shift for key in wanted if (shift := find(*key))}
    return {
        swap.id: render_own_shift(found[swap.week, swap.shift_id], zone)
        if (swap.week, swap.shift_id) in found
        else f"{swap.shift_id} of the week of {swap.week}"
        for swap in swaps
    }
