"""What stands behind `import simkit`: experiments, runs and lists as Python values."""

from pathlib import Path

RUNS = Path("runs")
