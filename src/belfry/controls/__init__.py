"""Which checks are due, who is reminded of them, and what became of each."""
