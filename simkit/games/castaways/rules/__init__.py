"""The rules of Castaways, which run compiled: a module a phase, and what several phases use."""
