"""The command line, as the tests of the commands use it."""

from tests.cli.conftest import aver

__all__ = ["aver"]
