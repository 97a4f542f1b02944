"""Plays games: the play loop, a match of many games, a walk move by move, and what made a game fail."""
