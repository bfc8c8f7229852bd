"""Judges of single actions. Which game uses which, with what numbers, `variants` says."""
