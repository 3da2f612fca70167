"""Scrum Rugby in sentences: what happened, and what to do next."""

from collections.abc import Sequence
from math import ceil
from typing import assert_never

from games.contract import IllegalMove
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
    Unreadable,
    View,
    read_turn,
)
from games.text import listing, who

# --- narration -------------------------------------------------------------------------------------------------------

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
                f"Kick-off! {who(0)} plays Blue towards row 12 and starts with a single step; "
                f"{who(1)} plays Red towards row 1.{clock}"
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


# --- what to do next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
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


def gist(view: View) -> str:
    return f"turn {view.state.turns + 1}"


def _clocks(left: Sequence[float]) -> str:
    return ", ".join(f"{side} {time_text(seconds)}" for side, seconds in zip(SIDES, left, strict=True))


def time_text(seconds: float) -> str:
    """Seconds as 4:05; rounded up, so that a running clock never shows 0:00."""
    minutes, rest = divmod(ceil(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _task(view: View) -> str:
    position = view.state.position
    if position.moved is not None:
        return "make one more step, with another piece"
    match turns.duty(position):
        case core.PUSH:
            return f"scrum: push the ball to {NAMES[turns.exits(position)[0]]}, in a single step"
        case core.ONE:
            return "start with a single step"
        case _:
            return "make two steps with two different pieces"


# --- refusals --------------------------------------------------------------------------------------------------------


def _cells(cells: Sequence[int]) -> str:
    return listing([NAMES[cell] for cell in cells], "or")


def game_is_over() -> IllegalMove:
    return IllegalMove("This game is over. Start a new one with `/scrum new rugby`.", "end")


def no_seat() -> IllegalMove:
    return IllegalMove("You don’t have a seat in this game.", "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"It isn’t your turn yet; it’s {who(turn)}’s.", "turns")


def only_the_clock() -> IllegalMove:
    return IllegalMove("Only the clock can do that.", "clock")


def not_out_of_time() -> IllegalMove:
    return IllegalMove("No time has run out.", "clock")


def unreadable(fault: Unreadable) -> IllegalMove:
    return IllegalMove(str(fault), fault.rule)


# --- steps -----------------------------------------------------------------------------------------------------------


def where_to(origin: int, targets: Sequence[int], ball: int) -> IllegalMove:
    if not targets:
        return IllegalMove(f"The piece on {NAMES[origin]} can’t move now; choose another one.", "moves")
    pushing = " (where it pushes the ball)" if ball in targets else ""
    named = _cells(targets).replace(NAMES[ball], NAMES[ball] + pushing) if pushing else _cells(targets)
    return IllegalMove(
        f"Where to? {NAMES[origin]} can go to {named}, for example `/scrum move {NAMES[origin]}-{NAMES[targets[0]]}`.",
        "moves",
    )


def too_many_steps() -> IllegalMove:
    return IllegalMove("A turn has at most two steps, joined by a comma: `c4-c5,a6xb6>c7`.", "turns")


def first_turn_is_one_step() -> IllegalMove:
    return IllegalMove("The very first turn of a game is a single step.", "turns")


def one_more_step() -> IllegalMove:
    return IllegalMove("You’ve made your first step; this turn has one more, with another piece.", "turns")


def scored_already(step: str) -> IllegalMove:
    return IllegalMove(f"{step} is a goal, so your turn ends there; leave out the second step.", "goal")


def nobody_there(cell: int) -> IllegalMove:
    return IllegalMove(f"There’s no piece on {NAMES[cell]}.", "moves")


def ball_is_no_piece(cell: int) -> IllegalMove:
    return IllegalMove(f"That’s the ball on {NAMES[cell]}; it moves only when a piece steps onto it.", "ball")


def not_your_piece(cell: int, side: int) -> IllegalMove:
    return IllegalMove(f"The piece on {NAMES[cell]} isn’t yours; you play {SIDES[side]}.", "moves")


def same_piece_twice(cell: int) -> IllegalMove:
    return IllegalMove(f"The piece on {NAMES[cell]} has already moved this turn; use two different pieces.", "turns")


def not_one_step(origin: int, target: int) -> IllegalMove:
    return IllegalMove(
        f"{NAMES[origin]} to {NAMES[target]} isn’t one step: pieces move to a neighbouring cell, straight or diagonal.",
        "moves",
    )


def occupied(target: int) -> IllegalMove:
    return IllegalMove(f"{NAMES[target]} is occupied; a piece moves to an empty cell or onto the ball.", "moves")


def ball_lies_elsewhere(target: int, ball: int) -> IllegalMove:
    return IllegalMove(
        f"The ball is on {NAMES[ball]}, not on {NAMES[target]}; only a step onto the ball moves it.", "ball"
    )


def where_does_the_ball_go(origin: int, ball: int, exits: Sequence[int]) -> IllegalMove:
    step = f"{NAMES[origin]}x{NAMES[ball]}>{NAMES[exits[0]]}"
    return IllegalMove(f"Where does the ball go? To {_cells(exits)}, for example `/scrum move {step}`.", "ball")


def ball_came_from(cell: int) -> IllegalMove:
    return IllegalMove(f"The ball can’t go to {NAMES[cell]}: the pushing piece came from there.", "ball")


def ball_onto_piece(cell: int) -> IllegalMove:
    return IllegalMove(f"The ball can’t go to {NAMES[cell]}: there’s a piece on it.", "ball")


def ball_too_far(ball: int, to: int) -> IllegalMove:
    return IllegalMove(f"The ball can’t go from {NAMES[ball]} to {NAMES[to]}: only to a neighbouring cell.", "ball")


def ball_stays(cell: int) -> IllegalMove:
    return IllegalMove(f"The ball has to leave {NAMES[cell]} when a piece steps onto it.", "ball")


def ball_enclosed(*, first: bool) -> IllegalMove:
    if first:
        return IllegalMove("That would enclose the ball, and no second step could free it.", "enclosure")
    return IllegalMove(
        "That would enclose the ball: at the end of a turn it needs a free neighbouring cell.", "enclosure"
    )


# --- scrums ----------------------------------------------------------------------------------------------------------


def scrum_is_one_step(out: int) -> IllegalMove:
    return IllegalMove(f"This is a scrum: you have a single step and must push the ball to {NAMES[out]}.", "scrum")


def scrum_must_push(out: int, pieces: Sequence[int]) -> IllegalMove:
    return IllegalMove(f"This is a scrum: {_cells(pieces)} must push the ball to {NAMES[out]}.", "scrum")


# --- draws -----------------------------------------------------------------------------------------------------------


def offer_on_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"You can offer a draw on your own turn; it’s {who(turn)}’s.", "draw")


def offered_already() -> IllegalMove:
    return IllegalMove("You’ve already offered a draw this turn; once is enough.", "draw")


def answer_first(seat: int) -> IllegalMove:
    return IllegalMove(f"{who(seat)} has offered a draw: accept or decline it first, or play on.", "draw")


def nothing_offered() -> IllegalMove:
    return IllegalMove("Nobody has offered you a draw.", "draw")


def offer_accept_or_decline() -> IllegalMove:
    return IllegalMove("Use `/scrum draw offer`, `/scrum draw accept` or `/scrum draw decline`.", "draw")


def resign_on_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"You can resign on your own turn; it’s {who(turn)}’s.", "end")
