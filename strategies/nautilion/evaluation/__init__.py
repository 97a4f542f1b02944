"""What Nautilion's strategies work with: a module a question."""
