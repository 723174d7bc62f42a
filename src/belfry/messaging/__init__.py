"""The only way a message leaves the house: once, at a decent hour, and written down."""
