"""Records of a finished game."""

from collections import Counter
from collections.abc import Sequence

from games.api import Record
from games.scrumkin.folding import evolve
from games.scrumkin.model import Event, Finished, SprintEnded, State
from games.scrumkin.narration import quoted
from games.scrumkin.velocity import card_value


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    found: list[Record] = []
    for event in events:
        if isinstance(event, SprintEnded):
            fastest = max(event.velocities)
            found.append(Record("Highest velocity", fastest, f"{fastest} in sprint {event.number}"))
        if isinstance(event, Finished) and event.winners and not event.unfinished:
            found.append(Record("Quickest win", -event.sprint, f"in sprint {event.sprint}"))
    best = {record.name: record for record in sorted(found, key=lambda record: record.score)}
    state, effects = card_effects(events)
    return (*best.values(), *(_cards(state, effects) if state is not None else ()))


def card_effects(events: Sequence[Event]) -> tuple[State | None, Counter[int]]:
    """The end of a game, and what each card added to velocities or took off."""
    state: State | None = None
    effects: Counter[int] = Counter()
    for event in events:
        if state is not None and isinstance(event, SprintEnded):
            for seat, player in enumerate(state.players):
                effects.update({laid.card: card_value(state, seat, laid) for laid in player.game})
        state = evolve(state, event)
    return state, effects


def _cards(state: State, effects: Counter[int]) -> list[Record]:
    """The card that cost most in the game and the one that helped most."""
    best = max(effects, key=effects.__getitem__, default=None)
    worst = min(effects, key=effects.__getitem__, default=None)
    found: list[Record] = []
    if worst is not None and effects[worst] < 0:
        cost = -effects[worst]
        found.append(Record("Costliest card", cost, f"{quoted(state.card(worst))} cost {cost} velocity in one game"))
    if best is not None and effects[best] > 0:
        gain = effects[best]
        found.append(Record("Most useful card", gain, f"{quoted(state.card(best))} added {gain} velocity in one game"))
    return found
