"""The rules of rummy as pure functions. No I/O, no clock, no logging and no chance of its own.

`decide` judges an action and says what happens; `evolve` makes it so.
"""
