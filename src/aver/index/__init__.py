"""The eligible-set index: BM25 and exact dense search over what the caller may read, nothing else."""
