"""What a note about time off says: which days, and why, or that a person must read it."""
