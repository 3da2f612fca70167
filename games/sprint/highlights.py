"""What to remember of a finished sprint: the best day, an impediment, who helped whom, kind dice."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.sprint.figures import dice
from games.sprint.model import SCRUM, DayEnded, Event, Reported, ToolAccepted
from games.sprint.narration import hours, quoted
from games.sprint.records import counted, spells
from games.text import listing, who

_FEW_DICE = 6  # with fewer, an average says nothing
_LUCKY = 0.1  # above the expected average


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    found = (_best_day(events), _most_stubborn(events), *_helpers(events), _luckiest(events))
    return tuple(sentence for sentence in found if sentence)


def _best_day(events: Sequence[Event]) -> str:
    day, burned = 1, Counter[int]()
    for event in events:
        if isinstance(event, DayEnded):
            day = event.day + 1
        elif isinstance(event, Reported) and event.times > 0:
            burned[day] += event.amount
    if not burned:
        return ""
    best, amount = burned.most_common(1)[0]
    return f"Best day: day {best}, with {hours(amount)} of work done."


def _most_stubborn(events: Sequence[Event]) -> str:
    worst = max(spells(events), key=lambda spell: (spell.turns, spell.days), default=None)
    if worst is None or not worst.turns:
        return ""
    return (
        f"Most stubborn impediment: {quoted(worst.card)} held {who(worst.seat)} up for {counted(worst.turns, 'turn')}."
    )


def _helpers(events: Sequence[Event]) -> Iterator[str]:
    """Who solved whose problems, with which tools."""
    given: dict[tuple[int, int], list[str]] = {}
    for event in events:
        if isinstance(event, ToolAccepted) and event.seat != event.target:
            given.setdefault((event.seat, event.target), []).append(quoted(event.card))
    for (seat, target), tools in given.items():
        yield f"{who(seat)} helped {who(target)} with {listing(tools)}."


def _luckiest(events: Sequence[Event]) -> str:
    rolled: dict[int, list[int]] = {}
    for event in events:
        for die in dice(event):
            rolled.setdefault(die.seat, []).append(die.shown)
    averages = {seat: sum(shown) / len(shown) for seat, shown in rolled.items() if len(shown) >= _FEW_DICE}
    luckiest = max(averages, key=averages.__getitem__, default=0)
    average, expected = averages.get(luckiest, 0.0), (SCRUM + 1) / 2
    if average < expected + _LUCKY:
        return ""
    return f"Kindest dice: {who(luckiest)}’s, {average:.1f} on average where {expected} is expected."
