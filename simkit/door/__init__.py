"""What stands behind `import simkit`: experiments, runs and lists as Python values."""

from pathlib import Path

RUNS = Path("runs")
"""The usual folder of all runs."""

MOST_JOBS = 1024
"""The most workers at once; with many more, a system refuses to start threads."""
