"""What people read. Seats are named with `who`, and each platform puts the players' names there."""

from typing import assert_never

from bot.cli.skeleton.mygame.model import Event, Finished, Started, Taken, View
from games.text import who


def narrate(event: Event, viewer: int | None) -> str | None:
    """An event as a sentence, for the room (None) or for one seat."""
    match event:
        case Started():
            return f"There are {event.stones} stones in the heap."
        case Taken():
            taken = "a stone" if event.count == 1 else f"{event.count} stones"
            return f"You take {taken}." if viewer == event.seat else f"{who(event.seat)} takes {taken}."
        case Finished():
            return f"The heap is empty: {who(event.winner)} wins."
        case _:
            assert_never(event)


def prompt(view: View) -> str:
    """What to do next."""
    state = view.table
    if state.winner is not None:
        return "The game is over."
    return f"{who(state.turn)}, take one to three stones."
