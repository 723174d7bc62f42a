"""Where each customer's job is, and what they are told about it."""
