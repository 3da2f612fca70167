"""What a finished game passes on to the next retrospective: questions about the team's real work.

The questions mention cards, never players: they are for the whole team, and nobody gets blamed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.inheritance import write_prompts
from games.scrumkin.deck import effect_of
from games.scrumkin.folding import evolve
from games.scrumkin.model import Countered, Event, Finished, SprintEnded, State
from games.scrumkin.narration import quoted
from games.scrumkin.velocity import card_value


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """The prompts; none from a game that was abandoned."""
    if not any(isinstance(event, Finished) for event in events):
        return {}
    return {"prompts": write_prompts([*_most_costly(events), *_shield(events)])}


def _most_costly(events: Sequence[Event]) -> Iterator[str]:
    """For each team the card that cost it most; a card that cost several teams is asked about once."""
    state: State | None = None
    cost: dict[int, Counter[int]] = {}
    for event in events:
        if isinstance(event, SprintEnded) and state is not None:
            for seat, player in enumerate(state.players):
                lost = {laid.card: -card_value(state, seat, laid) for laid in player.game}
                cost.setdefault(seat, Counter()).update({card: less for card, less in lost.items() if less > 0})
        state = evolve(state, event)
    assert state is not None
    worst = {card: less for counted in cost.values() for card, less in counted.most_common(1)}
    for card, less in worst.items():
        yield (
            f"{quoted(state.card(card))} cost a team {less} velocity in total. "
            "What does that look like in your work, and what does it cost you?"
        )


def _shield(events: Sequence[Event]) -> Iterator[str]:
    """The first shield that kept something bad away from a team."""
    for event in events:
        if isinstance(event, Countered) and sum(effect_of(event.card.effect).values) < 0:
            yield (
                f"{quoted(event.shield)} kept {quoted(event.card)} away in time. "
                "What protects your team from things like that, and where would you like more protection?"
            )
            return
