# The clock on EventBridge: schedules kept in the database are carried to EventBridge Scheduler by
# the publisher, and come back to the app through the runner.

data "aws_caller_identity" "this" {}
data "aws_partition" "this" {}
data "aws_region" "this" {}

locals {
  name      = "belfry-${var.env}"
  publisher = "${local.name}-scheduler-publisher"
  runner    = "${local.name}-scheduler-runner"

  account   = data.aws_caller_identity.this.account_id
  partition = data.aws_partition.this.partition
  region    = data.aws_region.this.name

  # Only ours: by group, and by the environment in their name.
  our_schedules = "arn:${local.partition}:scheduler:${local.region}:${local.account}:schedule/${aws_scheduler_schedule_group.this.name}/wf-*-${var.env}*"

  tags = merge({ "belfry:environment" = var.env }, var.tags)
}

resource "aws_scheduler_schedule_group" "this" {
  name = local.name
  tags = local.tags
}

# What EventBridge Scheduler could not hand over to the runner at all.
resource "aws_sqs_queue" "scheduler_dlq" {
  name                      = "${local.name}-scheduler-dlq"
  message_retention_seconds = 1209600
  sqs_managed_sse_enabled   = true
  tags                      = local.tags
}

# What a function was given and did not manage, after its retries.
resource "aws_sqs_queue" "functions_dlq" {
  name                      = "${local.name}-functions-dlq"
  message_retention_seconds = 1209600
  sqs_managed_sse_enabled   = true
  tags                      = local.tags
}
