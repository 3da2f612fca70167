"""What stands beside the service: tools for the operator and files that they bring."""


class Fault(Exception):
    """The command cannot be carried out: a sentence for the person at the keyboard."""
