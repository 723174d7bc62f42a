# Three roles, each with what its bearer needs and nothing else.

data "aws_iam_policy_document" "lambda_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

# --- the publisher

resource "aws_iam_role" "publisher" {
  name               = local.publisher
  assume_role_policy = data.aws_iam_policy_document.lambda_trust.json
  tags               = local.tags
}

data "aws_iam_policy_document" "publisher" {
  statement {
    sid       = "ReadDatabaseUrl"
    actions   = ["secretsmanager:GetSecretValue"]
    resources = [var.database_secret_arn]
  }

  statement {
    sid = "KeepOurSchedules"
    actions = [
      "scheduler:CreateSchedule",
      "scheduler:UpdateSchedule",
      "scheduler:DeleteSchedule",
      "scheduler:GetSchedule",
    ]
    resources = [local.our_schedules]
  }

  # This action knows no resources: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridgescheduler.html
  statement {
    sid       = "ListSchedules"
    actions   = ["scheduler:ListSchedules"]
    resources = ["*"]
  }

  statement {
    sid       = "LendTheSchedulerItsRole"
    actions   = ["iam:PassRole"]
    resources = [aws_iam_role.scheduler.arn]

    condition {
      test     = "StringEquals"
      variable = "iam:PassedToService"
      values   = ["scheduler.amazonaws.com"]
    }
  }

  statement {
    sid       = "WriteLogs"
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.publisher.arn}:*"]
  }

  statement {
    sid       = "PutAsideWhatFailed"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.functions_dlq.arn]
  }

  dynamic "statement" {
    for_each = length(var.subnet_ids) > 0 ? [1] : []

    content {
      sid       = "StandInTheSubnets"
      actions   = local.network_actions
      resources = ["*"]
    }
  }
}

resource "aws_iam_role_policy" "publisher" {
  name   = "publisher"
  role   = aws_iam_role.publisher.id
  policy = data.aws_iam_policy_document.publisher.json
}

# --- the runner

resource "aws_iam_role" "runner" {
  name               = local.runner
  assume_role_policy = data.aws_iam_policy_document.lambda_trust.json
  tags               = local.tags
}

data "aws_iam_policy_document" "runner" {
  statement {
    sid       = "ReadApiKey"
    actions   = ["secretsmanager:GetSecretValue"]
    resources = [var.api_key_secret_arn]
  }

  statement {
    sid       = "WriteLogs"
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.runner.arn}:*"]
  }

  statement {
    sid       = "PutAsideWhatFailed"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.functions_dlq.arn]
  }

  dynamic "statement" {
    for_each = var.runner_in_vpc ? [1] : []

    content {
      sid       = "StandInTheSubnets"
      actions   = local.network_actions
      resources = ["*"]
    }
  }
}

resource "aws_iam_role_policy" "runner" {
  name   = "runner"
  role   = aws_iam_role.runner.id
  policy = data.aws_iam_policy_document.runner.json
}

# --- EventBridge Scheduler itself

data "aws_iam_policy_document" "scheduler_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["scheduler.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account]
    }
  }
}

resource "aws_iam_role" "scheduler" {
  name               = "${local.name}-scheduler"
  assume_role_policy = data.aws_iam_policy_document.scheduler_trust.json
  tags               = local.tags
}

data "aws_iam_policy_document" "scheduler" {
  statement {
    sid       = "RingTheRunner"
    actions   = ["lambda:InvokeFunction"]
    resources = [aws_lambda_function.runner.arn]
  }

  statement {
    sid       = "PutAsideWhatCouldNotBeHandedOver"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.scheduler_dlq.arn]
  }
}

resource "aws_iam_role_policy" "scheduler" {
  name   = "scheduler"
  role   = aws_iam_role.scheduler.id
  policy = data.aws_iam_policy_document.scheduler.json
}

locals {
  # What Lambda asks of a function's role before it lets it into a VPC; none of it knows resources.
  network_actions = [
    "ec2:CreateNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:DeleteNetworkInterface",
    "ec2:AssignPrivateIpAddresses",
    "ec2:UnassignPrivateIpAddresses",
  ]
}
