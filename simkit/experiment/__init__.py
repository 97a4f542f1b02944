"""Experiments: values, and what reads them from YAML or from a Python mapping."""
