"""Verifying an answer that somebody else wrote: split it, find its evidence, decide by code, then by the scorer."""
