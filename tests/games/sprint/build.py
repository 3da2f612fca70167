"""Helpers to build positions of The Scrum Game: pieces, dice and cards as a test needs them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

from games.chance import CARDS, Chance
from games.contract import IllegalMove, defaults, replay
from games.sprint import Sprint
from games.sprint.board import Deck
from games.sprint.model import Event, Go, Move, Player, Roll, State, Vote

SCRUM = 6
GAME = Sprint()

TOOL = "two-chairs"
OTHER_TOOL = "patient-duck"
IMPEDIMENT = "expert-at-sea"
OTHER_IMPEDIMENT = "the-tuesday-test"
DISCUSS = "four-clicks"
TO_DAILY_SCRUM = "the-cat-deployed"
TO_END_OF_DAY = "robot-pulled-the-plug"

E = TypeVar("E")


class LoadedChance(Chance):
    """Draws the numbers it was loaded with, and fails if more are drawn or one is out of range."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        super().__init__(bytes(32))
        self.numbers = list(numbers)

    def below(self, limit: int, purpose: str = CARDS, part: int = 1) -> int:
        del purpose, part
        assert self.numbers, f"unexpected draw below {limit}"
        self.drawn += 1
        value = self.numbers.pop(0)
        assert value < limit, f"{value} is not below {limit}"
        return value


def dice(*faces: int) -> LoadedChance:
    """Loaded chance that rolls these faces; 6 is the scrum, and a 1 draws the first card of a deck."""
    return LoadedChance([face - 1 for face in faces])


def at(space: str, *, turns: int = 1, **more: Any) -> Player:
    """A piece on a space, after its first turn."""
    return Player(space, turns=turns, **more)


def game_with(*players: Player, **changes: Any) -> State:
    """A running game with these players, the first on turn. `decks` replaces only the decks it names."""
    state = new_game(max(2, len(players)), board=changes.pop("board", "standard"))
    decks: Mapping[Deck, tuple[str, ...]] = {**state.decks, **changes.pop("decks", {})}
    everybody = (*players, *state.players[len(players) :])
    return replace(state, players=everybody, decks=decks, **changes)


def new_game(seats: int, **options: Any) -> State:
    events = GAME.start(seats, {**defaults(GAME), **options}, LoadedChance())
    state = replay(GAME, events)
    assert state is not None
    return state


@dataclass(frozen=True, slots=True)
class After:
    """The result of a move."""

    state: State
    events: list[Event]

    def one(self, kind: type[E]) -> E:
        """The only event of this kind."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} of {kind.__name__}: {self.events}"
        return found[0]

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


def make(state: State, seat: int | None, move: Move, chance: LoadedChance | None = None) -> After:
    """Make a move; it must use up all the numbers that chance was loaded with."""
    loaded = chance or LoadedChance()
    events = GAME.decide(state, seat, move, loaded)
    assert loaded.numbers == [], f"never drawn: {loaded.numbers}"
    for event in events:
        state = GAME.evolve(state, event)
    return After(state, events)


def roll(state: State, *faces: int) -> After:
    """The player on turn rolls these faces; the rest are for progress dice and cards."""
    return make(state, state.turn, Roll(), dice(*faces))


def go(state: State, space: str | None, *faces: int) -> After:
    return make(state, state.turn, Go(space), dice(*faces))


def vote(state: State, **answers: bool) -> After:
    """Cast votes, `s1=True`; the result of the last one."""
    after = After(state, [])
    for seat, yes in answers.items():
        after = make(after.state, int(seat.removeprefix("s")), Vote(yes))
    return after


def landings(state: State) -> list[str | None]:
    """Where the player on turn may go now; None means stay."""
    return [move.space for move in GAME.moves(state, state.turn) if isinstance(move, Go)]


def refused(state: State, seat: int | None, move: Move) -> IllegalMove:
    """The refusal of a move, which must not use chance."""
    with pytest.raises(IllegalMove) as caught:
        GAME.decide(state, seat, move, LoadedChance())
    return caught.value
