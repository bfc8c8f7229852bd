"""What whoever runs a house needs beside the house itself: errands, health, numbers, a log.

Nothing of a game happens in here, and nothing in here knows a card. The house does not know
this package: it is started beside it, looks at it, and leaves word with its tables.
"""
