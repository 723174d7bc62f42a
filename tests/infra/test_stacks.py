"""The stacks agree with the code, with the table of functions, and with what AWS accepts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest
from tests.infra.function_table import (
    PLACE,
    has_dead_letters,
    list_statements,
    read_functions,
)
from tests.infra.stacks import NAMED, SAM, Stack, open_stack, translate
from tests.loops import for_each
from tests.services.dynamo_tables import describe_table
from tests.services.function_host import STACKS, list_buckets
from tools.emulator import ACCOUNT, REGION

from belfry.adapters.aws.tables import TABLES
from belfry.kernel.eventbridge.expressions import check_expression

P = "bench-"
ZONE = "Europe/London"
# Some deployments, which together have everything: the settings of each, and its parameters.
BEDROCK_AND_SNS = {
    *("model.provider = bedrock", "model.sees_evidence = true"),
    "sms.provider = sns",
}
GATEWAY = {"aws.sms_secret = jsnr/sms"}
SLACK_AND_GOOGLE = {
    "aws.slack_token_secret = ss/slack/bot-token",
    "google.credentials_secret = ss/drive/sa",
    "sms.provider = sns",
}
DEPLOYMENTS = [
    pytest.param(SLACK_AND_GOOGLE, {"Slack": "yes", "Google": "yes"}, id="with Slack and Google"),
    pytest.param(
        BEDROCK_AND_SNS,
        {"Words": "bedrock", "Evidence": "described"},
        id="with Bedrock and SNS",
    ),
    pytest.param(GATEWAY, {"SmsSecret": "jsnr/sms"}, id="with a text gateway"),
]
SHARED = {
    "TeamName": "The Repair Bench",
    "TeamZone": ZONE,
    "Country": "GB",
    "AdminEmail": "owner@example.com",
    "MailFrom": "bench@example.com",
}


# The stacks of rooms, each with the room.
ROOMS = {stack: room for room, stack in STACKS.items() if (SAM / f"{stack}.yaml").exists()}


def open_all(**parameters: str) -> Stack:
    """The stacks of all rooms as one."""
    resources = dict(open_stack("belfry", Prefix=P, **SHARED).resources)
    for name in ROOMS:
        room = open_stack(name, Prefix=P, TeamZone=ZONE, **parameters)
        resources |= {f"{name}/{n}": r for n, r in room.resources.items()}
    pages = open_stack("web", Prefix=P, **{n: v for n, v in parameters.items() if n == "Google"})
    return Stack(resources | {f"web/{n}": r for n, r in pages.resources.items()})


@pytest.fixture(scope="module")
def stack() -> Stack:
    return open_all(Words="bedrock")


def list_functions() -> Iterator[Any]:
    for name, function in read_functions().items():
        yield pytest.param(name, function, id=name)


def test_stacks_have_no_faults_that_cfn_lint_knows() -> None:
    problems = translate(with_lint=True)["problems"]
    assert problems == {path.stem: [] for path in SAM.glob("*.yaml")}


def test_stacks_have_the_functions_of_the_table_and_no_others() -> None:
    for name in ("belfry", *ROOMS, "web"):
        stack = open_stack(name, **SHARED)
        names = {function["FunctionName"] for function in stack.find_all("AWS::Lambda::Function")}
        assert names == {key for key, value in read_functions().items() if value["stack"] == name}


@for_each("name, function", list_functions)
def test_functions_are_configured_as_the_table_says(
    stack: Stack, name: str, function: dict[str, Any]
) -> None:
    configured = stack.find("AWS::Lambda::Function", FunctionName=f"{P}{name}")
    assert configured["Handler"] == function["handler"]
    assert (configured["MemorySize"], configured["Timeout"]) == (
        function["memory"],
        function["timeout"],
    )
    assert set(configured["Environment"]["Variables"]) == set(function["environment"])
    assert configured["Code"]["S3Key"] == f"{function['package']}.zip"
    assert (configured["Runtime"], configured["Architectures"]) == ("python3.14", ["arm64"])
    group = f"/aws/lambda/{P}{name}"
    assert configured["LoggingConfig"] == {"LogFormat": "JSON", "LogGroup": group}
    assert stack.find("AWS::Logs::LogGroup", LogGroupName=group)["RetentionInDays"] == 7
    assert "VpcConfig" not in configured
    if has_dead_letters(function):
        queue = f"arn:aws:sqs:{PLACE}:{P}{name}-dlq"
        assert configured["DeadLetterConfig"] == {"TargetArn": queue}


@for_each("settings, parameters", DEPLOYMENTS)
def test_roles_allow_what_the_table_says_and_no_more(
    settings: set[str], parameters: dict[str, str]
) -> None:
    stack = open_all(**parameters)
    for name, function in read_functions().items():
        role = find_role(stack, name)
        assert "ManagedPolicyArns" not in role
        [policy] = role["Policies"]
        allowed = [read_statement(s) for s in policy["PolicyDocument"]["Statement"]]
        assert sorted(allowed) == sorted(list_statements(name, function, settings, P)), name


def find_role(stack: Stack, name: str) -> dict[str, Any]:
    function = stack.find("AWS::Lambda::Function", FunctionName=f"{P}{name}")
    logical = function["Role"].rpartition("/")[2]
    [role] = [
        resource["Properties"]
        for key, resource in stack.resources.items()
        if key.rpartition("/")[2] == logical
    ]
    return dict(role)


def read_statement(statement: dict[str, Any]) -> tuple[str, list[str], list[str]]:
    assert set(statement) == {"Sid", "Effect", "Action", "Resource"}
    assert statement["Effect"] == "Allow"
    return statement["Sid"], as_list(statement["Action"]), as_list(statement["Resource"])


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else sorted(value)


@for_each("name, function", list_functions)
def test_functions_are_called_as_the_table_says(
    stack: Stack, name: str, function: dict[str, Any]
) -> None:
    for trigger in function["triggers"]:
        CHECKS[trigger["type"]](stack, f"arn:aws:lambda:{PLACE}:function:{P}{name}", trigger)


def check_schedule(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    schedule = stack.find("AWS::Scheduler::Schedule", Name=f"{P}{trigger['name']}")
    assert schedule["ScheduleExpression"] == trigger["expression"]
    assert check_expression(trigger["expression"]) is None
    assert schedule.get("ScheduleExpressionTimezone") == (ZONE if trigger["zone"] else None)
    assert schedule["Target"]["Arn"] == function
    assert schedule["Target"].get("Input") == trigger.get("input")
    queue = f"arn:aws:sqs:{PLACE}:{function.rpartition(':')[2]}-dlq"
    assert schedule["Target"]["DeadLetterConfig"]["Arn"] == queue
    assert may_invoke(stack, schedule["Target"]["RoleArn"], function)


def check_queue(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    arn = f"arn:aws:sqs:{PLACE}:{P}{trigger['name']}"
    source = stack.find("AWS::Lambda::EventSourceMapping", EventSourceArn=arn)
    queue = stack.find("AWS::SQS::Queue", QueueName=f"{P}{trigger['name']}")
    [rule] = [
        rule for rule in stack.find_all("AWS::Events::Rule") if rule["Targets"][0]["Arn"] == arn
    ]
    assert source["FunctionName"] == function.rpartition(":")[2]
    assert source["BatchSize"] == trigger["batch"]
    assert source.get("MaximumBatchingWindowInSeconds") == trigger.get("window")
    assert source["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert queue["RedrivePolicy"] == {
        "deadLetterTargetArn": f"arn:aws:sqs:{PLACE}:{P}{trigger['dead_letters']}",
        "maxReceiveCount": trigger["attempts"],
    }
    # A try that is still running must not be seen as lost.
    timeout = stack.find("AWS::Lambda::Function", FunctionName=source["FunctionName"])["Timeout"]
    assert queue["VisibilityTimeout"] >= 6 * timeout + trigger.get("window", 0)
    own_bus = {"EventBusName": f"{P}{trigger['bus']}"} if trigger["bus"] != "default" else {}
    assert rule.get("EventBusName") == own_bus.get("EventBusName")
    assert rule["EventPattern"] == {
        **({} if own_bus else {"source": [f"{P}{trigger['source']}"]}),
        "detail-type": trigger["events"],
    }


def check_stream(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    arn = f"arn:aws:dynamodb:{PLACE}:table/{P}{trigger['name']}/stream/*"
    source = stack.find("AWS::Lambda::EventSourceMapping", EventSourceArn=arn)
    assert source["FunctionName"] == function.rpartition(":")[2]
    assert (source["BatchSize"], source["MaximumRetryAttempts"]) == (
        trigger["batch"],
        trigger["attempts"],
    )
    [pattern] = source["FilterCriteria"]["Filters"]
    assert json.loads(pattern["Pattern"]) == {"eventName": trigger["records"]}
    assert source["DestinationConfig"]["OnFailure"]["Destination"].endswith("-dlq")


def check_bucket(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    bucket = stack.find("AWS::S3::Bucket", BucketName=f"{P}{trigger['name']}")
    [notice] = bucket["NotificationConfiguration"]["LambdaConfigurations"]
    assert notice["Function"] == function
    rules = notice.get("Filter", {}).get("S3Key", {}).get("Rules", [])
    prefix = trigger["prefix"]
    assert rules == ([{"Name": "prefix", "Value": prefix}] if prefix else [])


def check_url(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    url = stack.find("AWS::Lambda::Url", TargetFunctionArn=function.rpartition(":")[2])
    assert url["AuthType"] == "NONE"


def check_bus(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    [rule] = [r for r in stack.find_all("AWS::Events::Rule") if r["Targets"][0]["Arn"] == function]
    assert rule.get("EventBusName", "default") == trigger["name"]
    assert rule["EventPattern"] == {
        # Environments that share the account's bus are told apart by their prefix.
        "source": [P + trigger["source"] if trigger["source"] == "belfry" else trigger["source"]],
        "detail-type": trigger["events"],
    }


def check_call(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    caller = read_functions()[trigger["name"]]
    name = function.rpartition(":")[2].removeprefix(P)
    assert [f"function:{name}"] in [statement["resources"] for statement in caller["statements"]]


def check_at(stack: Stack, function: str, trigger: dict[str, Any]) -> None:
    called = stack.find("AWS::Lambda::Function", FunctionName=function.rpartition(":")[2])
    role = called["Environment"]["Variables"]["BELFRY_RELEASE_ROLE_ARN"]
    assert role.endswith(f"/{P}{trigger['name']}")
    assert may_invoke(stack, role, function)


def may_invoke(stack: Stack, role_arn: str, function: str) -> bool:
    name = role_arn.rpartition("/")[2]
    roles = [
        resource["Properties"]
        for key, resource in stack.resources.items()
        if name in (key.rpartition("/")[2], resource.get("Properties", {}).get("RoleName"))
    ]
    statements = roles[0]["Policies"][0]["PolicyDocument"]["Statement"]
    return any(
        s["Action"] == "lambda:InvokeFunction" and function in as_list(s["Resource"])
        for s in statements
    )


CHECKS = {
    "schedule": check_schedule,
    "queue": check_queue,
    "stream": check_stream,
    "bucket": check_bucket,
    "url": check_url,
    "bus": check_bus,
    "call": check_call,
    "at": check_at,
}


def test_nothing_else_calls_a_function(stack: Stack) -> None:
    sorts = [t["type"] for function in read_functions().values() for t in function["triggers"]]
    for kind, sort in {
        "AWS::Scheduler::Schedule": ["schedule"],
        "AWS::Lambda::EventSourceMapping": ["queue", "stream"],
        "AWS::Lambda::Url": ["url"],
        "AWS::Events::Rule": ["queue", "bus"],
    }.items():
        assert len(list(stack.find_all(kind))) == sum(map(sorts.count, sort)), kind


def test_no_zone_is_guessed() -> None:
    """Without its zone a deployment fails; the room takes the team's from the settings."""
    templates = translate()["templates"]
    for name in ("belfry", *ROOMS):
        assert "Default" not in templates[name]["Parameters"]["TeamZone"]
    for name in ROOMS:
        zone = templates[name]["Parameters"]["TeamZone"]
        assert zone["Type"] == "AWS::SSM::Parameter::Value<String>"
    setting = open_stack("belfry", **SHARED).find("AWS::SSM::Parameter", Name="/ss/config/timezone")
    assert setting["Value"] == ZONE


