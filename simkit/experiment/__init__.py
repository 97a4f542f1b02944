"""Reads an experiment from YAML or from a Python mapping, and makes its validated scenarios."""
