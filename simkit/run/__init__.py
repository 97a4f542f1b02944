"""Runs: scenarios to shards to workers to Parquet files."""
