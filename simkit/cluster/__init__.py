"""A cluster of Dask that plays, and a store for the tables of runs: `--cluster` and `--store`.

`dask_cluster` hands out pieces of work, `jobs` says what they are, `bundle` packs the code that workers lack,
`packed` the values; `node` and `pieces` are executed on the machines of the cluster.  `table_store` holds
tables in a shared folder or an object store.
"""