SHAPE = {"AttributeDefinitions", "GlobalSecondaryIndexes", "KeySchema", "StreamSpecification"}


def test_tables_are_those_that_the_code_declares(stack: Stack) -> None:
    expected = {
        f"{P}{table.name}": describe_table(table) | ({"ttl": table.ttl} if table.ttl else {})
        for table in TABLES
        if table.room in ("", *ROOMS.values())
    }
    shapes = {}
    for table in stack.find_all("AWS::DynamoDB::Table"):
        shape = {name: table[name] for name in SHAPE & set(table)}
        if "StreamSpecification" in shape:
            shape["StreamSpecification"] = {"StreamEnabled": True, **shape["StreamSpecification"]}
        if "TimeToLiveSpecification" in table:
            shape["ttl"] = table["TimeToLiveSpecification"]["AttributeName"]
        assert table["BillingMode"] == "PAY_PER_REQUEST"
        assert table["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"]
        shapes[table["TableName"]] = shape
    assert shapes == expected


def test_buckets_are_closed_and_keep_versions(stack: Stack) -> None:
    buckets = list(stack.find_all("AWS::S3::Bucket"))
    names = [bucket["BucketName"].removeprefix(P) for bucket in buckets]
    assert sorted(names) == sorted(list_buckets(ROOMS.values()))
    for bucket in buckets:
        assert all(bucket["PublicAccessBlockConfiguration"].values())
        assert len(bucket["PublicAccessBlockConfiguration"]) == 4
        assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
        assert bucket["BucketEncryption"]
    photos = stack.find("AWS::S3::Bucket", BucketName=f"{P}jsnr-photos")
    rules = {rule["Id"]: rule for rule in photos["LifecycleConfiguration"]["Rules"]}
    assert rules["put-in"]["ExpirationInDays"] == 90
    # Objects are deleted in these two by functions; what S3 puts in their place goes as well.
    team = stack.find("AWS::S3::Bucket", BucketName=f"{P}belfry-team")
    for bucket in (team, photos):
        assert any(
            r.get("ExpiredObjectDeleteMarker") for r in bucket["LifecycleConfiguration"]["Rules"]
        )
    evidence = stack.find("AWS::S3::Bucket", BucketName=f"{P}ct-evidence")
    assert not [
        rule for rule in evidence["LifecycleConfiguration"]["Rules"] if "Expir" in str(rule)
    ]


