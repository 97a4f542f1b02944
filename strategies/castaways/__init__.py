"""Strategies for Castaways."""
