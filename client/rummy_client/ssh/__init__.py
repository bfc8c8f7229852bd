"""The other door of a house: whoever has an ssh client plays, and installs nothing.

A process of its own, in which the ordinary client runs once for each session and speaks the
ordinary protocol to the house. There is no shell behind this door, and no file.
"""
