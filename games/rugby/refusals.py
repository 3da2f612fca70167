"""What a player reads when something is not allowed: a sentence, and the paragraph of the rules behind it."""

from collections.abc import Sequence

from games.api import IllegalMove
from games.rugby.field import NAMES
from games.rugby.notation import Unreadable
from games.text import listing, who

SIDES = ("Blue", "Red")


def _cells(cells: Sequence[int]) -> str:
    return listing([NAMES[cell] for cell in cells], "or")


def game_is_over() -> IllegalMove:
    return IllegalMove("This game is over. A new one begins with `/scrum new rugby`.", "end")


def no_seat() -> IllegalMove:
    return IllegalMove("You have no seat in this game.", "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"It is {who(turn)}’s turn, not yours yet.", "turns")


def unreadable(fault: Unreadable) -> IllegalMove:
    return IllegalMove(str(fault), fault.rule)


# --- steps ---------------------------------------------------------------------------------------------------------


def where_to(origin: int, targets: Sequence[int], ball: int) -> IllegalMove:
    if not targets:
        return IllegalMove(f"The piece on {NAMES[origin]} cannot move now: choose another one.", "moves")
    onto = " (the ball is there: it is pushed)" if ball in targets else ""
    named = _cells(targets).replace(NAMES[ball], NAMES[ball] + onto) if onto else _cells(targets)
    return IllegalMove(
        f"Where to? {NAMES[origin]} can go to {named}, such as `/scrum move {NAMES[origin]}-{NAMES[targets[0]]}`.",
        "moves",
    )


def too_many_steps() -> IllegalMove:
    return IllegalMove("A turn has two steps at most, joined by a comma: `c4-c5,a6xb6>c7`.", "turns")


def first_turn_is_one_step() -> IllegalMove:
    return IllegalMove("The very first turn of a game is a single step.", "turns")


def one_more_step() -> IllegalMove:
    return IllegalMove("You have made your first step of this turn: one more, with another piece.", "turns")


def scored_already(step: str) -> IllegalMove:
    return IllegalMove(f"{step} is a goal, and the turn ends there: leave out the second step.", "goal")


def nobody_there(cell: int) -> IllegalMove:
    return IllegalMove(f"There is no piece on {NAMES[cell]}.", "moves")


def ball_is_no_piece(cell: int) -> IllegalMove:
    return IllegalMove(f"On {NAMES[cell]} lies the ball; it moves only when a piece steps onto it.", "ball")


def not_your_piece(cell: int, side: int) -> IllegalMove:
    return IllegalMove(f"The piece on {NAMES[cell]} is not yours: you play {SIDES[side]}.", "moves")


def same_piece_twice(cell: int) -> IllegalMove:
    return IllegalMove(f"The piece on {NAMES[cell]} has moved in this turn; the two steps are of two pieces.", "turns")


def too_far(origin: int, target: int) -> IllegalMove:
    return IllegalMove(
        f"{NAMES[origin]} to {NAMES[target]} is too far: a piece moves to a neighbouring cell, straight or diagonal.",
        "moves",
    )


def occupied(target: int) -> IllegalMove:
    return IllegalMove(f"{NAMES[target]} is occupied: a piece moves to an empty cell or onto the ball.", "moves")


def ball_lies_elsewhere(target: int, ball: int) -> IllegalMove:
    return IllegalMove(
        f"The ball lies on {NAMES[ball]}, not on {NAMES[target]}: only a step onto the ball sends it on.", "ball"
    )


def where_does_the_ball_go(origin: int, ball: int, exits: Sequence[int]) -> IllegalMove:
    step = f"{NAMES[origin]}x{NAMES[ball]}>{NAMES[exits[0]]}"
    return IllegalMove(f"Where does the ball go? To {_cells(exits)}, such as `/scrum move {step}`.", "ball")


def ball_came_from(cell: int) -> IllegalMove:
    return IllegalMove(f"The ball cannot go to {NAMES[cell]}, the cell that the pushing piece came from.", "ball")


def ball_onto_piece(cell: int) -> IllegalMove:
    return IllegalMove(f"The ball cannot go to {NAMES[cell]}: it needs a free cell, and a piece stands there.", "ball")


def ball_too_far(ball: int, to: int) -> IllegalMove:
    return IllegalMove(f"The ball cannot go from {NAMES[ball]} to {NAMES[to]}: it goes to a neighbouring cell.", "ball")


def ball_stays(cell: int) -> IllegalMove:
    return IllegalMove(f"The ball has to leave {NAMES[cell]} when a piece steps onto it.", "ball")


def ball_enclosed(*, first: bool) -> IllegalMove:
    if first:
        return IllegalMove("That would enclose the ball, and no second step could free it again.", "enclosure")
    return IllegalMove(
        "That would enclose the ball: at the end of a turn it needs a free neighbouring cell.", "enclosure"
    )


# --- scrums --------------------------------------------------------------------------------------------------------


def scrum_is_one_step(out: int) -> IllegalMove:
    return IllegalMove(f"This is a scrum: one step only, a push of the ball to {NAMES[out]}.", "scrum")


def scrum_must_push(out: int, pieces: Sequence[int]) -> IllegalMove:
    return IllegalMove(f"This is a scrum: {_cells(pieces)} has to push the ball to {NAMES[out]}.", "scrum")


# --- draws ---------------------------------------------------------------------------------------------------------


def offer_on_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"A draw is offered on one’s own turn; it is {who(turn)}’s.", "draw")


def offered_already() -> IllegalMove:
    return IllegalMove("You have offered a draw in this turn already: once a turn is enough.", "draw")


def answer_first(seat: int) -> IllegalMove:
    return IllegalMove(f"{who(seat)} has offered a draw: accept or decline it first, or play on.", "draw")


def nothing_offered() -> IllegalMove:
    return IllegalMove("Nobody has offered a draw that you could answer.", "draw")


def offer_accept_or_decline() -> IllegalMove:
    return IllegalMove("Say `/scrum draw offer`, `/scrum draw accept` or `/scrum draw decline`.", "draw")


def resign_on_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"You can resign on your own turn; it is {who(turn)}’s.", "end")
