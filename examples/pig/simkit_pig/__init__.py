"""Pig: two players roll a die for points, until they hold or roll a 1."""
