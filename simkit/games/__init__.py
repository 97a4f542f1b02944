"""The games, one package each; a game knows only the engine."""
