"""simkit: a Monte Carlo laboratory for board-game designers."""

__version__ = "0.1.0"
