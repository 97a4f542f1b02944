"""What a run keeps on the disk: Parquet tables, the manifest, and what reads and queries them."""
