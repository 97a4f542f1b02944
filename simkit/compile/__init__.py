"""How Python functions become compiled code; it knows nothing of games."""
