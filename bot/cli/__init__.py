"""The `scrum-table` command line: running the bot, and tools for operators and for files."""


class Fault(Exception):
    """A command that can't be carried out, with a sentence for the person at the keyboard."""
