"""Entities and typed relations of one document, and the communities of a graph; everything in values, no store."""
