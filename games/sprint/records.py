"""Records of a finished sprint."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.api import Record
from games.sprint.model import SCRUM, CardDrawn, DayEnded, Event, Finished, Freed, Reported, Rolled, Started
from games.sprint.narration import hours, quoted


@dataclass(slots=True)
class Spell:
    """The time one player was impeded, from drawing the card until it was removed or the game ended."""

    seat: int
    card: str
    turns: int = 0  # rolls without a scrum
    days: int = 0
    by_scrum: bool = False  # how it ended


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    impeded = spells(events)
    found = (_best_sprint(events), _best_report(events), _most_stubborn(impeded), _quickest_scrum(impeded))
    return tuple(record for record in found if record is not None)


def _best_sprint(events: Sequence[Event]) -> Record | None:
    """The win with the most days to spare or, until a room has won a sprint, the closest loss."""
    days = next((event.days for event in events if isinstance(event, Started)), 0)
    for event in events:
        if isinstance(event, Finished):
            day, spare = event.day + 1, days - event.day - 1
            if event.won:
                rest = f"with {counted(spare, 'day')} to spare" if spare else "in the nick of time"
                return Record("Best sprint", spare, f"won on day {day} of {days}, {rest}")
            missing = f"with {hours(event.hours)} of work left" if event.hours else "on the way to Sprint Review"
            return Record("Best sprint", -1 - event.hours, f"lost {missing}")
    return None


def _best_report(events: Sequence[Event]) -> Record | None:
    amounts = [event.amount for event in events if isinstance(event, Reported) and event.times > 0]
    if not amounts:
        return None
    return Record("Best report", max(amounts), f"{hours(max(amounts))} of work done in one go")


def _most_stubborn(impeded: Sequence[Spell]) -> Record | None:
    worst = max(impeded, key=lambda spell: (spell.turns, spell.days), default=None)
    if worst is None or not worst.turns:
        return None
    days = f" while {counted(worst.days, 'day')} went by" if worst.days else ""
    text = f"{quoted(worst.card)} held somebody up for {counted(worst.turns, 'turn')}{days}"
    return Record("Most stubborn impediment", worst.turns + worst.days / 100, text)


def _quickest_scrum(impeded: Sequence[Spell]) -> Record | None:
    solved = [spell for spell in impeded if spell.by_scrum]
    if not solved:
        return None
    quickest = min(solved, key=lambda spell: spell.turns)
    when = f"after {counted(quickest.turns, 'failed roll')}" if quickest.turns else "on the first roll"
    return Record("Quickest scrum", -quickest.turns, f"{quoted(quickest.card)} was gone {when}")


def spells(events: Sequence[Event]) -> list[Spell]:
    """Every time a player was impeded, in order."""
    stuck: dict[int, Spell] = {}
    found: list[Spell] = []
    for event in events:
        match event:
            case CardDrawn(seat=seat, deck="impediments", card=card):
                stuck[seat] = Spell(seat, card)
                found.append(stuck[seat])
            case Rolled(seat=seat, dice=dice, impeded=True) if SCRUM not in dice:
                stuck[seat].turns += 1
            case DayEnded():
                for spell in stuck.values():
                    spell.days += 1
            case Freed(seat=seat, by=by):
                stuck.pop(seat).by_scrum = by == "scrum"
            case _:
                pass
    return found


def counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"
