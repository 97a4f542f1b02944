"""Strategies for Nautilion."""
