"""The fence: a draft about a job goes out only if it says what is true and nothing else."""

from __future__ import annotations

from belfry.jobs.fence.judge import judge_draft
from belfry.jobs.fence.verdicts import Reason, Verdict

__all__ = ["Reason", "Verdict", "judge_draft"]
