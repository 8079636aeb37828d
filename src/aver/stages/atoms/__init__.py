"""Typed atoms: what code can compare without understanding a sentence, each with its span (H1, H4)."""
