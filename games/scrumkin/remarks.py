"""Lines below an event: what a card has to do with work. A room reads each once: a finished game passes them on."""

from collections.abc import Sequence

from games.language import t
from games.scrumkin.deck import SprintCard, effect_of
from games.scrumkin.folding import evolve
from games.scrumkin.model import Event, Played, Started, State


def remark(before: State | None, event: Event, after: State) -> str | None:
    found = _lesson(event, after) if before is not None else None
    return None if found is None or found[0] in after.known else found[1]


def _lesson(event: Event, after: State) -> tuple[str, str] | None:
    """A key, by which the room remembers it, and the line."""
    match event:
        case Played(seat=seat, target=target, card=card) if seat == target and _is_habit(card):
            return "habit", t("A habit beats a heroic sprint.")
        case Played(seat=seat, target=target, card=card) if seat != target and _hurts(card) and not after.collaborative:
            return "company", t("Your team gets ahead. Does the company?")
        case _ if event.kind == "sprint_ended" and min(event.velocities) <= 0:
            return "busy", t("Busy, and nothing finished: what would you stop?")
        case _:
            return None


def _is_habit(card: SprintCard) -> bool:
    """True if it helps for good."""
    effect = effect_of(card.effect)
    return not effect.scrum and effect.lasting and effect.values[-1] > 0


def _hurts(card: SprintCard) -> bool:
    effect = effect_of(card.effect)
    return not effect.scrum and sum(effect.values) < 0


def read_in(events: Sequence[Event]) -> tuple[str, ...]:
    """The keys of the lines that a room has read after this game."""
    if not events or not isinstance(events[0], Started):
        return ()
    state, keys = evolve(None, events[0]), [*events[0].known]
    for event in events[1:]:
        state = evolve(state, event)
        if found := _lesson(event, state):
            keys.append(found[0])
    return tuple(dict.fromkeys(keys))
