"""Carry out one claimed run: call its kind, and return how it ended."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from belfry.entrypoints.logs import in_run
from belfry.kernel.errors import BelfryError, InputError, Permanent, Temporary
from belfry.scheduler.kinds import RunContext
from belfry.scheduler.runs import Failed, Outcome, Succeeded
from belfry.scheduler.workflows import INTERNAL_KINDS, OTHER_TEAMS, TEAM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.scheduler.claim_and_finish import Claimed
    from belfry.scheduler.kinds import Kind

log = logging.getLogger(__name__)


def perform(kinds: Mapping[str, Kind], claimed: Claimed) -> Outcome:
    """The boundary to code of other packages: nothing that it raises gets past here."""
    run, workflow = claimed.run, claimed.workflow
    with in_run(run.id):
        kind = kinds.get(workflow.kind)
        if kind is None:
            return Failed(f"no kind {workflow.kind!r} is registered here", is_final=True)
        if workflow.kind in INTERNAL_KINDS and workflow.team_id != TEAM:
            return Failed(f"{workflow.kind} {OTHER_TEAMS}", is_final=True)
        context = RunContext(
            run_id=run.id,
            workflow_id=workflow.id,
            workflow_name=workflow.name,
            team_id=workflow.team_id,
            scheduled_for=run.scheduled_for,
            attempt=run.attempt,
        )
        inputs = workflow.inputs if run.inputs is None else run.inputs
        try:
            return Succeeded(str(kind.run(inputs, context)))
        except Temporary as error:
            return Failed(str(error), retry_after=error.retry_after)
        except (Permanent, InputError) as error:
            return Failed(str(error), is_final=True)
        except BelfryError as error:
            return Failed(str(error))
        except Exception as error:
            log.exception("run.body_raised")
            return Failed(f"{type(error).__name__}: {error}")
