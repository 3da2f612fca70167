"""What to remember of a finished game: the fastest sprint, the cards that mattered, shields, and who took over work."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.scrumkin.model import Countered, Event, SprintEnded, TookOver
from games.scrumkin.narration import count, quoted, signed
from games.scrumkin.records import card_effects
from games.text import who


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    return (*_fastest(events), *_cards(events), *_shields(events), *_taken_over(events))


def _fastest(events: Sequence[Event]) -> Iterator[str]:
    ended = [event for event in events if isinstance(event, SprintEnded)]
    if not ended:
        return
    best = max(ended, key=lambda event: max(event.velocities))
    fastest = max(best.velocities)
    seat = best.velocities.index(fastest)
    yield f"Fastest sprint: {who(seat)} with velocity {signed(fastest)} in sprint {best.number}."


def _cards(events: Sequence[Event]) -> Iterator[str]:
    state, effects = card_effects(events)
    if state is None or not effects:
        return
    best, worst = max(effects, key=effects.__getitem__), min(effects, key=effects.__getitem__)
    if effects[best] > 0:
        yield f"Most useful card: {quoted(state.card(best))}, {signed(effects[best])} velocity in all."
    if effects[worst] < 0:
        yield f"Costliest card: {quoted(state.card(worst))}, {signed(effects[worst])} velocity in all."


def _shields(events: Sequence[Event]) -> Iterator[str]:
    raised = Counter(event.seat for event in events if isinstance(event, Countered))
    if raised:
        seat, most = raised.most_common(1)[0]
        yield f"Most shields: {who(seat)}, who raised {count(most, 'shield')}."


def _taken_over(events: Sequence[Event]) -> Iterator[str]:
    taken: Counter[tuple[int, int]] = Counter()
    for event in events:
        if isinstance(event, TookOver):
            taken[event.seat, event.target] += event.count
    for (seat, target), items in taken.items():
        yield f"{who(seat)} took over {count(items, 'item')} from {who(target)}."
