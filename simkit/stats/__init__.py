"""Statistics: estimates with intervals, and comparisons.  They work on tables and know nothing of games."""
