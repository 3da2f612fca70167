"""What a retrospective leaves: open actions for the next one, cards for the next game."""

from collections.abc import Mapping, Sequence

from games.inheritance import OpenAction, write_actions, write_cards, write_prompts
from games.retro.folding import evolve
from games.retro.model import Event, State


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """The questions of the game before are answered, so none are left. Cards stay until newer ones push them out."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        return {}
    open_still = [OpenAction(each.what, each.due) for each in state.earlier if each.mark in {"", "keep"}]
    agreed = [OpenAction(each.what, each.due) for each in state.actions]
    written = [card for card in state.cards if card is not None]
    return {
        "prompts": write_prompts(()),
        "actions": write_actions([*agreed, *open_still]),
        "cards": write_cards(dict.fromkeys([*written, *state.inherited])),
    }
