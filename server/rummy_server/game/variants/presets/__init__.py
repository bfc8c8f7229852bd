"""The games as data, one file for each. What their values mean is said by `RuleSet`.

A file that lies here is a game: nothing else has to be told of it.
"""
