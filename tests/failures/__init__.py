"""Failure families (section O): each a folder of documents and a table in families.toml, played both ways."""
