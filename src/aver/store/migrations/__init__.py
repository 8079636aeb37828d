"""Schema migrations, oldest first, each in `versions/`."""
