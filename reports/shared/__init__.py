"""Modules that several report scripts share."""
