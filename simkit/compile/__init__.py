"""Compiles Python functions to machine code.  This package knows nothing of games."""
