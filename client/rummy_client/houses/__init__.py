"""Houses on the own network and houses that are known: how each is found, and found again."""
