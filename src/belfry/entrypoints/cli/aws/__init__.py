"""Commands about home aws."""
