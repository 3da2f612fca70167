"""Velocity: the plain sum of the cards in a player's game, computed again each sprint."""

from games.scrumkin.model import Laid, State


def has_scrum(state: State, seat: int) -> bool:
    return any(state.effect(laid.card).scrum for laid in state.players[seat].game)


def scrums_of_others(state: State, seat: int) -> int:
    """What each of this seat's Scrum of Scrums cards is worth."""
    return sum(has_scrum(state, other) for other in range(len(state.players)) if other != seat)


def card_value(state: State, seat: int, laid: Laid, ahead: int = 0) -> int:
    """What a card in a seat's game adds to velocity, this sprint or `ahead` sprints later."""
    effect = state.effect(laid.card)
    return scrums_of_others(state, seat) if effect.scrum else effect.at(laid.age + ahead)


def velocity(state: State, seat: int) -> int:
    """This sprint's velocity: cards plus booster, minus 1 for each item taken over and not done yet."""
    player = state.players[seat]
    return sum(card_value(state, seat, laid) for laid in player.game) + state.boost - player.taken


def burdens(state: State, seat: int) -> int:
    """The number of cards with a negative value this sprint."""
    return sum(card_value(state, seat, laid) < 0 for laid in state.players[seat].game)
