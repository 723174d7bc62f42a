"""Controls that forwarded mails propose: list them, approve or decline one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import Answer, Rows, shape, show_moment
from belfry.entrypoints.cli.controls.controls import look_at_list
from belfry.entrypoints.cli.opening import By, Count, argument, find_team_zone, option

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.controls.tasks.proposals import ProposedControl

_NAMED = "The proposed control, as `belfry controls proposals` names it."
ProposalId = Annotated[str, argument("ID", _NAMED)]


def list_all(
    services: Services,
    everything: Annotated[bool, option("--all", "Also those that were decided.")] = False,
    count: Count = 50,
) -> Answer:
    """List the controls that forwarded mails propose, the newest first.

    For example: belfry controls proposals
    """
    newest = services.ports.proposals.list_newest(is_undecided=not everything, limit=count)
    zone = find_team_zone(services)
    rows = [
        (proposal.id, proposal.name, proposal.repeat, proposal.owner, proposal.sender)
        + (show_moment(proposal.at, zone), proposal.state)
        for proposal in newest
    ]
    columns = ("id", "control", "repeat", "owner", "forwarded by", "when", "state")
    data = {"proposals": [_shape(proposal) for proposal in newest]}
    return Answer(data, Rows(columns, rows, "No control is proposed."))


def approve(
    services: Services,
    proposal_id: ProposalId,
    name: Annotated[str | None, option("--name", "Another name for it.", "TEXT")] = None,
    repeat: Annotated[str | None, option("--repeat", "How often, such as monthly.", "TEXT")] = None,
    owner: Annotated[str | None, option("--owner", "Who is responsible.", "NAME")] = None,
    by: By = "",
) -> Answer:
    """Approve a proposed control: it is added to the team's list.

    For example: belfry controls approve 9c1185a5c5e9fc5461280897 --repeat monthly
    """
    from belfry.controls.tasks.propose_controls import Edits
    from belfry.controls.tasks.sync_tasks import TASKS

    edits = Edits(name, repeat, owner)
    approved = services.controls.propose.approve(proposal_id, edits, by=by)
    look_at_list(services)
    sentence = f"Added to {TASKS.name}: {approved.name}, {approved.repeat}."
    return Answer(_shape(approved), sentence)


def decline(services: Services, proposal_id: ProposalId, by: By = "") -> Answer:
    """Decline a proposed control: nothing is added to the list.

    For example: belfry controls decline 9c1185a5c5e9fc5461280897
    """
    declined = services.controls.propose.decline(proposal_id, by=by)
    return Answer(_shape(declined), f"{declined.name or declined.id} is declined.")


def _shape(proposal: ProposedControl) -> dict[str, Any]:
    names = ("id", "at", "state", "name?", "repeat?", "owner?")
    return shape(proposal, *names, forwarded_by="sender", subject="subject_line?")
