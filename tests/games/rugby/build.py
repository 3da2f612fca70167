"""Games in a few words: what somebody types, and what came of it."""

import pytest

from games.api import IllegalMove
from games.chance import Chance
from games.rugby import Rugby
from games.rugby.model import Event, Position, State
from tests.games.rugby.positions import BEGINNING

GAME = Rugby()
CHANCE = Chance(bytes(32))


def game_from(position: Position = BEGINNING) -> State:
    return State(position)


def say(state: State, command: str, word: str = "", seat: int | None = None) -> list[Event]:
    """What happens when somebody (the side to move, unless said) types this."""
    speaker = state.position.side if seat is None else seat
    (name,) = [each.parameters[0].name for each in GAME.commands if each.name == command and each.parameters] or [""]
    move = GAME.read(state, speaker, command, {name: word} if word else {})
    return GAME.decide(state, speaker, move, CHANCE)


def then(state: State, events: list[Event]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def played(state: State, *turns: str) -> State:
    for turn in turns:
        state = then(state, say(state, "move", turn))
    return state


def refused(state: State, command: str, word: str = "", seat: int | None = None) -> tuple[str, str]:
    """The sentence and the paragraph with which this is refused."""
    with pytest.raises(IllegalMove) as caught:
        say(state, command, word, seat)
    return caught.value.sentence, caught.value.rule
