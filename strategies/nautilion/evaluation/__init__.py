"""What Nautilion's strategies work with: one module per question."""
