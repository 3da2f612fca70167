"""Play games in tests: what somebody types, and what follows."""

import pytest

from games.chance import Chance
from games.contract import IllegalMove
from games.rugby import Rugby
from games.rugby.model import Event, Position, State
from tests.games.rugby.positions import BEGINNING

GAME = Rugby()
CHANCE = Chance(bytes(32))


def game_from(position: Position = BEGINNING) -> State:
    return State(position)


def say(state: State, command: str, word: str = "", seat: int | None = None) -> list[Event]:
    """The events when somebody (by default the side to move) types this."""
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
    """The sentence and the paragraph of the refusal."""
    with pytest.raises(IllegalMove) as caught:
        say(state, command, word, seat)
    return caught.value.sentence, caught.value.rule
