"""What `expert` decides by with expansions or two players: the chance to win after each move."""
