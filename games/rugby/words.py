"""Scrum Rugby in sentences: what happened, and what to do next."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import assert_never

from games.contract import IllegalMove
from games.language import Lazy, lazy, n, t
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

_DRAWN: Mapping[Reason, Lazy] = {
    "agreed": lazy("The game is a draw by agreement."),
    "repetition": lazy("The same position came up for the third time: the game is a draw."),
    "scrum": lazy("Every push out of this scrum would enclose the ball: the game is a draw."),
    "stuck": lazy("There is no legal turn left: the game is a draw."),
}


def narrate(event: Event, viewer: int | None) -> str | None:
    del viewer  # nothing is hidden
    match event:
        case Started():
            return _started(event)
        case TimeRead():
            return None
        case Stepped():
            return _stepped(event)
        case TurnBegan():
            return _turn_began(event)
        case DrawOffered():
            return t("{who} offers a draw.", who=who(event.seat))
        case DrawDeclined():
            if event.by_playing:
                return t("{who} plays on and declines the draw.", who=who(event.seat))
            return t("{who} declines the draw.", who=who(event.seat))
        case Resigned():
            return t("{who} resigns.", who=who(event.seat))
        case Finished():
            return verdict(event.winner, event.reason, event.turns)
        case _:
            assert_never(event)


def _started(event: Started) -> str:
    kick_off = t(
        "Kick-off! {blue} plays Blue towards row 12 and starts with a single step; {red} plays Red towards row 1.",
        blue=who(0),
        red=who(1),
    )
    if not event.minutes:
        return kick_off
    clock = n(
        "Each side has {count} minute for the whole game.",
        "Each side has {count} minutes for the whole game.",
        event.minutes,
    )
    return f"{kick_off} {clock}"


def _stepped(event: Stepped) -> str:
    (step,) = read_turn(event.step)
    if step.ball is None:
        return t(
            "{who} ({side}) moves {origin} to {target}.",
            who=who(event.seat),
            side=SIDES[event.seat],
            origin=NAMES[step.origin],
            target=NAMES[step.target],
        )
    return t(
        "{who} ({side}) pushes with {origin}: the ball goes from {target} to {ball}.",
        who=who(event.seat),
        side=SIDES[event.seat],
        origin=NAMES[step.origin],
        target=NAMES[step.target],
        ball=NAMES[step.ball],
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
        return str(_DRAWN[reason])
    side = SIDES[winner]
    match reason:
        case "goal":
            return t("Goal! {who} ({side}) wins on turn {turn}.", who=who(winner), side=side, turn=number)
        case "own_goal":
            return t(
                "Own goal! {who} ({side}) is touching the ball on {side}’s goal row, and wins.",
                who=who(winner),
                side=side,
            )
        case "time":
            return t(
                "{loser} is out of time: {winner} ({side}) wins.", loser=who(1 - winner), winner=who(winner), side=side
            )
        case _:
            return t("{who} ({side}) wins.", who=who(winner), side=side)


# --- what to do next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    if isinstance(state.over, Over):
        return verdict(state.over.winner, state.over.reason, state.turns)
    sentences = [_task(view)]
    if state.left:
        blue, red = map(time_text, state.left)
        sentences.append(t("Time left: Blue {blue}, Red {red}.", blue=blue, red=red))
    if state.offer is not None:
        sentences.append(
            t(
                "{who} offers a draw: {other} can accept or decline.",
                who=who(state.offer),
                other=who(1 - state.offer),
            )
        )
    return " ".join(sentences)


def gist(view: View) -> str:
    return t("turn {turn}", turn=view.state.turns + 1)


def time_text(seconds: float) -> str:
    """Seconds as 4:05; rounded up, so that a running clock never shows 0:00."""
    minutes, rest = divmod(ceil(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _task(view: View) -> str:
    position = view.state.position
    seat, side = who(position.side), SIDES[position.side]
    if position.moved is not None:
        return t("{who} ({side}), make one more step, with another piece.", who=seat, side=side)
    match turns.duty(position):
        case core.PUSH:
            return t(
                "{who} ({side}), scrum: push the ball to {exit}, in a single step.",
                who=seat,
                side=side,
                exit=NAMES[turns.exits(position)[0]],
            )
        case core.ONE:
            return t("{who} ({side}), start with a single step.", who=seat, side=side)
        case _:
            return t("{who} ({side}), make two steps with two different pieces.", who=seat, side=side)


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
        return IllegalMove(t("The piece on {cell} can’t move now; choose another one.", cell=NAMES[origin]), "moves")
    cells = [
        t("{cell} (where it pushes the ball)", cell=NAMES[cell]) if cell == ball else NAMES[cell] for cell in targets
    ]
    return IllegalMove(
        t(
            "Where to? {cell} can go to {cells}, for example `/scrum move {step}`.",
            cell=NAMES[origin],
            cells=listing(cells, "or"),
            step=f"{NAMES[origin]}-{NAMES[targets[0]]}",
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
    return IllegalMove(t("There’s no piece on {cell}.", cell=NAMES[cell]), "moves")


def ball_is_no_piece(cell: int) -> IllegalMove:
    return IllegalMove(
        t("That’s the ball on {cell}; it moves only when a piece steps onto it.", cell=NAMES[cell]), "ball"
    )


def not_your_piece(cell: int, side: int) -> IllegalMove:
    return IllegalMove(
        t("The piece on {cell} isn’t yours; you play {side}.", cell=NAMES[cell], side=SIDES[side]), "moves"
    )


def same_piece_twice(cell: int) -> IllegalMove:
    return IllegalMove(
        t("The piece on {cell} has already moved this turn; use two different pieces.", cell=NAMES[cell]), "turns"
    )


def not_one_step(origin: int, target: int) -> IllegalMove:
    return IllegalMove(
        t(
            "{origin} to {target} isn’t one step: pieces move to a neighbouring cell, straight or diagonal.",
            origin=NAMES[origin],
            target=NAMES[target],
        ),
        "moves",
    )


def occupied(target: int) -> IllegalMove:
    return IllegalMove(
        t("{cell} is occupied; a piece moves to an empty cell or onto the ball.", cell=NAMES[target]), "moves"
    )


def ball_lies_elsewhere(target: int, ball: int) -> IllegalMove:
    return IllegalMove(
        t(
            "The ball is on {ball}, not on {target}; only a step onto the ball moves it.",
            ball=NAMES[ball],
            target=NAMES[target],
        ),
        "ball",
    )


def where_does_the_ball_go(origin: int, ball: int, exits: Sequence[int]) -> IllegalMove:
    step = f"{NAMES[origin]}x{NAMES[ball]}>{NAMES[exits[0]]}"
    return IllegalMove(
        t("Where does the ball go? To {cells}, for example `/scrum move {step}`.", cells=_cells(exits), step=step),
        "ball",
    )


def ball_came_from(cell: int) -> IllegalMove:
    return IllegalMove(t("The ball can’t go to {cell}: the pushing piece came from there.", cell=NAMES[cell]), "ball")


def ball_onto_piece(cell: int) -> IllegalMove:
    return IllegalMove(t("The ball can’t go to {cell}: there’s a piece on it.", cell=NAMES[cell]), "ball")


def ball_too_far(ball: int, to: int) -> IllegalMove:
    return IllegalMove(
        t(
            "The ball can’t go from {ball} to {target}: only to a neighbouring cell.",
            ball=NAMES[ball],
            target=NAMES[to],
        ),
        "ball",
    )


def ball_stays(cell: int) -> IllegalMove:
    return IllegalMove(t("The ball has to leave {cell} when a piece steps onto it.", cell=NAMES[cell]), "ball")


def ball_enclosed(*, first: bool) -> IllegalMove:
    if first:
        return IllegalMove(t("That would enclose the ball, and no second step could free it."), "enclosure")
    return IllegalMove(
        t("That would enclose the ball: at the end of a turn it needs a free neighbouring cell."), "enclosure"
    )


# --- scrums ----------------------------------------------------------------------------------------------------------


def scrum_is_one_step(out: int) -> IllegalMove:
    return IllegalMove(
        t("This is a scrum: you have a single step and must push the ball to {exit}.", exit=NAMES[out]), "scrum"
    )


def scrum_must_push(out: int, pieces: Sequence[int]) -> IllegalMove:
    return IllegalMove(
        t("This is a scrum: {pieces} must push the ball to {exit}.", pieces=_cells(pieces), exit=NAMES[out]), "scrum"
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
