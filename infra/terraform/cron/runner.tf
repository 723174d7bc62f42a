# At each fire: hand it in at the app, which makes one run of it however often it comes.

resource "aws_cloudwatch_log_group" "runner" {
  name              = "/aws/lambda/${local.runner}"
  retention_in_days = var.log_retention_days
  tags              = local.tags
}

resource "aws_lambda_function" "runner" {
  function_name    = local.runner
  description      = "Hands fires of EventBridge Scheduler in at the app."
  role             = aws_iam_role.runner.arn
  runtime          = var.runtime
  architectures    = ["arm64"]
  handler          = "belfry.entrypoints.awslambda.runner.handler"
  filename         = var.runner_package
  source_code_hash = filebase64sha256(var.runner_package)
  memory_size      = 128
  timeout          = 15
  tags             = local.tags

  reserved_concurrent_executions = var.runner_concurrency

  environment {
    variables = {
      BELFRY_APP_BASE_URL       = var.app_base_url
      BELFRY_API_KEY_SECRET_ARN = var.api_key_secret_arn
    }
  }

  dead_letter_config {
    target_arn = aws_sqs_queue.functions_dlq.arn
  }

  logging_config {
    log_format = "JSON"
    log_group  = aws_cloudwatch_log_group.runner.name
  }

  dynamic "vpc_config" {
    for_each = var.runner_in_vpc ? [1] : []

    content {
      subnet_ids         = var.subnet_ids
      security_group_ids = var.security_group_ids
    }
  }

  depends_on = [aws_iam_role_policy.runner]
}

# Scheduler hands over asynchronously: when the function fails, these are the tries that count.
resource "aws_lambda_function_event_invoke_config" "runner" {
  function_name                = aws_lambda_function.runner.function_name
  maximum_retry_attempts       = 2
  maximum_event_age_in_seconds = 21600
}
