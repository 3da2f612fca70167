"""What a command needs before anything is decided: a table, a seat, a say. Each raises Refused if it isn't there."""

from collections.abc import Callable

from bot.commands.calls import Call
from bot.live.seating import host_or_seated, seat_of
from bot.table.model import Refused
from bot.texts import refusals, workshops

Need = Callable[[Call], object]


def table(call: Call) -> None:
    """A table in this room, whatever its state."""
    _ = call.table


def open_table(call: Call) -> None:
    """One that isn't over."""
    if call.table.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)


def finished_game(call: Call) -> None:
    if call.table.standing.table.phase != "over":
        raise Refused(refusals.NOT_OVER)


def running_game(call: Call) -> None:
    if not call.table.standing.playing:
        raise Refused(refusals.NOT_STARTED)


def free_hand(call: Call) -> None:
    """At a workshop, what is played and when is up to its trainer."""
    if call.table.standing.table.workshop is not None and not call.request.desk:
        raise Refused(workshops.UP_TO_THE_TRAINER)


def seat(call: Call) -> None:
    """The person sits at the table."""
    seat_of(call.table, call.request)


def say(call: Call) -> None:
    """The person sits at the table or is its host."""
    host_or_seated(call.table, call.request)
