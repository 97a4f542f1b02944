"""The compiled rules of Nautilus: a module for each part of the rulebook."""
