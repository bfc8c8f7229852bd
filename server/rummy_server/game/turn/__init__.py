"""Where a turn stands, what can be done in it, and whether it can still be ended."""
