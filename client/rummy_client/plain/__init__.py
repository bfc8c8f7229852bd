"""The plain client: the same game by lines, for screen readers, dumb terminals and pipes."""
