"""The cards that people see: those of the moment, those they hold, and all there are."""

from collections.abc import Mapping

from games.language import Lazy, lazy, t
from games.parts import Holding, ShownCard
from games.sprint.board import Deck, card
from games.sprint.board import cards as cards_by_key
from games.sprint.model import Ballot, CardDrawn, Discussion, Player, State, View
from games.text import who

_KINDS: Mapping[Deck, Lazy] = {
    "tools": lazy("Tool"),
    "impediments": lazy("Impediment"),
    "opportunities": lazy("Opportunity"),
}
BADGES: dict[Deck, str] = {"tools": "tool", "impediments": "impediment", "opportunities": "opportunity"}


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.state
    match state.phase:
        case Ballot() as ballot:
            return _ballot(state, ballot)
        case Discussion(card=key):
            return (_shown("opportunities", key, t("All yes: one more die for the team."), decides=True),)
        case _:
            drawn = (event for event in state.latest if isinstance(event, CardDrawn))
            return tuple(_shown(event.deck, event.card, t("Drawn by {who}.", who=who(event.seat))) for event in drawn)


def _ballot(state: State, ballot: Ballot) -> tuple[ShownCard, ...]:
    """The cards of a vote: the tool, and what it is offered against."""
    tool = _shown("tools", ballot.card, t("All yes: {who} is free.", who=who(ballot.target)), decides=True)
    impediment = state.players[ballot.target].impediment
    if impediment is None:
        return (tool,)
    return tool, _shown("impediments", impediment, t("It holds up {who}.", who=who(ballot.target)), decides=True)


def holdings(view: View) -> tuple[tuple[Holding, ...], ...]:
    """The tools of each player, and what impedes them."""

    def of(seat: int, player: Player) -> tuple[Holding, ...]:
        stuck = () if player.impediment is None else (player.impediment,)
        return (
            *(_holding("impediments", key, f"seat:{seat}") for key in stuck),
            *(_holding("tools", key, f"tool:{key}") for key in player.tools),
        )

    return tuple(of(seat, player) for seat, player in enumerate(view.state.players))


def _holding(deck: Deck, key: str, spot: str) -> Holding:
    return Holding(str(card(key).title), str(_KINDS[deck]), spot, BADGES[deck])


def every_card(view: View) -> tuple[ShownCard, ...]:
    """All cards of this board's decks. A team's own cards appear once they have been drawn."""
    state = view.state
    held = {
        "tools": tuple(tool for player in state.players for tool in player.tools),
        "impediments": tuple(player.impediment for player in state.players if player.impediment is not None),
        "opportunities": (),
    }
    found: dict[str, ShownCard] = {}
    for deck, left in state.decks.items():
        for key in (*held[deck], *state.discards[deck], *(key for key in left if key in cards_by_key())):
            shown = _shown(deck, key)
            found[shown.title] = shown
    return tuple(found.values())


def _shown(deck: Deck, key: str, note: str = "", *, decides: bool = False) -> ShownCard:
    found = card(key)
    return ShownCard(str(found.title), str(found.text), str(_KINDS[deck]), note, decides, BADGES[deck], deck)
