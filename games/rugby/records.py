"""The records that a finished game may set."""

from collections.abc import Sequence

from games.api import Record
from games.rugby.model import Event, Finished, TurnBegan


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    found: list[Record] = []
    for event in events:
        if isinstance(event, Finished):
            if event.reason == "goal":
                found.append(Record("Quickest goal", -event.turns, f"on turn {event.turns}"))
            found.append(Record("Longest game", event.turns, f"{event.turns} turns"))
    scrums = sum(isinstance(event, TurnBegan) and event.bound for event in events)
    if scrums:
        found.append(Record("Most scrums", scrums, f"{scrums} in one game"))
    return tuple(found)
