"""Reads an experiment from YAML or from a Python mapping, with places, into values."""
