"""Statistics: estimates with intervals and comparisons, of tables and not of games in particular."""
