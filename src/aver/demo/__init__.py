"""The demonstration: a shipped corpus, and questions that break retrieval without verification."""
