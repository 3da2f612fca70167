"""What is worth telling of a finished sprint."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.api import Record
from games.sprint.model import SCRUM, CardDrawn, DayEnded, Event, Finished, Freed, Reported, Rolled, Started
from games.sprint.narration import hours, quoted


@dataclass(slots=True)
class _Trouble:
    """An impediment, from the card until its end or the end of the game."""

    card: str
    turns: int = 0  # in which its player rolled and stayed stuck
    days: int = 0
    solved: bool = False  # by a scrum


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    troubles = _troubles(events)
    found = (_best_sprint(events), _best_report(events), _most_stubborn(troubles), _quickest_scrum(troubles))
    return tuple(record for record in found if record is not None)


def _best_sprint(events: Sequence[Event]) -> Record | None:
    """Days to spare, or, as long as no sprint of a room was won, the one that came nearest to it."""
    days = next((event.days for event in events if isinstance(event, Started)), 0)
    for event in events:
        if isinstance(event, Finished):
            day, spare = event.day + 1, days - event.day - 1
            if event.won:
                rest = f"with {_counted(spare, 'day')} to spare" if spare else "in the nick of time"
                return Record("Best sprint", spare, f"won on day {day} of {days}, {rest}")
            missing = f"with {hours(event.hours)} of work left" if event.hours else "on the way to Sprint Review"
            return Record("Best sprint", -1 - event.hours, f"lost {missing}")
    return None


def _best_report(events: Sequence[Event]) -> Record | None:
    amounts = [event.amount for event in events if isinstance(event, Reported) and event.times > 0]
    if not amounts:
        return None
    return Record("Best report", max(amounts), f"{hours(max(amounts))} of work done at once")


def _most_stubborn(troubles: Sequence[_Trouble]) -> Record | None:
    worst = max(troubles, key=lambda trouble: (trouble.turns, trouble.days), default=None)
    if worst is None or not worst.turns:
        return None
    over = f" and past {_counted(worst.days, 'End')} of Day" if worst.days else ""
    text = f"{quoted(worst.card)} held somebody up for {_counted(worst.turns, 'turn')}{over}"
    return Record("Most stubborn impediment", worst.turns + worst.days / 100, text)


def _quickest_scrum(troubles: Sequence[_Trouble]) -> Record | None:
    solved = [trouble for trouble in troubles if trouble.solved]
    if not solved:
        return None
    quickest = min(solved, key=lambda trouble: trouble.turns)
    after = f"after {_counted(quickest.turns, 'roll')} in vain" if quickest.turns else "with the first roll"
    return Record("Quickest scrum", -quickest.turns, f"{quoted(quickest.card)} was gone {after}")


def _troubles(events: Sequence[Event]) -> list[_Trouble]:
    """All impediments of a game, in the order in which they came."""
    stuck: dict[int, _Trouble] = {}
    found: list[_Trouble] = []
    for event in events:
        match event:
            case CardDrawn(seat=seat, deck="impediments", card=card):
                stuck[seat] = _Trouble(card)
                found.append(stuck[seat])
            case Rolled(seat=seat, dice=dice, impeded=True) if SCRUM not in dice:
                stuck[seat].turns += 1
            case DayEnded():
                for trouble in stuck.values():
                    trouble.days += 1
            case Freed(seat=seat, by=by):
                stuck.pop(seat).solved = by == "scrum"
            case _:
                pass
    return found


def _counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"
