"""The REST service: one open home, served to callers that a key stands for (L2, L9, M5)."""
