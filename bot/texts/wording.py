"""Pieces of sentences that several topics share."""

from games.api import Command, Parameter
from games.text import shortened

ECHO_LIMIT = 60


def short(typed: str) -> str:
    """What somebody typed, cut to quote it back to them."""
    return shortened(typed, ECHO_LIMIT)


def counted(count: int, noun: str) -> str:
    """`1 table`, `2 tables`."""
    return f"{count} {noun}{'s' * (count != 1)}"


def length(seconds: float) -> str:
    """A duration in the unit people would choose."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return counted(int(seconds // unit), name)
    return counted(max(1, round(seconds / 60)), "minute")


TODAY = 12 * 3600.0  # seconds until a moment that is named without its date


def time_left(seconds: float) -> str:
    """What is left on a clock, as precisely as anybody wants to know."""
    minutes = max(1, round(seconds / 60))
    if minutes < 120:
        return f"{minutes} min"
    hours = round(minutes / 60)
    return f"{hours} hours" if hours < 48 else f"{round(hours / 24)} days"


def usage(command: Command) -> str:
    return " ".join([command.name, *map(_parameter, command.parameters)])


def _parameter(parameter: Parameter) -> str:
    name = "…" if parameter.name == parameter.lead else parameter.name
    return f"{parameter.lead} <{name}>".lstrip() if parameter.required else f"[{f'{parameter.lead} {name}'.lstrip()}]"
