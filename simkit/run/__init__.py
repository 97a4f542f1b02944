"""Runs: plays an experiment's scenarios in shards, side by side, and keeps the results as Parquet files."""

import os

# Read when pyarrow is imported.  Its own allocators keep what each worker has freed: ten million games took
# 1.2 GB with 64 workers instead of 0.7.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
