"""Sections that any game's report can use: one module a question that is asked of many games.

Each takes a run, the columns that it is about and the words for them, and names no game.
"""
