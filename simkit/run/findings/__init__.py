"""What is found out from runs, and from the few games that some of it plays besides.

From the tables of a run: `verdict` and `targeted` (its targets), `comparison` (with another run), `minutes`,
`unknown` (what assumptions do to it).  `noticed` and `idle` look into a few more games of the same rules.
`ladder` and `alike` keep what strategies reach, in a file beside them: a tool plays it, no run does.
"""
