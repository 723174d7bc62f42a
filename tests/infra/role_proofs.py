"""Whether a deployed function needs all that its role allows.

A function is called with its whole role, and the calls that it makes to AWS are recorded: each
action on each resource must be needed by one of them. Then it is called without each statement,
which must show: it fails, or less is recorded, stored or sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.infra.deployments import Deployment, Saved
from tests.infra.function_table import read_functions
from tests.services.call_meter import Call
from tests.services.function_roles import list_grants, list_needed
from tests.stories.benches import london

# AWS itself needs these to call the function and to keep what it fails at; the emulator does not.
OF_AWS = {"FollowTheOutbox", "SetAsideWhatFails", "TakeFromTheQueue", "WriteLogs"}
# Whether a missing file is called missing or forbidden, and who may lend a role to the scheduler:
# the emulator does not ask.
UNASKED = {"NoticeMissingFiles", "LetTheSchedulerCall"}
# Needed by a deployment with other settings, or tried by a probe: see test_roles.py.
PROBED = {
    *("WordMessages", "WordTheSummary", "DescribeFiles", "WordSummaries", "ReadNotes"),
    *("ReadTheTokenOfTheTextGateway", "ReadTheTokenOfSlack", "ReadTheSecretsOfSlack"),
    "ReadTheKeyOfGoogle",
}
# AWS may ask for these besides what a call names: a raw e-mail is another action than a simple one,
# its configuration set another resource, and a path is asked for with its slash at the end.
BESIDES = {"ses:SendRawEmail", "configuration:belfry-mail", "parameter:/ss/config/*"}


# What a process reads once and keeps.
READ_ONCE = {"ReadSettings", "ReadFactsOfDrafts"}


@dataclass
class Run:
    """Calls of one function, each at its moment, from a certain state on.

    `resting` is a function that it may call, and that does nothing meanwhile.
    """

    saved: Saved
    calls: Sequence[tuple[str, Any]]
    settings: Mapping[str, str | list[str]] = field(default_factory=dict)
    resting: str = ""


@dataclass(frozen=True)
class Observed:
    """The answers of a function, all that can be seen of what it did, and its calls to AWS."""

    outcome: Any
    calls: list[Call]


def call(aws: Deployment, function: str, calls: Sequence[tuple[str, Any]]) -> list[Any]:
    answers = []
    for moment, event in calls:
        aws.go_to(london(moment))
        answers.append(aws.invoke(function, event))
    return answers


def observe(aws: Deployment, function: str, run: Run, *, afresh: bool = False) -> Observed:
    """What a run does; in a process that has read no settings yet if it is to begin afresh."""
    aws.begin(run.saved, "" if afresh else json.dumps(run.settings))
    resting = rest(aws, run.resting) if run.resting else nullcontext()
    with aws.overriding(run.settings), resting:
        answers = call(aws, function, run.calls)
    sent = (aws.list_texts(), aws.list_mails(), aws.count_enclosed(), aws.list_releases())
    return Observed((answers, aws.take_stock(), sent), aws.list_calls(function))


@contextmanager
def rest(aws: Deployment, function: str) -> Iterator[None]:
    """The function may be called, and does nothing."""
    client = aws.client("lambda")
    client.put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=0)
    try:
        yield
    finally:
        client.delete_function_concurrency(FunctionName=function)


class Role:
    """The role of a deployed function, from which statements can be taken."""

    def __init__(self, aws: Deployment, function: str) -> None:
        configuration = aws.client("lambda").get_function_configuration(FunctionName=function)
        self._name = configuration["Role"].rpartition("/")[2]
        self._iam = aws.client("iam")
        policy = self._iam.get_role_policy(RoleName=self._name, PolicyName="own")["PolicyDocument"]
        self._whole = json.loads(policy) if isinstance(policy, str) else policy

    def put(self, *, without: str = "", more: dict[str, Any] | None = None) -> None:
        policy = deepcopy(self._whole)
        policy["Statement"] = [s for s in policy["Statement"] if s["Sid"] != without]
        policy["Statement"] += [more] if more else []
        self._iam.put_role_policy(
            RoleName=self._name, PolicyName="own", PolicyDocument=json.dumps(policy)
        )


def list_unneeded(aws: Deployment, function: str, runs: Sequence[Run]) -> list[str]:
    """What the role allows for nothing: actions on resources, and statements."""
    statements = read_functions()[function]["statements"]
    grants = [g for g in list_grants(statements) if g.sid not in OF_AWS | UNASKED | PROBED]
    whole = [observe(aws, function, run) for run in runs]
    needed = [list_needed(grants, observed.calls) for observed in whole]
    unneeded = [
        f"{function} {grant}"
        for grant in grants
        if not any(grant in own for own in needed) and not BESIDES & {grant.action, grant.resource}
    ]
    role = Role(aws, function)
    for sid in dict.fromkeys(grant.sid for grant in grants):
        role.put(without=sid)
        needing = [n for n, own in enumerate(needed) if any(grant.sid == sid for grant in own)]
        if not any(differs(aws, function, sid, runs[n], whole[n]) for n in needing):
            unneeded.append(f"{function} {sid}")
        role.put()
    return unneeded


def differs(aws: Deployment, function: str, sid: str, run: Run, whole: Observed) -> bool:
    """Whether it shows that the statement is missing."""
    try:
        observed = observe(aws, function, run, afresh=sid in READ_ONCE)
    except AssertionError:
        return True
    return bool(observed.outcome != whole.outcome)
