"""Helpers to build positions of Scrumkin: hands, games and stacks as needed, and all other cards in the stack."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

from games.chance import CARDS, Chance
from games.contract import IllegalMove
from games.scrumkin import Scrumkin
from games.scrumkin.deck import standard
from games.scrumkin.model import SPRINTS, Event, Laid, Mode, Move, Over, Player, Ready, State, Turn, Window

GAME = Scrumkin()
DECK = standard()

# one card of each kind that the tests need
CREEP = 1  # Scope Creep: -1
MINUS_ONE, ANOTHER_MINUS_ONE = 2, 3
MINUS_TWO = 19
BURDEN = 28  # -1∞
HEAVY_BURDEN = 39  # -2∞
COLLOCATED = 41  # Collocated Teams: +1∞ with shield
SHIELD, OTHER_SHIELD = 42, 43  # the same effect
STRONG_SHIELD = 52  # +2∞ with shield
SCRUM_OF_SCRUMS = (57, 58, 59, 60)
INVESTMENT = 61  # -2 -1 0 +1∞
ALL_NIGHTER = 70  # +2 -2
INNOVATION = 82  # 20% Innovation Time: -2 -2 -1 +2∞
QUIET = 87  # +2
BISCUITS = 88  # +1 +1

BOOSTER = 89  # Team Event
ONE_BUG = 99  # Bugtopus
THREE_BUGS = 106

E = TypeVar("E")


class LoadedChance(Chance):
    """Draws the numbers it was loaded with, then zeros; fails if one is out of range."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        super().__init__(bytes(32))
        self.numbers = list(numbers)

    def below(self, limit: int, purpose: str = CARDS, part: int = 1) -> int:
        del purpose, part
        self.drawn += 1
        value = self.numbers.pop(0) if self.numbers else 0
        assert value < limit, f"{value} is not below {limit}"
        return value


def player(*hand: int, game: Sequence[int | tuple[int, int]] = (), **more: Any) -> Player:
    """A player with a hand and a game; a card in the game is a number (new) or (number, age)."""
    laid = tuple(Laid(card) if isinstance(card, int) else Laid(*card) for card in game)
    return Player(hand=hand, game=laid, **more)


def table(
    *players: Player,
    mode: Mode = "competitive",
    turn: int | None = 0,
    action: int = ONE_BUG,
    **changes: Any,
) -> State:
    """A sprint after its action card was turned; with `turn=None` the closing window is open."""
    placed = {card for one in players for card in (*one.hand, *(laid.card for laid in one.game))}
    placed |= set(changes.get("discards", ())) | {card for card, _ in changes.get("under", ())}
    stack = tuple(card.number for card in DECK.sprint if card.number not in placed)
    actions = tuple(card.number for card in DECK.action if card.number != action)
    state = State(mode, 30, DECK, players, 0, Window() if turn is None else Turn(turn), stack, actions, action=action)
    limit = SPRINTS if mode == "collaborative" else 0
    return replace(state, **{"sprint": 1, "limit": limit, **changes})


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

    def backlogs(self) -> list[int]:
        return [each.backlog for each in self.state.players]

    def games(self) -> list[list[int]]:
        return [[laid.card for laid in each.game] for each in self.state.players]


def make(state: State, seat: int | None, move: Move, *numbers: int) -> After:
    """Make a move; chance draws these numbers first, then zeros."""
    events = GAME.decide(state, seat, move, LoadedChance(numbers))
    for event in events:
        state = GAME.evolve(state, event)
    return After(state, events)


def close(state: State, *numbers: int) -> After:
    """Everybody says ready."""
    after = After(state, [])
    for seat in GAME.awaits(state):
        last = seat == GAME.awaits(state)[-1]
        after = make(after.state, seat, Ready(), *(numbers if last else ()))
    return after


def refused(state: State, seat: int | None, move: Move) -> IllegalMove:
    """The refusal of a move, which must not use chance."""
    chance = LoadedChance()
    with pytest.raises(IllegalMove) as caught:
        GAME.decide(state, seat, move, chance)
    assert chance.drawn == 0
    return caught.value


def misread(state: State, seat: int, command: str, **words: str) -> IllegalMove:
    """The refusal of a typed command, when it is read or when the move is made."""
    with pytest.raises(IllegalMove) as caught:
        GAME.decide(state, seat, GAME.read(state, seat, command, words), LoadedChance())
    return caught.value


def winners(state: State) -> tuple[int, ...]:
    assert isinstance(state.phase, Over)
    return state.phase.winners
