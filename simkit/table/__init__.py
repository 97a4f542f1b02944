"""Sits at the table: a person plays a game in the terminal, with or against any strategies.

`game` plays it, `sight` tells each person what their seat sees, `look` how the game stands, `screen` shows
that and asks, `advice` gives hints, `saved` keeps unfinished games, `kept` makes runs of finished ones,
`entered` reads the results of games that were played on a real table.
"""
