"""The real terminal: what it can show, what it is written, and what it sends."""
