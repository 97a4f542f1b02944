"""Estimates, comparisons: statistics that know tables, not games."""
