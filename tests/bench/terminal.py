"""The client's part of a run. Not there yet."""


def terminal(paints, seconds):
    raise SystemExit("later")
