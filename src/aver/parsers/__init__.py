"""Bytes to documents: one module per format, each run in a limited child process."""
