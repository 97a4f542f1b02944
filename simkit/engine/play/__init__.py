"""Plays games: the play loop, a match of many games, a walk move by move, and who made a game fail."""
