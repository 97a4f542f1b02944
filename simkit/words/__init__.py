"""Says what a run shows in a designer's words: here alone results become sentences."""
