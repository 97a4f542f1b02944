"""The live page (`simkit ui`): change a rule, a player or its skill in a browser, and see the answer at once.

`controls` makes the form from a game's declarations, `setting` the experiment from the form, `games` plays it
piece by piece, `answer` says what it came to, `session` keeps what was tried, and `server` hands it to one
browser on the same machine.
"""
