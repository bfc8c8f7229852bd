"""A first deal, explained while it is played: what is due, and in which words."""