def test_data_outlives_its_stack(stack: Stack) -> None:
    kinds = ("AWS::DynamoDB::Table", "AWS::S3::Bucket")
    data = [resource for resource in stack.resources.values() if resource["Type"] in kinds]
    assert {(r["DeletionPolicy"], r["UpdateReplacePolicy"]) for r in data} == {("Retain", "Retain")}


# Of a hundred runs of publish within a day, and within an hour.
LIMITS = {"failures of publish in a hundred": 1, "ss-forged-requests": 5, "ct-forged-requests": 5}


def read_rate(alarm: dict[str, Any]) -> str:
    rate, *parts = alarm["Metrics"]
    stats = {part["Id"]: part["MetricStat"] for part in parts}
    [name] = {s["Metric"]["Dimensions"][0]["Value"].removeprefix(P) for s in stats.values()}
    assert rate["Expression"] == "100 * errors / runs"
    assert {i: (s["Metric"]["MetricName"], s["Period"]) for i, s in stats.items()} == {
        "errors": ("Errors", 24 * 3600),
        "runs": ("Invocations", 24 * 3600),
    }
    return f"failures of {name} in a hundred"


def is_about(alarm: dict[str, Any], function: str) -> bool:
    dimension = {"Name": "FunctionName", "Value": function}
    return dimension in alarm.get("Dimensions", [])


