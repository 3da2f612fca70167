"""The cards that matter now, as people read them."""

from games.api import ShownCard
from games.sprint.cards import Deck, card
from games.sprint.cards import cards as cards_by_key
from games.sprint.model import Ballot, CardDrawn, Discussion, State, View
from games.text import who

_KINDS: dict[Deck, str] = {"tools": "Tool", "impediments": "Impediment", "opportunities": "Opportunity"}


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.table
    match state.phase:
        case Ballot() as ballot:
            return _ballot(state, ballot)
        case Discussion(card=key):
            return (_shown("opportunities", key, "All yes: one more die for the team.", decides=True),)
        case _:
            drawn = (event for event in state.latest if isinstance(event, CardDrawn))
            return tuple(_shown(event.deck, event.card, f"Drawn by {who(event.seat)}.") for event in drawn)


def _ballot(state: State, ballot: Ballot) -> tuple[ShownCard, ...]:
    """The tool, and what it is offered against."""
    tool = _shown("tools", ballot.card, f"All yes: {who(ballot.target)} is free.", decides=True)
    impediment = state.players[ballot.target].impediment
    if impediment is None:
        return (tool,)
    return tool, _shown("impediments", impediment, f"It holds up {who(ballot.target)}.", decides=True)


def every_card(view: View) -> tuple[ShownCard, ...]:
    """The decks of this board. A team's own cards appear once they have been drawn."""
    state = view.table
    held = {
        "tools": tuple(tool for player in state.players for tool in player.tools),
        "impediments": tuple(player.impediment for player in state.players if player.impediment is not None),
        "opportunities": (),
    }
    found: dict[str, ShownCard] = {}
    for deck, left in state.decks.items():
        for key in (*held[deck], *state.discards[deck], *(key for key in left if key in cards_by_key())):
            found[card(key).title] = _shown(deck, key)
    return tuple(found.values())


def _shown(deck: Deck, key: str, note: str = "", *, decides: bool = False) -> ShownCard:
    found = card(key)
    return ShownCard(found.title, found.text, _KINDS[deck], note, decides)
