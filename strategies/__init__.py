"""The strategies that come with simkit, one folder a game."""