def test_a_person_hears_of_every_failure(stack: Stack) -> None:
    topic = f"arn:aws:sns:{PLACE}:{P}belfry-alarms"
    watched = set()
    for alarm in stack.find_all("AWS::CloudWatch::Alarm"):
        assert alarm["AlarmActions"] == [topic]
        metric = alarm["MetricName"] if "MetricName" in alarm else read_rate(alarm)
        limit = (LIMITS.get(metric, 0), "GreaterThanThreshold")
        assert (alarm["Threshold"], alarm["ComparisonOperator"]) == limit
        places = [d["Value"] for d in alarm.get("Dimensions", [])] or ["everywhere"]
        watched.add((metric, *places))
    queues = {queue["QueueName"] for queue in stack.find_all("AWS::SQS::Queue")}
    functions = {function["FunctionName"] for function in stack.find_all("AWS::Lambda::Function")}
    assert watched == {
        *(("ApproximateNumberOfMessagesVisible", name) for name in queues if name.endswith("-dlq")),
        *(("Errors", name) for name in functions - {f"{P}publish"}),
        ("Throttles", "everywhere"),
        *((name, "everywhere") for name in LIMITS),
        ("ss-trouble", "everywhere"),
    }
    # The week's draft is the one thing that has to be made.
    drafter = [a for a in stack.find_all("AWS::CloudWatch::Alarm") if is_about(a, f"{P}drafter")]
    assert {(a["Period"] * a["EvaluationPeriods"], a["DatapointsToAlarm"]) for a in drafter} == {
        (7 * 24 * 3600, 1)
    }
    filters = list(stack.find_all("AWS::Logs::MetricFilter"))
    logs = {f["LogGroupName"] for f in filters if "ERROR" in f["FilterPattern"]}
    assert logs == {
        f"/aws/lambda/{P}{n}" for n, f in read_functions().items() if f["stack"] == "ss"
    }
    assert stack.find("AWS::SNS::Topic", TopicName=f"{P}belfry-alarms")["Subscription"]


