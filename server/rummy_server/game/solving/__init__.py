"""The best that can be made of a hand, exactly."""
