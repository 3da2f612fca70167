"""Lines below an event: what is different from now on, and what a space or a card has to do with Scrum.

A room reads each of the second kind once: a finished game passes on which it has had.
"""

from collections.abc import Sequence
from math import ceil

from games.language import t
from games.sprint.board import load_board
from games.sprint.folding import evolve
from games.sprint.model import DayEnded, Event, Started, State
from games.sprint.words import days_left, hours


def remark(before: State | None, event: Event, after: State) -> str | None:
    if before is None:
        return None
    if before.hours and not after.hours and after.release is None:
        return t(
            "All the work is done! Now only End of Day and Sprint Review count: everybody to Sprint Review, {after}.",
            after=days_left(after),
        )
    found = _lesson(before, event, after)
    return None if found is None or found[0] in after.known else found[1]


def _lesson(before: State, event: Event, after: State) -> tuple[str, str] | None:
    """A key, by which the room remembers it, and the line."""
    match event.kind:
        case "card_drawn" if event.deck == "impediments":
            return "impediment", t("An impediment is the team’s now. Who can help before the day ends?")
        case "reported" if event.times < 0:
            return "rework", t("Rework is work found late. What would have shown it earlier?")
        case "die_taken" if load_board(before.board).spaces[before.players[before.turn].space].kind != "die":
            return "talk", t("That talk pays in every report from now on.")
        case "day_ended" if (above := _above_the_line(event, after)) > 0:
            return "line", t("You’re {hours} above the planned line. What changes today?", hours=hours(above))
        case "sprint_closed" if not event.delivered:
            return "forecast", t("Was that forecast a wish, or your velocity?")
        case _:
            return None


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
            keys.append(found[0])
    return tuple(dict.fromkeys(keys))
