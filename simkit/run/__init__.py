"""Plays an experiment's scenarios in shards, on several workers, and stores the results in Parquet files."""
