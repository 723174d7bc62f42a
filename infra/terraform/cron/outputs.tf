output "runner_lambda_arn" {
  description = "The target of every schedule."
  value       = aws_lambda_function.runner.arn
}

output "publisher_lambda_arn" {
  description = "The function that carries schedules to EventBridge."
  value       = aws_lambda_function.publisher.arn
}

output "scheduler_role_arn" {
  description = "The role in which EventBridge Scheduler rings the runner."
  value       = aws_iam_role.scheduler.arn
}

output "schedule_group" {
  description = "The group that holds our schedules."
  value       = aws_scheduler_schedule_group.this.name
}

output "scheduler_dlq_url" {
  description = "What could not be handed over to the runner."
  value       = aws_sqs_queue.scheduler_dlq.url
}

output "functions_dlq_url" {
  description = "What a function did not manage."
  value       = aws_sqs_queue.functions_dlq.url
}
