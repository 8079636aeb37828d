"""What tests need that is not itself under test: an embedder without weights, a chat model without a mind."""

from aver.testing.hash_embedder import HashEmbedder
from aver.testing.scripted_chat import ScriptedChat

__all__ = ["HashEmbedder", "ScriptedChat"]
