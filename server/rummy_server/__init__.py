"""The server: it alone knows what lies face down."""
