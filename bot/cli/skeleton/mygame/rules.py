"""The rules: what a player may do, and what happens then."""

from dataclasses import replace
from typing import assert_never

from bot.cli.skeleton.mygame.model import Event, Finished, Move, Started, State, Take, Taken, View
from games.chance import Chance
from games.contract import IllegalMove, Option, Options, Result
from games.text import who

MOST = 3  # stones in one move

OPTIONS: tuple[Option, ...] = (Option("stones", "Stones in the heap", 12, minimum=5, maximum=30),)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    del chance  # nothing is random here
    return [Started(seats, int(options["stones"]))]


def moves(state: State, seat: int) -> list[Move]:
    """Every legal move of this seat: buttons, completion and automatic players come from this list."""
    if state.winner is not None or seat != state.turn:
        return []
    return [Take(count) for count in range(1, min(MOST, state.stones) + 1)]


def awaits(state: State) -> tuple[int, ...]:
    return () if state.winner is not None else (state.turn,)


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    """The events that a move leads to. A refusal has a sentence and the key of a rule in data/rules.md."""
    del chance
    if state.winner is not None:
        raise IllegalMove("The game is over.", "end")
    if seat is None or seat != state.turn:
        raise IllegalMove(f"It isn’t your turn; {who(state.turn)} is next.", "turns")
    if move not in moves(state, seat):
        raise IllegalMove(f"You can take 1 to {min(MOST, state.stones)}.", "stones")
    taken = Taken(seat, move.count)
    return [taken, Finished(seat)] if move.count == state.stones else [taken]


def evolve(state: State | None, event: Event) -> State:
    """Fold one event into the state: no rules and no chance here, so that stored games replay."""
    if isinstance(event, Started):
        return State(event.seats, event.stones)
    assert state is not None
    match event:
        case Taken():
            return replace(state, stones=state.stones - event.count, turn=(event.seat + 1) % state.seats)
        case Finished():
            return replace(state, winner=event.winner)
        case _:
            assert_never(event)


def view(state: State, seat: int | None) -> View:
    return View(seat, state)


def result(state: State) -> Result | None:
    return None if state.winner is None else Result((state.winner,))
