"""Statistics over many games, and the dice that were rolled."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.api import Die
from games.sprint.model import SCRUM, DieTaken, Event, Finished, Moved, Reported, Rolled, ToolAccepted, TurnPassed

_LANDING = "landing on "


def dice(event: Event) -> tuple[Die, ...]:
    """Movement dice and progress dice; a scrum counts as the highest side."""
    if isinstance(event, Rolled | Reported):
        return tuple(Die(event.seat, SCRUM, face, "scrum" if face == SCRUM else "") for face in event.dice)
    return ()


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter(final_dice=3)
    for event in events:
        match event:
            case Rolled() | ToolAccepted() | TurnPassed():
                counts["turns"] += 1
            case Moved():
                counts[_LANDING + event.space] += 1
            case DieTaken():
                counts["final_dice"] += 1
            case Finished(won=True):
                counts["wins"] += 1
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    landings = {name.removeprefix(_LANDING): count for name, count in total.items() if name.startswith(_LANDING)}
    return {
        "wins": total["wins"],
        "turns_mean": round(total["turns"] / games, 2),
        "final_dice_mean": round(total["final_dice"] / games, 2),
        "landings": dict(sorted(landings.items(), key=lambda item: -item[1])),
    }
