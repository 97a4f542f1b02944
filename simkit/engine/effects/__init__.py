"""Effects: a card's text is a small tree of operations in YAML, which can stop to ask a player.

`vocabulary` holds texts and the words of a game; `reader` makes and checks the `tree` of a text, from which
`chains`, `code` and `words` (sentences) follow; `program` holds all of that,
`interpreter` carries them out, `machine` is the part of that in the state, `rolls` are throws that players
may pay to repeat, and contests of several sides.
"""
