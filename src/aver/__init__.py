"""Aver answers questions from documents and is never silently wrong."""

__version__ = "0.1.0"
