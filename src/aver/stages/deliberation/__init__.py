"""A deliberation's pure parts: prompts, strict replies, citations, challenges, rulings, doubt.

Read in that order. A model's words become claims that are checked like any other; a debate about them can
only lower what they are worth (G3, H5).
"""
