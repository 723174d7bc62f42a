"""What states, causes and actions are called on the pages, and the names of audit subjects."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from belfry.accounts.keys import Service
from belfry.accounts.users import Role, User
from belfry.controls.chains.moves import Move
from belfry.controls.find_controls import Shown
from belfry.controls.show_board import Pressing
from belfry.entrypoints.web.pages.rota import rota_words
from belfry.kernel import channels
from belfry.messaging.messages import State
from belfry.scheduler.runs import Cause, RunStatus
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.bootstrap import Services
    from belfry.kernel.audit import AuditEntry


class Badge(NamedTuple):
    """A word, the tone it is shown in, and what it means."""

    word: str
    tone: str
    means: str


STATUSES = {
    RunStatus.QUEUED: Badge("queued", "idle", "It is waiting for its time or for a worker."),
    RunStatus.RUNNING: Badge("running", "busy", "A worker is running it."),
    RunStatus.SUCCEEDED: Badge("succeeded", "good", "It finished without an error."),
    RunStatus.PARKED: Badge("failed", "bad", "Every attempt failed. Replay runs it again."),
    RunStatus.INTERRUPTED: Badge("cut short", "bad", "Its worker stopped before the run ended."),
    RunStatus.SKIPPED: Badge("skipped", "idle", "An earlier run was not finished."),
    RunStatus.MISSED: Badge("missed", "warn", "No worker was running at its time."),
}
ATTEMPTS = {
    "succeeded": STATUSES[RunStatus.SUCCEEDED],
    "failed": Badge("failed", "bad", "It ended with an error."),
    "interrupted": STATUSES[RunStatus.INTERRUPTED],
}
STATES = {
    State.QUEUED: Badge("queued", "idle", "It leaves at its time."),
    State.HELD: Badge("held", "warn", "It is not sent until it is released."),
    State.SENDING: Badge("sending", "busy", "It is being handed over."),
    State.SENT: Badge("sent", "good", "It was handed over."),
    State.DELIVERED: Badge("delivered", "good", "It arrived."),
    State.UNCERTAIN: Badge("unconfirmed", "bad", "It may or may not have arrived."),
    State.FAILED: Badge("failed", "bad", "It could not be sent."),
    State.BOUNCED: Badge("bounced", "bad", "The receiving server returned it."),
    State.DROPPED: Badge("not sent", "idle", "It was cancelled or replaced, and will not be sent."),
}
MOVES = {
    Move.ON_TRACK: Badge("on track", "good", "Its due date is still to come."),
    Move.DUE_NOW: Badge("due now", "warn", "It is due: its owner is reminded."),
    Move.OVERDUE: Badge("overdue", "bad", "Its due date has passed."),
    Move.ESCALATE: Badge("escalated", "bad", "Its owner and a manager are told every day."),
}
CONTROLS_SHOWN = {
    Shown.ESCALATED: MOVES[Move.ESCALATE],
    Shown.OVERDUE: MOVES[Move.OVERDUE],
    Shown.DUE: MOVES[Move.DUE_NOW],
    Shown.ON_TRACK: MOVES[Move.ON_TRACK],
    Shown.DONE: Badge("done lately", "good", "They were done in the last seven days."),
}
LANES = {
    Pressing.ESCALATED: MOVES[Move.ESCALATE],
    Pressing.OVERDUE: MOVES[Move.OVERDUE],
    Pressing.DUE: MOVES[Move.DUE_NOW],
    Pressing.SOON: Badge("coming up", "good", "They are due within two weeks."),
}
MESSAGE_KINDS = {
    "reminder": "Reminder",
    "escalation": "Escalation",
    "summary": "Monthly summary",
    "moved": "Update",
    "holding": "Holding note",
    "correction": "Correction",
    "digest": "Digest",
    "capped": "Daily limit notice",
    "stopped": "Reply to STOP",
    "restarted": "Reply to START",
    "help": "Reply to HELP",
    **rota_words.MESSAGES,
}
ROOMS = {
    "jobs": "Jobs",
    "rota": "Rota",
    "controls": "Controls",
    "clock": "Clock and files",
}
REPLIES = {
    "stop": Badge("stop", "idle", "They want no more messages."),
    "start": Badge("start", "warn", "They want messages again."),
    "help": Badge("help", "warn", "They asked for help."),
    "near": Badge("wants to stop?", "bad", "They may want no more messages."),
    "other": Badge("reply", "warn", "They wrote something."),
}
MESSAGE_ACTIONS = {
    "queued": "queued",
    "sending": "sending",
    "declined": "stopped",
    "resent": "sent again",
    "put back": "postponed",
    "extended": "extended",
    "settled": "marked as done",
}
CHANNELS = {name: traits.label for name, traits in channels.CHANNELS.items()}
FACTS = {
    "name": "Customer",
    "item": "Item",
    "job_id": "Job",
    "stage": "Stage",
    "previous": "Stage before",
    "eta": "Expected by",
    "eta_stage": "Expected stage",
    "closing": "Closes at",
    "shop": "Shop",
    "sign_off": "Signed",
    "photo": "Photo",
    "link": "Their page",
}
CAUSES = {
    Cause.SCHEDULE: "its schedule",
    Cause.CATCH_UP: "its schedule, caught up later",
    Cause.INVOKE: "an external scheduler",
    Cause.MANUAL: "a person or program that asked",
    Cause.BACKFILL: "a backfill",
}
ROLES = {
    Role.OWNER: "Owner: everything, people and keys too",
    Role.MANAGER: "Manager: may change and run workflows, answer messages, decide about the rota",
    Role.STAFF: "Staff: may look, move jobs, take jobs in, and ask about their own shifts",
}
SERVICES = {
    Service.API: "API",
    Service.SCHEDULER: "Scheduler",
}
ACTIONS = {
    "created": "made",
    "edited": "changed",
    "paused": "paused",
    "resumed": "resumed",
    "archived": "archived",
    "deleted": "deleted",
    "revoked": "revoked",
    "disabled": "blocked",
    "enabled": "unblocked",
    "role-changed": "gave a new role to",
    "password-set": "set the password of",
    "link-made": "made a sign-in link for",
    "signed-in": "signed in",
    "signed-out": "signed out",
    "signed-out-everywhere": "signed out everywhere",
    "approved": "approved",
    "declined": "stopped",
    "resent": "asked once more for",
    "settled": "settled",
    "chased": "had the customer told that nothing moved of",
    "corrected": "had a correction sent about",
    "left uncorrected": "let it be about",
    "moved on the board": "moved on the board",
    "put on the board": "took in",
    "edited on the board": "changed on the board",
    "moved new": "first saw",
    "moved forward": "moved on",
    "moved back": "moved back",
    "details changed": "noted new details of",
    "wrote": "wrote, known as",
    "photo added": "added a photo to",
    "photo removed": "took a photo away from",
    "photos expired": "cleared away the photos of",
    "new link": "gave a new link to",
    "done": "marked as done",
    "undone": "took back the end of",
    "skipped": "skipped",
    "snoozed": "snoozed",
    "evidence added": "added evidence to",
    "first seen": "first saw",
    "reminded": "sent a reminder of",
    "passed over": "left out a reminder of",
    "gone from the list": "no longer found on the list",
    "edit-asked": "set about changing",
    "restore-asked": "set about bringing back an earlier version of",
    "restored": "brought back an earlier version of",
}
MESSAGE_DOINGS = {
    "queued": "queued",
    "sending": "began to send",
    "uncertain": "got no confirmation for",
    "failed": "could not send",
    "put back": "postponed",
    "extended": "added to",
}
WORDING_DOINGS = {
    "suggested": "asked a model for",
    "approved": "approved one of",
    "declined": "declined one of",
    "edited": "wrote one of",
}
CONSENTS = {
    "yes": "recorded consent to messages from",
    "no": "recorded a refusal of messages from",
    "": "cleared the consent of",
}
NOTICES = {
    "away": Badge("was off", "warn", "Nothing ran while Belfry was off."),
    "waiting": Badge("waiting", "warn", "No worker has picked this run up."),
    "failing": Badge("failing", "bad", "It failed several times in a row."),
    "recovered": Badge("recovered", "good", "It works again."),
    "missed": Badge("missed", "warn", "It did not run at its time."),
}
DONE = {
    "saved": "Saved.",
    "created": "The workflow is created. It runs on its schedule from now on.",
    "paused": "Paused. It will not run until you resume it.",
    "resumed": "Resumed. It runs from now on; what it missed while paused stays missed.",
    "archived": "Archived. It no longer runs; its history stays.",
    "deleted": "Deleted.",
    "backfilled": "The missing runs are queued. They appear in the list of runs below.",
    "nothing-missing": "No run is missing in that stretch: nothing was queued.",
    "replayed": "Queued once more.",
    "approved": "Approved. It leaves as soon as quiet hours allow.",
    "stopped": "Stopped. It will not be sent.",
    "resent": "It goes out once more, as a new message, as soon as quiet hours allow.",
    "corrected": "The customer will be told that it was a mistake.",
    "left": "No correction is sent.",
    "photo-added": "The photo is added.",
    "job-moved": "Moved. It counts once it has stood there for a while; until then, put it back.",
    "job-there": "It is there already: nothing was changed.",
    "job-added": "Added: the job is on the board.",
    "job-edited": "Saved to the board.",
    "job-same": "The board already has these details: nothing was changed.",
    "photo-removed": "The photo is removed.",
    "wording-approved": "Approved. From now on messages of this kind may be told in these words.",
    "wording-declined": "Declined. It is not used.",
    "wordings-suggested": "The model was asked. What it suggests is used once you approve it.",
    "wordings-none": "The model was asked, and nothing new came of it.",
    "seen-to": "Done.",
    "no-more-messages": "They get no more messages.",
    "new-link": "The customer's page has a new address. The old address no longer works.",
    "consent-yes": "Noted: this customer wants messages.",
    "consent-no": "Noted: this customer gets no messages.",
    "consent-unknown": "Noted: this customer has not said.",
    "closed-missing": "Closed. Their customers hear nothing.",
    "none-missing": "No open job is missing from the board any more: nothing was closed.",
    "control-done": "Done. It comes round again by itself.",
    "control-snoozed": "Snoozed. No reminder goes out until then.",
    "control-skipped": "Skipped this time. It comes round again by itself.",
    "control-undone": "Taken back. It is open again; the history keeps both.",
    "evidence-added": "Kept as evidence.",
    "controls-closed": "Archived. No more reminders are sent; their history stays.",
    "no-controls-missing": "No control is missing from the list any more: nothing was archived.",
    "list-read": "The list was read. No reminders were sent.",
    "no-list": "There is no list to read: controls/tasks.csv is missing.",
    "pack-loaded": "Added to the list. It is yours now: name owners, strike what is not for you.",
    "pack-known": "All of that pack is on the list already: nothing was added.",
    "doc-saved": "Saved. It counts from now on.",
    "doc-saved-unread": "Saved as it is. The last text that could be read stays in force.",
    "doc-recoded": "Saved, as UTF-8: the file's old coding has no such letters.",
    "table-saved": "Saved. It counts from the next look at the table.",
    "doc-unchanged": "The text is the same as before: nothing was changed.",
    "doc-restored": "Brought back. What it said until now is kept, too.",
    "put-away": "Dismissed.",
    "settled": "Noted. Nothing more is sent.",
    "chased": "The customer will be told that it has not moved yet, as soon as quiet hours allow.",
    "revoked": "Revoked. Programs that use that key are refused from now on.",
    "role": "The role is changed.",
    "disabled": "They are signed out everywhere and cannot sign in.",
    "enabled": "They may sign in again.",
    "password": "Your password is set. Other browsers are signed out.",
    "signed-out": "You are signed out.",
    "signed-out-everywhere": "You are signed out everywhere.",
    **rota_words.DONE,
}
OUTCOMES = {key: Badge(*badge) for key, badge in rota_words.OUTCOMES.items()}
SWAPS = {key: Badge(*badge) for key, badge in rota_words.SWAPS.items()}
TIME_OFF = {key: Badge(*badge) for key, badge in rota_words.TIME_OFF.items()}
CLASHES = {key: Badge(*badge) for key, badge in rota_words.CLASHES.items()}
MAKINGS = rota_words.MAKINGS


def find_action(entry: AuditEntry) -> str:
    """What was done, in words that follow the actor's name."""
    if entry.action == "created" and entry.subject.startswith("user/"):
        return "took in"
    if entry.action == "consent":
        return CONSENTS.get(entry.after.get("consent", ""), entry.action)
    if entry.subject.startswith("message/") and entry.action in MESSAGE_DOINGS:
        return MESSAGE_DOINGS[entry.action]
    if entry.subject.startswith("wordings/"):
        return WORDING_DOINGS.get(entry.action, entry.action)
    if entry.subject.partition("/")[0] in rota_words.SPOKEN_OF:
        return rota_words.find_action(entry.action)
    return ACTIONS.get(entry.action, entry.action)


