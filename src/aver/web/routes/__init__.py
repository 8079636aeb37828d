"""The pages, one file per group."""
