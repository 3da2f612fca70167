"""What a retrospective passes on: open actions to the next one, cards to the next game."""

from collections.abc import Mapping, Sequence

from games.inheritance import OpenAction, write_actions, write_cards, write_prompts
from games.retro.events import Event
from games.retro.folding import evolve
from games.retro.model import State


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """Questions from the last game are answered, so none are passed on. Cards stay until newer ones replace them."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        return {}
    still_open = [OpenAction(each.what, each.due, each.origin) for each in state.earlier if each.mark in {"", "keep"}]
    agreed = [OpenAction(each.what, each.due) for each in state.actions]
    written = [card for card in state.cards if card is not None]
    return {
        "prompts": write_prompts(()),
        "actions": write_actions([*agreed, *still_open]),
        "cards": write_cards(dict.fromkeys([*written, *state.inherited])),
    }
