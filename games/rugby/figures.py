"""Counts over many games, for simulations."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.rugby.model import Event, Finished, Stepped, TurnBegan

_ENDED = "ended by "
_WON = ("blue", "red")


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Stepped(step=step):
                counts["pushes" if ">" in step else "steps"] += 1
            case TurnBegan(exit=str()):
                counts["scrums"] += 1
            case Finished(winner=winner, reason=reason, turns=turns):
                counts["turns"] += turns
                counts["draws" if winner is None else _WON[winner]] += 1
                counts[_ENDED + reason] += 1
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    return {
        **{name: total[name] for name in (*_WON, "draws")},
        "turns_mean": round(total["turns"] / games, 2),
        "pushes_mean": round(total["pushes"] / games, 2),
        "scrums_mean": round(total["scrums"] / games, 2),
        "ended_by": {name.removeprefix(_ENDED): count for name, count in total.items() if name.startswith(_ENDED)},
    }
