"""Night Market: two traders play cards; a YAML file says what each card does."""
