"""Strategies for Nautilus (2002)."""