def test_only_github_of_this_branch_may_deploy() -> None:
    stack = open_stack("deploy", Repository="owner/belfry", Prefix=P)
    role = stack.find("AWS::IAM::Role", RoleName=f"{P}belfry-deploy")
    [trust] = role["AssumeRolePolicyDocument"]["Statement"]
    host = "token.actions.githubusercontent.com"
    assert trust["Condition"] == {
        "StringEquals": {
            f"{host}:aud": "sts.amazonaws.com",
            f"{host}:sub": "repo:owner/belfry:ref:refs/heads/main",
        }
    }
    statements = {s["Sid"]: s for s in role["Policies"][0]["PolicyDocument"]["Statement"]}
    assert statements["HandOverToCloudFormation"]["Resource"].endswith(f"/{P}belfry-stacks")
    actions = {
        action.partition(":")[0] for s in statements.values() for action in as_list(s["Action"])
    }
    assert actions == {"cloudformation", "s3", "iam"}


def test_github_may_deploy_every_stack_that_its_workflow_names() -> None:
    """CloudFormation names what has no name of its own after its stack."""
    workflow = (SAM.parents[1] / ".github" / "workflows" / "deploy.yml").read_text("utf-8")
    names = re.findall(r"--stack-name \"\$\{PREFIX\}([a-z]+)\"", workflow)
    assert names == ["belfry", *STACKS.values(), "web"]
    roles = open_stack("deploy", Repository="owner/belfry", Prefix=P)
    allowed = {
        name: [
            resource
            for statement in roles.find("AWS::IAM::Role", RoleName=f"{P}belfry-{name}")["Policies"][
                0
            ]["PolicyDocument"]["Statement"]
            for resource in as_list(statement["Resource"])
            if resource != "*"
        ]
        for name in ("deploy", "stacks")
    }
    refused = [
        arn
        for name in names
        for role, arn in list_deployed(name)
        if not any(fnmatchcase(arn, pattern) for pattern in allowed[role])
    ]
    assert refused == []


