"""What Nautilus Island's strategies work with: one module per question."""
