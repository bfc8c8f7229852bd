"""The clients: they show what they were sent and ask for what their player wants."""
