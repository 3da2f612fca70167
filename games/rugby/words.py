"""Scrum Rugby in sentences: what happened, and what to do next."""

from collections.abc import Sequence
from math import ceil
from typing import assert_never

from games.contract import IllegalMove
from games.language import lazy, t
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
    "agreed": lazy("The game is a draw by agreement."),
    "repetition": lazy("The same position came up for the third time: the game is a draw."),
    "scrum": lazy("Every push out of this scrum would enclose the ball: the game is a draw."),
    "stuck": lazy("There is no legal turn left: the game is a draw."),
}


def narrate(event: Event, viewer: int | None) -> str | None:
    del viewer  # nothing is hidden
    match event:
        case Started():
            clock = (
                t(" Each side has {minutes} minutes for the whole game.", minutes=event.minutes)
                if event.minutes
                else ""
            )
            return t(
                "Kick-off! {who} plays Blue towards row 12 and starts with a single step; {who2} plays "
                "Red towards row 1.{clock}",
                who=who(0),
                who2=who(1),
                clock=clock,
            )
        case TimeRead():
            return None
        case Stepped():
            return _stepped(event)
        case TurnBegan():
            return _turn_began(event)
        case DrawOffered():
            return t("{who} offers a draw.", who=who(event.seat))
        case DrawDeclined():
            return f"{who(event.seat)} {'plays on and ' if event.by_playing else ''}declines the draw."
        case Resigned():
            return t("{who} resigns.", who=who(event.seat))
        case Finished():
            return verdict(event.winner, event.reason, event.turns)
        case _:
            assert_never(event)


def _stepped(event: Stepped) -> str:
    (step,) = read_turn(event.step)
    if step.ball is None:
        return t(
            "{who} ({sides}) moves {names} to {names2}.",
            who=who(event.seat),
            sides=SIDES[event.seat],
            names=NAMES[step.origin],
            names2=NAMES[step.target],
        )
    return t(
        "{who} ({sides}) pushes with {names}: the ball goes from {names2} to {names3}.",
        who=who(event.seat),
        sides=SIDES[event.seat],
        names=NAMES[step.origin],
        names2=NAMES[step.target],
        names3=NAMES[step.ball],
    )


def _turn_began(event: TurnBegan) -> str:
    if event.exit is None:
        return ""
    if event.bound:
        return t(
            "Scrum! {who} has a single step and must push the ball to {exit}.", who=who(event.seat), exit=event.exit
        )
    return t(
        "Scrum, but {who} isn’t touching the ball: two steps as usual, and the duty to push passes on.",
        who=who(event.seat),
    )


def verdict(winner: int | None, reason: Reason, number: int) -> str:
    if winner is None:
        return _DRAWN[reason]
    side = SIDES[winner]
    match reason:
        case "goal":
            return t("Goal! {who} ({side}) wins on turn {number}.", who=who(winner), side=side, number=number)
        case "own_goal":
            return t(
                "Own goal! {who} ({side}) is touching the ball on {side}’s goal row, and wins.",
                who=who(winner),
                side=side,
            )
        case "time":
            return t("{who} is out of time: {who2} ({side}) wins.", who=who(1 - winner), who2=who(winner), side=side)
        case _:
            return t("{who} ({side}) wins.", who=who(winner), side=side)


# --- what to do next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    if isinstance(state.over, Over):
        return verdict(state.over.winner, state.over.reason, state.turns)
    seat = state.position.side
    offered = (
        t(" {who} offers a draw: {who2} can accept or decline.", who=who(state.offer), who2=who(1 - state.offer))
        if state.offer is not None
        else ""
    )
    clock = t(" Time left: {left}.", left=_clocks(state.left)) if state.left else ""
    return f"{who(seat)} ({SIDES[seat]}), {_task(view)}.{clock}{offered}"


def gist(view: View) -> str:
    return t("turn {turns}", turns=view.state.turns + 1)


def _clocks(left: Sequence[float]) -> str:
    return ", ".join(f"{side} {time_text(seconds)}" for side, seconds in zip(SIDES, left, strict=True))


