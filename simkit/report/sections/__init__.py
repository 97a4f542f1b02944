"""Sections that any game's report can use: one module for each question that many games raise.

Each takes a run, the columns that it is about and the words for them, and names no game.
"""