_PREFIXES = {
    "job": "the job",
    "control": "the control",
    "message": "the message",
    "contact": "the customer",
    "feed": "the calendar of",
    "table": "the file",
    "wordings": "the wordings for",
    **rota_words.SPOKEN_OF,
}
_FIXED_NAMES = {"belfry": "Belfry", "terminal": "the terminal", "": "no one"}


class SubjectNames:
    """The names of audit subjects, each looked up once; `workflows` holds names already known."""

    def __init__(self, services: Services, workflows: Mapping[int, str] | None = None) -> None:
        self._workflows = workflows or {}
        self._store = services.ports.store
        self._keys = services.ports.keys
        self.name_of = cache(self._find_name)

    def _find_name(self, subject: str) -> str:
        kind, _, number = subject.partition("/")
        if kind in _PREFIXES and number:
            return f"{_PREFIXES[kind]} {number}"
        name = self._find_record_name(kind, number) if number.isdecimal() else None
        return name or _FIXED_NAMES.get(subject, subject)

    def _find_record_name(self, kind: str, number: str) -> str | None:
        match kind:
            case "user":
                user = self._store.find(User, number)
                return user.name if user else None
            case "workflow":
                if known := self._workflows.get(int(number)):
                    return known
                workflow = self._store.find(Workflow, number)
                return workflow.name if workflow else None
            case "key":
                key = self._keys.find(int(number))
                return f"the key {key.name}" if key else None
            case _:
                return None

    def workflow_name(self, workflow_id: int) -> str:
        name: str = self.name_of(f"workflow/{workflow_id}")
        return name
