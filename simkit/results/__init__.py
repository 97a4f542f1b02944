"""What reports know of a run: columns, results, scenarios, line-ups, players and wins, in words."""
