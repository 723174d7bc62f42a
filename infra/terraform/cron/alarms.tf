# What a person should hear of.

locals {
  metrics = "Belfry/${var.env}"

  filters = {
    parked_rows = {
      log_group = aws_cloudwatch_log_group.publisher.name
      pattern   = "{ $.message = \"outbox.row_failed\" }"
    }
    refused_fires = {
      log_group = aws_cloudwatch_log_group.runner.name
      pattern   = "{ $.message = \"fire.refused\" }"
    }
    failed_fires = {
      log_group = aws_cloudwatch_log_group.runner.name
      pattern   = "{ $.message = \"fire.failed\" }"
    }
  }
}

resource "aws_cloudwatch_log_metric_filter" "this" {
  for_each = local.filters

  name           = "${local.name}-${each.key}"
  log_group_name = each.value.log_group
  pattern        = each.value.pattern

  metric_transformation {
    name          = each.key
    namespace     = local.metrics
    value         = "1"
    default_value = "0"
  }
}

resource "aws_cloudwatch_metric_alarm" "counted" {
  for_each = local.filters

  alarm_name          = "${local.name}-${each.key}"
  alarm_description   = "See docs/cron.md, when a part is down."
  namespace           = local.metrics
  metric_name         = aws_cloudwatch_log_metric_filter.this[each.key].metric_transformation[0].name
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}

resource "aws_cloudwatch_metric_alarm" "queues" {
  for_each = {
    scheduler-dlq = aws_sqs_queue.scheduler_dlq.name
    functions-dlq = aws_sqs_queue.functions_dlq.name
  }

  alarm_name          = "${local.name}-${each.key}"
  alarm_description   = "Something was put aside. See docs/cron.md, when a part is down."
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  dimensions          = { QueueName = each.value }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}

resource "aws_cloudwatch_metric_alarm" "functions" {
  for_each = {
    publisher = aws_lambda_function.publisher.function_name
    runner    = aws_lambda_function.runner.function_name
  }

  alarm_name          = "${local.name}-${each.key}-errors"
  alarm_description   = "The function fails. See docs/cron.md, when a part is down."
  namespace           = "AWS/Lambda"
  metric_name         = "Errors"
  dimensions          = { FunctionName = each.value }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 2
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}
