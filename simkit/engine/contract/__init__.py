"""What a game declares, and what plays it: knobs, content, kinds of moves, strategies, players."""
