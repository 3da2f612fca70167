"""Sentences about several teams side by side."""

from collections.abc import Sequence

from games.debriefing import Weighed
from games.graphics.team_luck import signed
from games.text import listing

_NAMED = 3  # teams in a sentence; more are counted
_LIKELY = 1.96  # standard errors
_LEAST = 3.0  # points; less is nothing, however exact

NOT_STARTED = "not started"
PLAYING = "still playing"
ENDED_EARLY = "ended early"
MADE_IT = "made it"
MISSED_IT = "didn’t make it"
FINISHED = "finished"
DRAWN = "a draw"
LUCK, CHOICE = "Luck", "Choices"
SAME_DICE = "All teams had the same dice and cards in the same order: what differs began with somebody’s choice."
ABOUT_LUCK = (
    "Luck and choices are estimated from simulated games, in percentage points of the chance of winning. Choices are "
    "compared with those of a sensible automatic player: 0 is as good as that."
)


def won_by(names: Sequence[str]) -> str:
    return f"won by {listing(names)}"


def teams_named(names: Sequence[str], of: int) -> str:
    """Who, at the beginning of a sentence: by name, or how many."""
    if len(names) == of > 1:
        return "Both teams" if of == 2 else "All teams"
    return listing(names) if len(names) <= _NAMED else f"{len(names)} of {of} teams"


def as_far_as(names: Sequence[str], of: int, how: str) -> str:
    """A note about teams that didn't finish, or haven't yet."""
    one = len(names) == 1
    what = {
        NOT_STARTED: "hasn’t started" if one else "haven’t started",
        PLAYING: "is still playing" if one else "are still playing",
        ENDED_EARLY: "ended early",
    }[how]
    return f"{teams_named(names, of)} {what}: compare with care."


def few_teams(count: int) -> str:
    return f"With {count} teams, a difference may well be chance: treat it as a question, not as an answer."


def weighed(points: float, error: float) -> str:
    """Points of the chance to win; nothing decisive within the simulation's own error."""
    points, likely = 100 * points, 100 * _LIKELY * error
    return "about even" if abs(points) < max(_LEAST, likely) else f"{signed(points)} ± {max(1, round(likely))}"


def luck_of(found: Weighed) -> tuple[tuple[str, str], ...]:
    return (
        (LUCK, weighed(found.luck, found.luck_error)),
        (CHOICE, weighed(found.choice, found.choice_error)),
    )
