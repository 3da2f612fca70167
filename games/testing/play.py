"""Whole games played at random and recorded move by move, so that the checks can look at every state."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games.chance import CARDS, Chance, Draw
from games.contract import AnyGame, IllegalMove, Options, defaults, suggested
from games.values import value

# --- sections --------------------------------------------------------------------------------------------------------

PAGE = "docs/new-game.md"


@value
class Section:
    """A heading of the page. Called with a sentence, it adds where to read on."""

    title: str

    def __call__(self, sentence: str) -> str:
        return f"{sentence} See “{self.title}” in {PAGE}."


COURSE = Section("The course of a game")
MOVES = Section("Moves")
PLAYERS = Section("Automatic players")
CLOCKS = Section("Clocks")
EVENTS = Section("Events")
CHANCE = Section("Chance")
SECRETS = Section("Secrets")
WORDS = Section("Words")
BOARDS = Section("Boards")
PICTURES = Section("Pictures")
CLICKS = Section("Clicking on the picture")
PIECES = Section("Pieces that move")
DESCRIPTION = Section("The description")
INHERITANCE = Section("Inheritance")
EXPORTS = Section("What stays hidden for good")
FIGURES = Section("Figures")
DEBRIEFING = Section("What trainers see")

SECTIONS = (
    COURSE,
    MOVES,
    PLAYERS,
    CLOCKS,
    EVENTS,
    CHANCE,
    SECRETS,
    WORDS,
    BOARDS,
    PICTURES,
    CLICKS,
    PIECES,
    DESCRIPTION,
    INHERITANCE,
    EXPORTS,
    FIGURES,
    DEBRIEFING,
)

# --- whole games -----------------------------------------------------------------------------------------------------

MAX_MOVES = 5_000  # a game of random moves that takes longer never ends


class RecordingChance(Chance):
    """Real chance that records what was drawn."""

    __slots__ = ("draws",)

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        super().__init__(seed, drawn)
        self.draws: list[Draw] = []

    def below(self, limit: int, purpose: str = CARDS, part: int = 1) -> int:
        value = super().below(limit)
        self.draws.append(Draw(limit, value, purpose, part))
        return value


@value
class PlayedMove:
    """One move: the state before it (None: the game starts here), and what it led to."""

    before: Any
    seat: int | None
    move: Any
    drawn: int  # draws made before it
    events: tuple[Any, ...]
    after: tuple[Any, ...]  # the state after each event


@dataclass(slots=True)
class Playthrough:
    """A game from its start; the start is the first of its steps."""

    game: AnyGame
    number: int  # the seed and all choices follow from it
    seats: int
    options: Options
    name: str
    steps: list[PlayedMove] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)

    def __repr__(self) -> str:
        return self.name

    @property
    def seed(self) -> bytes:
        return seed_of(self.number)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002, FBT001  what hypothesis calls
        """Show enough to play the game again, not the whole game."""
        printer.text(self.name)

    @property
    def states(self) -> list[Any]:
        """Every state in which somebody was asked for a move, and the last one."""
        return [step.after[-1] for step in self.steps]

    @property
    def last(self) -> Any:
        return self.steps[-1].after[-1]

    @property
    def events(self) -> list[Any]:
        return [event for step in self.steps for event in step.events]

    def sample(self, count: int) -> list[tuple[Any, int]]:
        """About this many states, evenly spaced, and the last one; each with the number of draws made before it."""
        until = [step.drawn for step in self.steps[1:]] + [len(self.draws)]
        pairs = list(zip(self.states, until, strict=True))
        return [*pairs[:: max(1, len(pairs) // count)], pairs[-1]] if count else []

    def record(self, before: Any, choice: tuple[int | None, Any], drawn: int, events: list[Any]) -> None:
        after = tuple(_folded(self.game, before, events))
        self.steps.append(PlayedMove(before, *choice, drawn, tuple(events), after))

    def chance(self, drawn: int) -> RecordingChance:
        return RecordingChance(self.seed, drawn)


MAX_CHOICES = 5  # of one option; more are sampled
Chooser = Callable[[Any, Chance, Chance], tuple[int | None, Any]]


@cache
def seed_of(number: int) -> bytes:
    return hashlib.sha256(f"playthrough {number}".encode()).digest()


@cache
def plain_names(seats: int) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in range(seats))


def seats_with_moves(game: AnyGame, state: Any, seats: int) -> list[int]:
    return [seat for seat in range(seats) if game.moves(state, seat)]


def at_random(game: AnyGame, seats: int, *, sense: float = 0.0) -> Chooser:
    """Any legal move of any seat; now and then the clock's, and often a leader's first ones, which move on.

    A share of `sense` is left to the automatic player. One that thinks for long is only asked by the check about it.
    """

    def choose(state: Any, whim: Chance, chance: Chance) -> tuple[int | None, Any]:
        clock = game.clock.deadline(state)
        if clock is not None and whim.below(100) < 5:
            return None, clock.move
        moving_on = game.clock.moves_on(state) if sense < 1 else None
        if moving_on is not None and whim.below(100) < 20:
            return None, moving_on
        leading = game.seating.leads(state) if sense < 1 else ()
        if leading and whim.below(100) < 6:
            seat = whim.choice(leading)
            return seat, whim.choice(game.moves(state, seat)[:2])
        if whim.below(100) < 100 * sense and not game.bots.thinks and (awaited := game.awaits(state)):
            seat = whim.choice(awaited)
            return seat, suggested(game, state, seat, chance.apart(f"seat {seat}"))
        able = seats_with_moves(game, state, seats)
        assert able, COURSE(
            "Until there is a `result`, somebody must have a move; here `moves` is empty for everybody."
        )
        seat = whim.choice(able)
        return seat, whim.choice(game.moves(state, seat))

    return choose


def play(
    game: AnyGame, number: int, seats: int, options: Options, *, sense: float = 0.0, most: int = MAX_MOVES
) -> Playthrough:
    """Play game `number`. Moves without events are not recorded."""
    played = Playthrough(
        game, number, seats, options, f"play({game.key!r}, {number}, {seats}, {dict(options)}, sense={sense})"
    )
    whim = Chance(played.seed).apart("whims")
    chance = played.chance(0)
    choose = at_random(game, seats, sense=sense)
    opening = game.start(seats, options, chance)
    assert opening, COURSE("`start` must return at least one event.")
    played.record(None, (None, None), 0, opening)
    for _ in range(most):
        state = played.last
        if game.result(state) is not None:
            break
        drawn = chance.drawn
        seat, move = (_followed(played, whim) if sense < 1 else None) or choose(state, whim, chance)
        if seat is not None:
            move = _timed(played, move, whim)
        try:
            events = game.decide(state, seat, move, chance)
        except IllegalMove:
            continue
        if not events:
            continue
        played.record(state, (seat, move), drawn, events)
    played.draws = chance.draws
    return played


def _timed(played: Playthrough, move: Any, whim: Chance) -> Any:
    """The move with some part of the time that is left, where a clock counts."""
    clock = played.game.clock.deadline(played.last)
    if clock is None or not clock.fixed:
        return move
    left = clock.seconds * whim.apart(f"time {len(played.steps)}").below(1000) / 1000
    return played.game.clock.timed(move, left)


def _followed(played: Playthrough, whim: Chance) -> tuple[int, Any] | None:
    """The move of a person who does what only they were offered, such as changing what they wrote; now and then."""
    game, last = played.game, played.steps[-1]
    receipt = game.secrets.receipt(last.events)
    offered = receipt.phrases if receipt else ()
    if last.seat is None or not offered or whim.below(4):
        return None
    phrase = whim.choice(offered)
    asked = {phrase.asks: "On second thought."} if phrase.asks else {}
    return last.seat, game.read(played.last, last.seat, phrase.command, {**phrase.arguments, **asked})


def _folded(game: AnyGame, state: Any, events: list[Any]) -> Iterator[Any]:
    for event in events:
        state = game.evolve(state, event)
        yield state


def some_games(game: AnyGame) -> tuple[Playthrough, ...]:
    """A few games that together should show all there is: of all sizes, with every option, random and sensible."""
    if id(game) not in _PLAYED:
        _PLAYED[id(game)] = (game, _some_games(game))
    return _PLAYED[id(game)][1]


_PLAYED: dict[int, tuple[AnyGame, tuple[Playthrough, ...]]] = {}  # holds the game too, so that its id stays taken


def _some_games(game: AnyGame) -> tuple[Playthrough, ...]:
    fewest, most = game.seats[0], game.seats[-1]
    sizes = [fewest, min(fewest + 1, most), min(fewest + 2, most), most]
    usual = defaults(game)
    played = [play(game, number, seats, usual) for number, seats in enumerate(sizes)]
    played += [play(game, number, seats, usual, sense=0.9) for number, seats in enumerate(sizes[:3], start=10)]
    for option in game.options:
        choices = option.choices[:: len(option.choices) // MAX_CHOICES + 1]
        for choice in choices or (str(option.minimum), str(option.maximum)):
            options = {**usual, option.name: option.read(choice)}
            played.append(play(game, len(played) + 20, sizes[1], options, sense=0.5))
    numbers = {option.name: option.maximum for option in game.options if not option.choices}
    last = {option.name: option.choices[-1] for option in game.options if option.choices}
    longest = {**usual, **numbers}
    played += [play(game, 51, most, longest, sense=0.9), play(game, 52, most, {**longest, **last}, sense=0.9)]
    return tuple(played)
