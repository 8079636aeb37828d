"""The SQLite source of truth: documents, chunks, posting and vector blocks, runs, in one file."""
