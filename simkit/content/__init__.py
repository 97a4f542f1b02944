"""YAML in which every value knows its file, line and column, and complaints that point to it."""
