"""The command ``rummy``: words and options in, one line out for each that is wrong."""
