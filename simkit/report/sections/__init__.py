"""Sections that any game's report can use, with one module for each question.

Each takes a run, the columns that it is about and the words for them, and names no game.
"""
