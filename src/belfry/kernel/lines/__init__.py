"""What became of a text that people edit, line by line."""
