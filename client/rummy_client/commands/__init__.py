"""What a player wants, by name: model and desk in, model, desk and what is to be done out."""
