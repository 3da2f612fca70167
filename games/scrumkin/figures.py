"""Statistics over many games."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.scrumkin.model import Countered, Event, Finished, Started, TookOver

_WON = "won by seat "


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Started():
                counts.update({f"{_WON}{seat + 1}": 0 for seat in range(event.seats)})
            case Countered():
                counts["shields"] += 1
            case TookOver():
                counts["taken over"] += event.count
            case Finished():
                counts["sprints"] += event.sprint
                counts["wins"] += bool(event.winners)
                counts.update(f"{_WON}{seat + 1}" for seat in event.winners)
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    """`wins` matters in collaborative mode, `wins_by_seat` in competitive mode."""
    return {
        "wins": total["wins"],
        "wins_by_seat": {
            name.removeprefix(_WON): number for name, number in sorted(total.items()) if name.startswith(_WON)
        },
        "sprints_mean": round(total["sprints"] / games, 2),
        "shields_mean": round(total["shields"] / games, 2),
        "taken_over_mean": round(total["taken over"] / games, 2),
    }
