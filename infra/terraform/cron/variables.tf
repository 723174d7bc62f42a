variable "env" {
  description = "The environment: part of every schedule's name (wf-12-prod)."
  type        = string

  validation {
    condition     = can(regex("^[a-z0-9]{1,32}$", var.env))
    error_message = "Expected 1 to 32 small letters and digits, as in dev, stage or prod."
  }
}

variable "app_base_url" {
  description = "Where the app answers, as in https://belfry.example.com; the runner calls its invoke route."
  type        = string

  validation {
    condition     = can(regex("^https?://[^/]+$", var.app_base_url))
    error_message = "Expected http(s)://host without a path and without a slash at its end."
  }
}

variable "api_key_secret_arn" {
  description = "The secret that holds an API key of the service scheduler, as plain text."
  type        = string
}

variable "database_secret_arn" {
  description = "The secret that holds the database url (postgresql://...), as plain text."
  type        = string
}

variable "publisher_package" {
  description = "The zip with the publisher and what it needs; `make lambda` builds it."
  type        = string
}

variable "runner_package" {
  description = "The zip with the runner; `make lambda` builds it."
  type        = string
}

variable "runtime" {
  description = "The Python the functions run on; the packages must be built for it."
  type        = string
  default     = "python3.13"
}

variable "subnet_ids" {
  description = "Subnets from which the publisher reaches the database; empty without a VPC."
  type        = list(string)
  default     = []
}

variable "security_group_ids" {
  description = "Security groups of the functions in those subnets."
  type        = list(string)
  default     = []
}

variable "runner_in_vpc" {
  description = "Whether the runner, too, stands in the subnets, because the app has no public address."
  type        = bool
  default     = false
}

variable "runner_concurrency" {
  description = "How many runners may be at work at once, so that a full hour does not storm the app."
  type        = number
  default     = 5
}

variable "log_retention_days" {
  description = "How long the functions' logs are kept."
  type        = number
  default     = 7
}

variable "alarm_topic_arns" {
  description = "SNS topics that are told when an alarm goes off or is over; empty tells nobody."
  type        = list(string)
  default     = []
}

variable "tags" {
  description = "Put on everything that can carry tags."
  type        = map(string)
  default     = {}
}
