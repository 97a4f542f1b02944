"""Effects: a card's text is a small tree of operations in YAML, which can stop to ask a player.

`vocabulary` holds texts and the words of a game, `program` checks and compiles the texts written in them,
`interpreter` does them, `machine` is what of that lies in the state, `rolls` are throws that others may have
repeated and contests of several sides, `words` says them in sentences.
"""
