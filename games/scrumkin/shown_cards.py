"""Cards as people read them: this sprint's action card matters to everybody, and the deck is no secret."""

from games.api import ShownCard
from games.scrumkin.deck import ActionCard, SprintCard
from games.scrumkin.model import View
from games.scrumkin.narration import count


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.table
    if state.action is None:
        return ()
    card = state.deck.action_card(state.action)
    return (ShownCard(card.title, card.text, "Action", f"Turned over for sprint {state.sprint}."),)


def every_card(view: View) -> tuple[ShownCard, ...]:
    """The deck. Which cards are still to come isn't said."""
    deck = view.table.deck
    return tuple(
        {card.title: card for card in (*map(_sprint_card, deck.sprint), *map(_action_card, deck.action))}.values()
    )


def _sprint_card(card: SprintCard) -> ShownCard:
    shield = " It has a shield." if card.shield else ""
    return ShownCard(
        card.title, card.text, f"Sprint card {card.number}", f"Velocity, sprint by sprint: {card.effect}.{shield}"
    )


def _action_card(card: ActionCard) -> ShownCard:
    effect = f"{count(card.bugs, 'bug')} for the leader." if card.bugs else f"{card.boost:+d} velocity for everybody."
    return ShownCard(card.title, card.text, "Action card", effect)
