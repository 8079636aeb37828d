"""Frozen nouns: what every layer passes around. Standard library only, no behaviour beyond derivation."""
