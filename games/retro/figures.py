"""Counts over many retrospectives, for simulations."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.retro.events import Event, Finished, Grouped, NotesShown, VotesShown


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case NotesShown():
                counts["notes"] += len(event.notes)
            case Grouped():
                counts["grouped"] += 1
            case VotesShown():
                counts["dots"] += sum(votes for _, votes in event.votes)
            case Finished():
                counts["topics"] += event.topics
                counts["actions"] += event.actions
                counts["cards"] += len(event.cards)
                counts["answers"] += sum(event.poll)
                counts["points"] += sum(value * given for value, given in enumerate(event.poll))
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    means = {
        f"{name}_mean": round(total[name] / games, 2)
        for name in ("notes", "grouped", "dots", "topics", "actions", "cards")
    }
    return {**means, "worth_mean": round(total["points"] / max(1, total["answers"]), 2)}
