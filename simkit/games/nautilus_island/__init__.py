"""Nautilus Island (Johannes Goupy and Théo Rivière, 2023): castaways gather sets of objects on a wreck."""
