"""The documentation: its links, its commands, its site."""
