"""Hex: two players connect their sides of a board; everybody sees everything, and nothing is random."""
