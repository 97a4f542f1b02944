"""What strategies for Castaways reckon with."""
