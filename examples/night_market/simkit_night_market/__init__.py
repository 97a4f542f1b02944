"""Night Market: two traders play cards, and what a card does stands in a YAML file."""
