"""The rules of Scrum Rugby: what each side may do, and what then happens."""

from collections.abc import Sequence
from typing import assert_never

from games.chance import Chance
from games.contract import Option, Options, Result
from games.language import lazy
from games.parts import Deadline
from games.rugby import turns
from games.rugby import words as refusals
from games.rugby.engine import core
from games.rugby.field import NAMES, NEIGHBOURS, cells_in, distance
from games.rugby.model import (
    START,
    AnswerDraw,
    CallTime,
    DrawDeclined,
    DrawOffered,
    Event,
    Finished,
    Move,
    OfferDraw,
    PlayTimedTurn,
    PlayTurn,
    Position,
    Reason,
    Resign,
    Resigned,
    Started,
    State,
    Step,
    Stepped,
    TimeRead,
    TurnBegan,
    View,
    step_text,
)

REPETITIONS = 3
OPTIONS: tuple[Option, ...] = (
    Option(
        "clock",
        lazy("Minutes that each side has for the whole game; who uses them up loses"),
        0,
        minimum=0,
        maximum=10,
        unset=lazy("no clock"),
        main=True,
    ),
    Option(
        "hints",
        lazy("off: no hints, so that both sides find their own way"),
        "on",
        choices=("on", "off"),
        titles=(lazy("On"), lazy("Off")),
        notes=(lazy("Whoever asks for a hint gets one, in private"), lazy("Both sides find their own way")),
    ),
)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    del seats, chance  # two sides, no dice
    return [Started(START, int(options.get("clock", 0)), unadvised=options.get("hints") == "off")]


# --- what each side may do -------------------------------------------------------------------------------------------


def moves(state: State, seat: int) -> list[Move]:
    if state.over is not None or seat not in (0, 1):
        return []
    answers: list[Move] = []
    if state.offer == 1 - seat:
        answers = [AnswerDraw(accept=True), AnswerDraw(accept=False)]
    if seat != state.position.side:
        return answers
    legal = sorted(turns.legal_steps(state.position), key=step_text)  # piece by piece
    steps: list[Move] = [PlayTurn((step,)) for step in legal]
    offer: list[Move] = [OfferDraw()] if state.offer is None and not state.asked else []
    return [*steps, *answers, *offer, Resign()]


def awaits(state: State) -> tuple[int, ...]:
    return () if state.over is not None else (state.position.side,)


# --- what then happens -----------------------------------------------------------------------------------------------


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    del chance  # this game has none
    if state.over is not None:
        raise refusals.game_is_over()
    if isinstance(move, CallTime):
        return _call_time(state, seat, move)
    if seat is None or seat not in (0, 1):
        raise refusals.no_seat()
    match move:
        case PlayTurn(steps=steps):
            return _play(state, seat, steps)
        case PlayTimedTurn(steps=steps, left=left):
            return _play_on_the_clock(state, seat, steps, left)
        case OfferDraw():
            return _offer(state, seat)
        case AnswerDraw(accept=accept):
            return _answer(state, seat, accept=accept)
        case Resign():
            return _resign(state, seat)
        case _:
            assert_never(move)


def _resign(state: State, seat: int) -> list[Event]:
    if seat != state.position.side:
        raise refusals.resign_on_your_turn(state.position.side)
    return [Resigned(seat), Finished(1 - seat, "resigned", state.turns)]


def _offer(state: State, seat: int) -> list[Event]:
    if state.offer == 1 - seat:
        raise refusals.answer_first(1 - seat)
    if seat != state.position.side:
        raise refusals.offer_on_your_turn(state.position.side)
    if state.asked:
        raise refusals.offered_already()
    return [DrawOffered(seat)]


def _answer(state: State, seat: int, *, accept: bool) -> list[Event]:
    if state.offer != 1 - seat:
        raise refusals.nothing_offered()
    return [Finished(None, "agreed", state.turns)] if accept else [DrawDeclined(seat)]


def _play(state: State, seat: int, steps: Sequence[Step]) -> list[Event]:
    position = state.position
    if seat != position.side:
        raise refusals.not_your_turn(position.side)
    _check_number(position, len(steps))
    events: list[Event] = [DrawDeclined(seat, by_playing=True)] if state.offer == 1 - seat else []
    for index, step in enumerate(steps):
        check_step(position, step)
        events.append(Stepped(seat, step_text(step)))
        last = turns.is_last_step(position)
        reached = turns.after(position, step)
        outcome = turns.outcome_of(position, reached)
        if outcome == core.GOAL:
            if index + 1 < len(steps):
                raise refusals.scored_already(step_text(step))
            return [*events, Finished(seat, "goal", state.turns + 1)]
        if last:
            return [*events, _turn_ended(state, reached, own_goal=outcome == core.OWN_GOAL)]
        position = reached
    return events


