"""The compiled rules of Nautilus Island: a module for each part of the rulebook."""
