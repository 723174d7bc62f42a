"""Recurring checks: when they are due, reminders, escalation and evidence."""