def time_text(seconds: float) -> str:
    """Seconds as 4:05; rounded up, so that a running clock never shows 0:00."""
    minutes, rest = divmod(ceil(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _task(view: View) -> str:
    position = view.state.position
    if position.moved is not None:
        return t("make one more step, with another piece")
    match turns.duty(position):
        case core.PUSH:
            return t("scrum: push the ball to {names}, in a single step", names=NAMES[turns.exits(position)[0]])
        case core.ONE:
            return t("start with a single step")
        case _:
            return t("make two steps with two different pieces")


# --- refusals --------------------------------------------------------------------------------------------------------


def _cells(cells: Sequence[int]) -> str:
    return listing([NAMES[cell] for cell in cells], "or")


def game_is_over() -> IllegalMove:
    return IllegalMove(t("This game is over. Start a new one with `/scrum new rugby`."), "end")


def no_seat() -> IllegalMove:
    return IllegalMove(t("You don’t have a seat in this game."), "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(t("It isn’t your turn yet; it’s {who}’s.", who=who(turn)), "turns")


def only_the_clock() -> IllegalMove:
    return IllegalMove(t("Only the clock can do that."), "clock")


def not_out_of_time() -> IllegalMove:
    return IllegalMove(t("No time has run out."), "clock")


def unreadable(fault: Unreadable) -> IllegalMove:
    return IllegalMove(str(fault), fault.rule)


# --- steps -----------------------------------------------------------------------------------------------------------


def where_to(origin: int, targets: Sequence[int], ball: int) -> IllegalMove:
    if not targets:
        return IllegalMove(t("The piece on {names} can’t move now; choose another one.", names=NAMES[origin]), "moves")
    pushing = t(" (where it pushes the ball)") if ball in targets else ""
    named = _cells(targets).replace(NAMES[ball], NAMES[ball] + pushing) if pushing else _cells(targets)
    return IllegalMove(
        t(
            "Where to? {names} can go to {named}, for example `/scrum move {names}-{names2}`.",
            names=NAMES[origin],
            named=named,
            names2=NAMES[targets[0]],
        ),
        "moves",
    )


def too_many_steps() -> IllegalMove:
    return IllegalMove(t("A turn has at most two steps, joined by a comma: `c4-c5,a6xb6>c7`."), "turns")


def first_turn_is_one_step() -> IllegalMove:
    return IllegalMove(t("The very first turn of a game is a single step."), "turns")


def one_more_step() -> IllegalMove:
    return IllegalMove(t("You’ve made your first step; this turn has one more, with another piece."), "turns")


def scored_already(step: str) -> IllegalMove:
    return IllegalMove(t("{step} is a goal, so your turn ends there; leave out the second step.", step=step), "goal")


def nobody_there(cell: int) -> IllegalMove:
    return IllegalMove(t("There’s no piece on {names}.", names=NAMES[cell]), "moves")


def ball_is_no_piece(cell: int) -> IllegalMove:
    return IllegalMove(
        t("That’s the ball on {names}; it moves only when a piece steps onto it.", names=NAMES[cell]), "ball"
    )


def not_your_piece(cell: int, side: int) -> IllegalMove:
    return IllegalMove(
        t("The piece on {names} isn’t yours; you play {sides}.", names=NAMES[cell], sides=SIDES[side]), "moves"
    )


def same_piece_twice(cell: int) -> IllegalMove:
    return IllegalMove(
        t("The piece on {names} has already moved this turn; use two different pieces.", names=NAMES[cell]), "turns"
    )


def not_one_step(origin: int, target: int) -> IllegalMove:
    return IllegalMove(
        t(
            "{names} to {names2} isn’t one step: pieces move to a neighbouring cell, straight or diagonal.",
            names=NAMES[origin],
            names2=NAMES[target],
        ),
        "moves",
    )


def occupied(target: int) -> IllegalMove:
    return IllegalMove(
        t("{names} is occupied; a piece moves to an empty cell or onto the ball.", names=NAMES[target]), "moves"
    )


def ball_lies_elsewhere(target: int, ball: int) -> IllegalMove:
    return IllegalMove(
        t(
            "The ball is on {names}, not on {names2}; only a step onto the ball moves it.",
            names=NAMES[ball],
            names2=NAMES[target],
        ),
        "ball",
    )


def where_does_the_ball_go(origin: int, ball: int, exits: Sequence[int]) -> IllegalMove:
    step = f"{NAMES[origin]}x{NAMES[ball]}>{NAMES[exits[0]]}"
    return IllegalMove(
        t("Where does the ball go? To {exits}, for example `/scrum move {step}`.", exits=_cells(exits), step=step),
        "ball",
    )


def ball_came_from(cell: int) -> IllegalMove:
    return IllegalMove(t("The ball can’t go to {names}: the pushing piece came from there.", names=NAMES[cell]), "ball")


def ball_onto_piece(cell: int) -> IllegalMove:
    return IllegalMove(t("The ball can’t go to {names}: there’s a piece on it.", names=NAMES[cell]), "ball")


def ball_too_far(ball: int, to: int) -> IllegalMove:
    return IllegalMove(
        t(
            "The ball can’t go from {names} to {names2}: only to a neighbouring cell.",
            names=NAMES[ball],
            names2=NAMES[to],
        ),
        "ball",
    )


def ball_stays(cell: int) -> IllegalMove:
    return IllegalMove(t("The ball has to leave {names} when a piece steps onto it.", names=NAMES[cell]), "ball")


def ball_enclosed(*, first: bool) -> IllegalMove:
    if first:
        return IllegalMove(t("That would enclose the ball, and no second step could free it."), "enclosure")
    return IllegalMove(
        t("That would enclose the ball: at the end of a turn it needs a free neighbouring cell."), "enclosure"
    )


# --- scrums ----------------------------------------------------------------------------------------------------------


def scrum_is_one_step(out: int) -> IllegalMove:
    return IllegalMove(
        t("This is a scrum: you have a single step and must push the ball to {names}.", names=NAMES[out]), "scrum"
    )


def scrum_must_push(out: int, pieces: Sequence[int]) -> IllegalMove:
    return IllegalMove(
        t("This is a scrum: {pieces} must push the ball to {names}.", pieces=_cells(pieces), names=NAMES[out]), "scrum"
    )


# --- draws -----------------------------------------------------------------------------------------------------------


def offer_on_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(t("You can offer a draw on your own turn; it’s {who}’s.", who=who(turn)), "draw")


def offered_already() -> IllegalMove:
    return IllegalMove(t("You’ve already offered a draw this turn; once is enough."), "draw")


def answer_first(seat: int) -> IllegalMove:
    return IllegalMove(t("{who} has offered a draw: accept or decline it first, or play on.", who=who(seat)), "draw")


def nothing_offered() -> IllegalMove:
    return IllegalMove(t("Nobody has offered you a draw."), "draw")


def offer_accept_or_decline() -> IllegalMove:
    return IllegalMove(t("Use `/scrum draw offer`, `/scrum draw accept` or `/scrum draw decline`."), "draw")


def resign_on_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(t("You can resign on your own turn; it’s {who}’s.", who=who(turn)), "end")
