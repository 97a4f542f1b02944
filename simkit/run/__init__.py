"""Runs: plays an experiment's scenarios in shards, side by side, and keeps the results as Parquet files."""

from simkit.run.allocator import return_freed_memory

return_freed_memory()
