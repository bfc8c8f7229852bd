"""A table: one task that owns one room, and what that task is made of."""
