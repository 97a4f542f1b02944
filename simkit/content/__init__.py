"""Reads YAML files so that every value knows its file, line and column, and error messages can name them."""
