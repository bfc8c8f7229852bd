"""What is a meld, what its jokers stand for, and what can be added to it."""
