"""The command line, as the CLI tests run it."""

from __future__ import annotations

from tests.cli.conftest import aver, folder  # noqa: F401
