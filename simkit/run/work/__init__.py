"""Plays a run: shards, workers, and what watches them; everything compiled before the first game."""
