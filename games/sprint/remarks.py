"""Lines below an event: what is different from now on, and what a space or a card has to do with Scrum.

A room reads each of the second kind once: a finished game passes on which it has had.
"""

from collections.abc import Sequence
from math import ceil

from games.language import lazy, t
from games.sprint.board import load_board
from games.sprint.folding import evolve
from games.sprint.model import DayEnded, Event, Started, State
from games.sprint.words.terms import days_left, hours

_LINES = {
    "impediment": lazy("An impediment is the team’s now. Who can help before the day ends?"),
    "rework": lazy("Rework is work found late. What would have shown it earlier?"),
    "talk": lazy("That talk pays in every report from now on."),
    "line": lazy("You’re {hours} above the planned line. What changes today?"),
    "forecast": lazy("Was that forecast a wish, or your velocity?"),
}


def remark(before: State | None, event: Event, after: State) -> str | None:
    if before is None:
        return None
    if before.hours and not after.hours and after.release is None:
        return t(
            "All the work is done! Now only End of Day and Sprint Review count: everybody to Sprint Review, "
            "{days_left}.",
            days_left=days_left(after),
        )
    found = _lesson(before, event, after)
    if not found or found in after.known:
        return None
    above = _above_the_line(event, after) if event.kind == "day_ended" else 0
    return t(_LINES[found], hours=hours(above))


def _lesson(before: State, event: Event, after: State) -> str:
    """The key of a line, by which the room remembers it; empty if there is nothing to say."""
    match event.kind:
        case "card_drawn" if event.deck == "impediments":
            return "impediment"
        case "reported" if event.times < 0:
            return "rework"
        case "die_taken" if load_board(before.board).spaces[before.players[before.turn].space].kind != "die":
            return "talk"
        case "day_ended" if _above_the_line(event, after) > 0:
            return "line"
        case "sprint_closed" if not event.delivered:
            return "forecast"
        case _:
            return ""


def _above_the_line(event: DayEnded, state: State) -> int:
    """The hours above the planned line after a third of the days, in a release of its first sprint; else 0."""
    if event.day != ceil(event.of / 3) or (state.release is not None and state.release.past):
        return 0
    return state.hours - round(state.planned * (1 - state.day / state.days))


def read_in(events: Sequence[Event]) -> tuple[str, ...]:
    """The keys of the lines that a room has read after this game."""
    if not events or not isinstance(events[0], Started):
        return ()
    state, keys = evolve(None, events[0]), [*events[0].known]
    for event in events[1:]:
        before, state = state, evolve(state, event)
        if found := _lesson(before, event, state):
            keys.append(found)
    return tuple(dict.fromkeys(keys))
