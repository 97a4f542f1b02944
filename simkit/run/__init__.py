"""Plays an experiment's scenarios in shards, on several workers, and stores the results in Parquet files."""

from simkit.run.allocator import return_freed_memory

return_freed_memory()
