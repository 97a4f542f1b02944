"""What stands behind `import simkit`: experiments, runs and lists as Python values."""
