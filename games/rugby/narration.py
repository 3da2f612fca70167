"""Scrum Rugby in sentences: what happened, and what to do next."""

from collections.abc import Sequence
from math import ceil
from typing import assert_never

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.field import NAMES, SIDES
from games.rugby.model import (
    DrawDeclined,
    DrawOffered,
    Event,
    Finished,
    Over,
    Reason,
    Resigned,
    Started,
    Stepped,
    TimeRead,
    TurnBegan,
    View,
)
from games.rugby.notation import read_turn
from games.text import who

_DRAWN: dict[Reason, str] = {
    "agreed": "The game is a draw by agreement.",
    "repetition": "The same position came up for the third time: the game is a draw.",
    "scrum": "Every push out of this scrum would enclose the ball: the game is a draw.",
    "stuck": "There is no legal turn left: the game is a draw.",
}


def narrate(event: Event, viewer: int | None) -> str | None:
    del viewer  # nothing is hidden
    match event:
        case Started():
            clock = f" Each side has {event.minutes} minutes for the whole game." if event.minutes else ""
            return (
                f"Kick-off! {who(0)} plays Blue, up to row 12, and starts with a single step; "
                f"{who(1)} plays Red, down to row 1.{clock}"
            )
        case TimeRead():
            return None
        case Stepped():
            return _stepped(event)
        case TurnBegan():
            return _turn_began(event)
        case DrawOffered():
            return f"{who(event.seat)} offers a draw."
        case DrawDeclined():
            return f"{who(event.seat)} {'plays on and ' if event.by_playing else ''}declines the draw."
        case Resigned():
            return f"{who(event.seat)} resigns."
        case Finished():
            return verdict(event.winner, event.reason, event.turns)
        case _:
            assert_never(event)


def _stepped(event: Stepped) -> str:
    (step,) = read_turn(event.step)
    if step.ball is None:
        return f"{who(event.seat)} ({SIDES[event.seat]}) moves {NAMES[step.origin]} to {NAMES[step.target]}."
    return (
        f"{who(event.seat)} ({SIDES[event.seat]}) pushes with {NAMES[step.origin]}: "
        f"the ball goes from {NAMES[step.target]} to {NAMES[step.ball]}."
    )


def _turn_began(event: TurnBegan) -> str:
    if event.exit is None:
        return ""
    if event.bound:
        return f"Scrum! {who(event.seat)} has a single step and must push the ball to {event.exit}."
    return f"Scrum, but {who(event.seat)} isn’t touching the ball: two steps as usual, and the duty to push passes on."


def verdict(winner: int | None, reason: Reason, number: int) -> str:
    if winner is None:
        return _DRAWN[reason]
    side = SIDES[winner]
    match reason:
        case "goal":
            return f"Goal! {who(winner)} ({side}) wins on turn {number}."
        case "own_goal":
            return f"Own goal! {who(winner)} ({side}) is touching the ball on {side}’s goal row, and wins."
        case "time":
            return f"{who(1 - winner)} is out of time: {who(winner)} ({side}) wins."
        case _:
            return f"{who(winner)} ({side}) wins."


# --- what to do next -----------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.table
    if isinstance(state.over, Over):
        return verdict(state.over.winner, state.over.reason, state.turns)
    seat = state.position.side
    offered = (
        f" {who(state.offer)} offers a draw: {who(1 - state.offer)} can accept or decline."
        if state.offer is not None
        else ""
    )
    clock = f" Time left: {_clocks(state.left)}." if state.left else ""
    return f"{who(seat)} ({SIDES[seat]}), {_task(view)}.{clock}{offered}"


def _clocks(left: Sequence[float]) -> str:
    return ", ".join(f"{side} {time_text(seconds)}" for side, seconds in zip(SIDES, left, strict=True))


def time_text(seconds: float) -> str:
    """4:05; rounded up, so that a running clock never shows 0:00."""
    minutes, rest = divmod(ceil(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _task(view: View) -> str:
    position = view.table.position
    if position.moved is not None:
        return "make one more step, with another piece"
    match turns.duty(position):
        case core.PUSH:
            return f"scrum: push the ball to {NAMES[turns.exits(position)[0]]}, in a single step"
        case core.ONE:
            return "start with a single step"
        case _:
            return "make two steps with two different pieces"
