"""A room: what a table remembers, and how each record changes it. Pure: nobody is there."""
