"""What the strategies for Nautilus (2002) weigh."""
