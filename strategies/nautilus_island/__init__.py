"""Strategies for Nautilus Island."""
