"""What a player reads when something isn't allowed: a sentence, and the paragraph of the rules behind it."""

from collections.abc import Sequence

from games.api import IllegalMove
from games.rugby.field import NAMES, SIDES
from games.rugby.notation import Unreadable
from games.text import listing, who


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


# --- steps ---------------------------------------------------------------------------------------------------------


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


# --- scrums --------------------------------------------------------------------------------------------------------


def scrum_is_one_step(out: int) -> IllegalMove:
    return IllegalMove(f"This is a scrum: you have a single step and must push the ball to {NAMES[out]}.", "scrum")


def scrum_must_push(out: int, pieces: Sequence[int]) -> IllegalMove:
    return IllegalMove(f"This is a scrum: {_cells(pieces)} must push the ball to {NAMES[out]}.", "scrum")


# --- draws ---------------------------------------------------------------------------------------------------------


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
