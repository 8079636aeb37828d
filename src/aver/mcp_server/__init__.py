"""The Model Context Protocol: the desk's operations as tools for programs that reason with a language model."""
