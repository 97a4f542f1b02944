"""The compiled rules of Nautilus Island: the state, and a module for each part of the rulebook."""
