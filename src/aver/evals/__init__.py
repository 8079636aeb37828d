"""Measuring answers against labelled questions."""
