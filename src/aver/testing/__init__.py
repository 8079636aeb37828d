"""What tests need that is not itself under test: an embedder without weights, deterministic to the bit."""

from aver.testing.hash_embedder import HashEmbedder

__all__ = ["HashEmbedder"]
