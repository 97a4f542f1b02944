"""Sections that any game's report can use, with one module for each question.

Each takes a run, the columns that it is about and the words for them, and names no game.
"""

MINUTES = "Minutes at the table"
"""The heading of the section about minutes; it stands here for those who must not load all that draws it."""
