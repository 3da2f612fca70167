"""Statistics over many games."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.scrumkin.model import BugFixed, Countered, Event, Finished, Started, TookOver

_WON = "won by seat "
_SPRINTS = "sprints "  # and how many: games of this length


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
            case BugFixed():
                counts["bugs fixed"] += 1
            case Finished():
                counts[f"{_SPRINTS}{event.sprint}"] += 1
                counts["unfinished"] += event.unfinished
                counts["wins"] += bool(event.winners)
                counts.update(f"{_WON}{seat + 1}" for seat in event.winners)
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    """`wins` matters in collaborative mode, `wins_by_seat` in competitive mode."""
    lengths = {int(name.removeprefix(_SPRINTS)): n for name, n in total.items() if name.startswith(_SPRINTS)}
    return {
        "wins": total["wins"],
        "wins_by_seat": {
            name.removeprefix(_WON): number for name, number in sorted(total.items()) if name.startswith(_WON)
        },
        "sprints_mean": round(sum(length * number for length, number in lengths.items()) / games, 2),
        "sprints_longest": max(lengths, default=0),
        "won_by_the_smallest_backlog": total["unfinished"],
        "shields_mean": round(total["shields"] / games, 2),
        "bugs_fixed_mean": round(total["bugs fixed"] / games, 2),
        "taken_over_mean": round(total["taken over"] / games, 2),
    }
