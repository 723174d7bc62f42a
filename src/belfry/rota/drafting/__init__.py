"""How a week is filled: a quick first answer, then moves that fill more and share more evenly."""
