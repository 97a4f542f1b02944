"""What Nautilus Island's strategies work with: a module a question."""
