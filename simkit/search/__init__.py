"""Searches among players and rules: how far look-ahead gets in a game."""
