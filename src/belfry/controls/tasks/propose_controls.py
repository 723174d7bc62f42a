"""Take a forwarded policy as a proposed control, and decide about it.

An approval and the row that it adds to the list cannot be written in one commit. The approval is
recorded first: given again after a crash, it finds the row or adds it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.controls.chains.rules import LONGEST_NAME
from belfry.controls.packs.load_pack import (
    TRIES,
    Pack,
    find_list,
    plan_loading,
    write_list,
)
from belfry.controls.repeats.parse_repeat import EXPECTED, parse_repeat
from belfry.controls.tasks.proposals import (
    ProposalState,
    ProposedControl,
    check_open,
    check_undecided,
    decide,
    make_proposal,
)
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.kernel.changes import put_audited
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.texts import clean_text
from belfry.messaging.incoming import Filed, ReceivedMail, Route
from belfry.messaging.mails import Mail
from belfry.ports.store import CrashPoints, Store
from belfry.workspace.people import FindStaff, Staff
from belfry.workspace.tables import ReadTable

LONGEST_CELL = 200


@dataclass(frozen=True, slots=True)
class Edits:
    """What a person typed over the proposal; None leaves it as it is."""

    name: str | None = None
    repeat: str | None = None
    owner: str | None = None


NO_EDITS = Edits()


@dataclass(frozen=True, slots=True)
class ProposeControls:
    store: Store
    crash_points: CrashPoints
    find_staff: FindStaff
    read_table: ReadTable

    def get(self, proposal_id: str) -> ProposedControl:
        proposal = self.store.find(ProposedControl, proposal_id)
        if proposal is None:
            raise NotFound(f"there is no proposed control {proposal_id[:40]!r}")
        return proposal

    def file(self, received: ReceivedMail, staff: Staff, sender: str) -> ProposedControl:
        """The proposal of a mail, which is made once."""
        if known := self.store.find(ProposedControl, received.key):
            return known
        names = [person.name for person in staff.people.everybody]
        subject, text = find_forwarded(received.mail)
        at = self.read_table.clock.now()
        made = make_proposal(received.key, subject, text, sender=sender, names=names, at=at)
        self._put(made, "proposed", by=sender)
        return made

    def edit(self, proposal_id: str, edits: Edits, *, by: str) -> ProposedControl:
        """A repeat may still be missing; one that cannot be read is refused."""
        proposal = self.get(proposal_id)
        check_open(proposal)
        edited = self._apply(proposal, edits)
        if edited.repeat:
            check_repeat(edited.repeat)
        if edited != proposal:
            self._put(edited, "edited", by=by, before=proposal)
        return edited

    def decline(self, proposal_id: str, *, by: str) -> ProposedControl:
        proposal = self.get(proposal_id)
        check_open(proposal)
        declined = decide(proposal, ProposalState.DECLINED)
        self._put(declined, "declined", by=by)
        return declined

    def approve(self, proposal_id: str, edits: Edits = NO_EDITS, *, by: str) -> ProposedControl:
        """Its row is in the list then. Edits no longer count once the row may have been written.

        InputError without a name or a readable repeat, Conflict if the list has that name.
        """
        for _ in range(TRIES):
            proposal = self.get(proposal_id)
            check_undecided(proposal)
            wanted = proposal
            if proposal.state is ProposalState.OPEN:
                wanted = self._apply(proposal, edits)
            clean_text(wanted.name, field="name", most=LONGEST_NAME, least=1)
            check_repeat(wanted.repeat)
            try:
                return self._add(proposal, wanted, by=by)
            except _ListChanged as error:
                last = error
        raise Temporary(f"{TASKS.name} is being changed again and again") from last

    def _add(self, before: ProposedControl, wanted: ProposedControl, *, by: str) -> ProposedControl:
        table, sheet = find_list(self.read_table)
        loading = plan_loading(sheet, Pack(wanted.subject, (wanted.row,)))
        if before.state is ProposalState.OPEN:
            if not loading.added:
                raise Conflict(f"{wanted.name!r} is on the list already: change its name")
            self._put(replace(wanted, state=ProposalState.APPROVING), "approval asked", by=by)
            self.crash_points.reached("proposal.asked")
        if loading.added:
            try:
                write_list(self.read_table, loading, table)
            except Conflict as error:
                raise _ListChanged(str(error)) from error
        self.crash_points.reached("proposal.added")
        approved = decide(self.get(wanted.id), ProposalState.APPROVED)
        self._put(approved, "approved", by=by)
        return approved

    def _apply(self, proposal: ProposedControl, edits: Edits) -> ProposedControl:
        def tidy(field: str, most: int) -> str:
            typed = getattr(edits, field)
            value = getattr(proposal, field) if typed is None else typed
            return clean_text(value, field=field, most=most)

        owner = tidy("owner", LONGEST_CELL)
        return replace(
            proposal,
            name=tidy("name", LONGEST_NAME),
            repeat=tidy("repeat", LONGEST_CELL),
            owner=self._find_owner(owner) if owner else "",
        )

    def _find_owner(self, name: str) -> str:
        staff = self.find_staff()
        if staff.people.everybody and not staff.is_known(name):
            raise InputError(f"expected a name of people.csv, not {name!r}", field="owner")
        return staff.name_of(name)

    def _put(
        self,
        proposal: ProposedControl,
        action: str,
        *,
        by: str,
        before: ProposedControl | None = None,
    ) -> None:
        rows = {"before": before.row if before else None, "after": proposal.row}
        at = self.read_table.clock.now()
        self.store.commit(put_audited(proposal, action=action, by=by, at=at, **rows))


class _ListChanged(Conflict):
    """The list was saved by another program between reading and writing it."""


def check_repeat(text: str) -> None:
    """InputError that says what was expected."""
    if not text:
        raise InputError(f"it says nothing; expected {EXPECTED}", field="repeat")
    try:
        parse_repeat(text)
    except ReadingError as error:
        raise InputError(f"{text!r}, column {error.column + 1}: {error}", field="repeat") from error


def find_forwarded(mail: Mail) -> tuple[str, str]:
    """The subject and the words; an enclosed mail's come with those of the sender."""
    if mail.enclosed is None:
        return mail.subject, mail.text
    return mail.enclosed.subject or mail.subject, f"{mail.text}\n\n{mail.enclosed.text}"


@dataclass(frozen=True, slots=True)
class FileMailPolicy:
    """Files what a team member forwards as a proposed control. A person approves it."""

    propose: ProposeControls

    def __call__(self, received: ReceivedMail) -> Filed | None:
        if received.answers or not received.mail.is_forwarded:
            return None
        staff = self.propose.find_staff()
        senders = [
            person.name
            for person in staff.people.everybody
            if person.email and person.email.casefold() == received.mail.sender
        ]
        if len(senders) != 1:
            return None
        proposal = self.propose.file(received, staff, senders[0])
        return Filed(Route.POLICY, proposal.subject)
