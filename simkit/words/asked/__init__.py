"""Says what questions found without a run: a module for each, the most important sentence first."""
