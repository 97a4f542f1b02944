"""Plays a run: shards, workers, and what watches them; everything compiled before the first game."""

MOST_JOBS = 1024
"""The most workers at once; with many more, a system refuses to start threads."""