def _play_on_the_clock(state: State, seat: int, steps: Sequence[Step], left: float) -> list[Event]:
    """Play steps on the clock: if time ran out before the clock could say so, the flag has fallen."""
    events = _play(state, seat, steps)
    left = round(min(left, state.left[seat]), 1)
    return [TimeRead(seat, left), *events] if left > 0 else [_flag_fallen(state)]


def _call_time(state: State, seat: int | None, move: CallTime) -> list[Event]:
    if seat is not None:
        raise refusals.only_the_clock()
    if not state.left or move.turn != state.turns:
        raise refusals.not_out_of_time()
    return [_flag_fallen(state)]


def _flag_fallen(state: State) -> Event:
    return Finished(1 - state.position.side, "time", state.turns)


def _turn_ended(state: State, reached: Position, *, own_goal: bool) -> Event:
    """The start of the other side's turn, unless the game is over."""
    following = turns.next_turn(reached)
    number = state.turns + 1
    if own_goal:
        return Finished(following.side, "own_goal", number)
    if state.seen.count(reached.cells) + 1 >= REPETITIONS:
        return Finished(None, "repetition", number)
    bound = turns.duty(following) == core.PUSH
    if turns.result_of(following) is not None:
        reason: Reason = "scrum" if bound else "stuck"
        return Finished(None, reason, number)
    out = NAMES[turns.exits(following)[0]] if turns.is_scrum(following) else None
    return TurnBegan(following.side, out, bound)


# --- refusals --------------------------------------------------------------------------------------------------------


def _check_number(position: Position, count: int) -> None:
    if not 1 <= count <= 2:
        raise refusals.too_many_steps()
    if count == 1:
        return
    if position.moved is not None:
        raise refusals.one_more_step()
    match turns.duty(position):
        case core.PUSH:
            raise refusals.scrum_is_one_step(turns.exits(position)[0])
        case core.ONE:
            raise refusals.first_turn_is_one_step()


def check_step(position: Position, step: Step) -> None:
    """Raise IllegalMove, with the rule it breaks, if this step isn't legal."""
    check_piece(position, step.origin)
    if distance(step.origin, step.target) != 1:
        raise refusals.not_one_step(step.origin, step.target)
    if (position.blue | position.red) >> step.target & 1:
        raise refusals.occupied(step.target)
    exits = turns.exits(position)
    if (step.target, step.ball) != (position.ball, exits[0] if exits else None):
        check_scrum(position)
    if step.target == position.ball:
        _check_ball(position, step, exits)
    elif step.ball is not None:
        raise refusals.ball_lies_elsewhere(step.target, position.ball)
    reached = turns.after(position, step)
    outcome = turns.outcome_of(position, reached)
    if turns.is_last_step(position):
        if outcome == core.ENCLOSED:
            raise refusals.ball_enclosed(first=False)
    elif outcome != core.GOAL and not turns.can_be_completed(reached):
        raise refusals.ball_enclosed(first=True)


def check_piece(position: Position, cell: int) -> None:
    if position.opp >> cell & 1:
        raise refusals.not_your_piece(cell, position.side)
    if cell == position.ball:
        raise refusals.ball_is_no_piece(cell)
    if not position.own >> cell & 1:
        raise refusals.nobody_there(cell)
    if cell == position.moved:
        raise refusals.same_piece_twice(cell)


def check_scrum(position: Position) -> None:
    """Refuse any step but the push that a scrum demands."""
    if position.moved is None and turns.duty(position) == core.PUSH:
        pieces = cells_in(NEIGHBOURS[position.ball] & position.own)
        raise refusals.scrum_must_push(turns.exits(position)[0], pieces)


def _check_ball(position: Position, step: Step, exits: Sequence[int]) -> None:
    if step.ball is None:
        if not exits:
            raise refusals.ball_enclosed(first=False)
        raise refusals.where_does_the_ball_go(step.origin, position.ball, exits)
    if step.ball == step.origin:
        raise refusals.ball_came_from(step.ball)
    if step.ball == position.ball:
        raise refusals.ball_stays(step.ball)
    if distance(position.ball, step.ball) != 1:
        raise refusals.ball_too_far(position.ball, step.ball)
    if step.ball not in exits:
        raise refusals.ball_onto_piece(step.ball)


# --- what can be seen ------------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    return View(seat, state)


def result(state: State) -> Result | None:
    if state.over is None:
        return None
    return Result(() if state.over.winner is None else (state.over.winner,))


# --- the clock -------------------------------------------------------------------------------------------------------


def deadline(state: State) -> Deadline | None:
    """The clock of the side to move. Nobody can add time to it: the other side would pay for that."""
    if not state.left or state.over is not None:
        return None
    name = f"clock {state.turns}"  # not prose
    return Deadline(name, state.left[state.position.side], CallTime(state.turns), fixed=True)


def timed(move: Move, left: float) -> Move:
    return PlayTimedTurn(move.steps, left) if isinstance(move, PlayTurn) else move
