"""Searches for strong play: how far skill reaches in a game, and where strategies lose most."""