def list_deployed(name: str) -> Iterator[tuple[str, str]]:
    """The stack and what is in it, each with the role that makes it."""
    yield "deploy", f"arn:aws:cloudformation:{REGION}:{ACCOUNT}:stack/{P}{name}/1"
    shared = SHARED if name == "belfry" else {"TeamZone": ZONE}
    for logical_name, resource in open_stack(name, Prefix=P, **shared).resources.items():
        if resource["Type"] in NAMED:
            attribute, pattern = NAMED[resource["Type"]]
            called = resource["Properties"].get(attribute, f"{P}{name}-{logical_name}")
            place = f"{REGION}:{ACCOUNT}"
            yield "stacks", pattern.format(place=place, account=ACCOUNT, name=called)


def test_budget_warns_twice_by_a_topic() -> None:
    stack = open_stack("budget", Email="owner@example.com")
    [budget] = stack.find_all("AWS::Budgets::Budget")
    assert budget["Budget"]["BudgetLimit"] == {"Amount": 15, "Unit": "USD"}
    notifications = budget["NotificationsWithSubscribers"]
    assert [n["Notification"]["Threshold"] for n in notifications] == [80, 100]
    topic = stack.find("AWS::SNS::Topic", TopicName="ss-cost-alarm")
    assert topic["Subscription"] == [{"Protocol": "email", "Endpoint": "owner@example.com"}]
    assert {s["SubscriptionType"] for n in notifications for s in n["Subscribers"]} == {"SNS"}
    assert list(stack.find_all("AWS::Chatbot::SlackChannelConfiguration")) == []
    in_slack = open_stack("budget", Email="x", SlackWorkspace="T1", SlackChannel="C1")
    [posts] = in_slack.find_all("AWS::Chatbot::SlackChannelConfiguration")
    assert (posts["SlackWorkspaceId"], posts["SlackChannelId"]) == ("T1", "C1")


def test_mail_about_time_off_is_scanned_and_stored_where_intake_looks() -> None:
    stack = open_stack("mail-in", Prefix=P, Recipient="timeoff@example.com")
    [rule] = [rule["Rule"] for rule in stack.find_all("AWS::SES::ReceiptRule")]
    assert (rule["Recipients"], rule["ScanEnabled"]) == (["timeoff@example.com"], True)
    store, stop = rule["Actions"]
    [trigger] = read_functions()["intake-timeoff"]["triggers"]
    assert store == {"S3Action": {"BucketName": f"{P}{trigger['name']}"}}
    assert list(stop) == ["StopAction"]


def test_files_of_the_rota_are_kept_as_long_as_they_are_needed(stack: Stack) -> None:
    """What is read goes to no archive; notes are read once."""
    rules = {
        name: {
            rule["Id"]: rule
            for rule in stack.find("AWS::S3::Bucket", BucketName=f"{P}{name}")[
                "LifecycleConfiguration"
            ]["Rules"]
        }
        for name in ("ss-roster-source", "ss-raw-mime")
    }
    earlier, notes = rules["ss-roster-source"]["versions-of-s3"], rules["ss-raw-mime"]["notes"]
    assert [t["TransitionInDays"] for t in earlier["NoncurrentVersionTransitions"]] == [90]
    assert earlier["NoncurrentVersionExpiration"] == {"NoncurrentDays": 3 * 365}
    assert [t["TransitionInDays"] for t in notes["Transitions"]] == [30]
    assert notes["ExpirationInDays"] == 3 * 365


def test_heavier_model_is_wired_and_not_used_unless_asked_for() -> None:
    for model, word in (("haiku", "haiku"), ("sonnet", "sonnet-4-6")):
        named = {} if model == "haiku" else {"Model": model}
        shared = open_stack("belfry", Words="bedrock", **SHARED, **named)
        setting = shared.find("AWS::SSM::Parameter", Name="/ss/config/model/name")
        assert word in setting["Value"]
        room = open_stack("ss", TeamZone=ZONE, Words="bedrock", **named)
        role = room.resources["SummaryRole"]["Properties"]["Policies"][0]["PolicyDocument"]
        [statement] = [s for s in role["Statement"] if s["Sid"] == "WordSummaries"]
        assert all(word in arn for arn in statement["Resource"])
