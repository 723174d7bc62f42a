# Every minute: carry what changed in the database to EventBridge Scheduler.

resource "aws_cloudwatch_log_group" "publisher" {
  name              = "/aws/lambda/${local.publisher}"
  retention_in_days = var.log_retention_days
  tags              = local.tags
}

resource "aws_lambda_function" "publisher" {
  function_name    = local.publisher
  description      = "Carries changed schedules from the outbox to EventBridge Scheduler."
  role             = aws_iam_role.publisher.arn
  runtime          = var.runtime
  architectures    = ["arm64"]
  handler          = "belfry.entrypoints.awslambda.publisher.handler"
  filename         = var.publisher_package
  source_code_hash = filebase64sha256(var.publisher_package)
  memory_size      = 256
  timeout          = 55
  tags             = local.tags

  # One at a time is enough: a second one would only wait for the first one's leases.
  reserved_concurrent_executions = 1

  environment {
    variables = {
      BELFRY_DATABASE_SECRET_ARN         = var.database_secret_arn
      BELFRY_EVENTBRIDGE_ENVIRONMENT     = var.env
      BELFRY_EVENTBRIDGE_GROUP           = aws_scheduler_schedule_group.this.name
      BELFRY_EVENTBRIDGE_TARGET_ARN      = aws_lambda_function.runner.arn
      BELFRY_EVENTBRIDGE_ROLE_ARN        = aws_iam_role.scheduler.arn
      BELFRY_EVENTBRIDGE_DEAD_LETTER_ARN = aws_sqs_queue.scheduler_dlq.arn
    }
  }

  dead_letter_config {
    target_arn = aws_sqs_queue.functions_dlq.arn
  }

  logging_config {
    log_format = "JSON"
    log_group  = aws_cloudwatch_log_group.publisher.name
  }

  dynamic "vpc_config" {
    for_each = length(var.subnet_ids) > 0 ? [1] : []

    content {
      subnet_ids         = var.subnet_ids
      security_group_ids = var.security_group_ids
    }
  }

  depends_on = [aws_iam_role_policy.publisher]
}

# The next minute comes anyway: a pass that failed is not repeated.
resource "aws_lambda_function_event_invoke_config" "publisher" {
  function_name                = aws_lambda_function.publisher.function_name
  maximum_retry_attempts       = 0
  maximum_event_age_in_seconds = 60
}

resource "aws_cloudwatch_event_rule" "every_minute" {
  name                = "${local.publisher}-every-minute"
  description         = "Rings the publisher."
  schedule_expression = "rate(1 minute)"
  tags                = local.tags
}

resource "aws_cloudwatch_event_target" "publisher" {
  rule = aws_cloudwatch_event_rule.every_minute.name
  arn  = aws_lambda_function.publisher.arn
}

resource "aws_lambda_permission" "every_minute" {
  statement_id  = "EveryMinute"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.publisher.function_name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.every_minute.arn
}
