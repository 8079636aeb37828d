"""The imperative shell: ingest, ask, record, replay."""
