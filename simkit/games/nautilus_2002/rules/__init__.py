"""The compiled rules of Nautilus: the state, and a module for each part of the rulebook."""
