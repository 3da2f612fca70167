"""The board as text and as alt text, and the answers to `piece` and `hint`."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from games.graphics.drawing import WIDTH, Drawing, columns, fit
from games.language import Lazy, Text, lazy, t
from games.parts import Answer, Motion
from games.rugby import turns
from games.rugby.field import CELLS, COLUMNS, NAMES, ROWS, SIDES, cells_in
from games.rugby.hints import hint
from games.rugby.model import (
    Event,
    Over,
    Reason,
    State,
    Step,
    Stepped,
    Unreadable,
    View,
    cell_named,
    read_turn,
    turn_text,
)
from games.rugby.pictures.board import picked_targets, picture
from games.rugby.words import time_text
from games.text import listing

_BLUE, _RED, _BALL, _EMPTY, _LEFT, _EXIT = "B", "R", "o", "·", "'", "x"
_MOVABLE = {_BLUE, _RED, _BALL}
_RED_GOAL, _BLUE_GOAL = lazy("Red’s goal"), lazy("Blue’s goal")
_ENDS: Mapping[Reason, Lazy] = {  # below the text board
    "goal": lazy("{side} wins: goal"),
    "own_goal": lazy("{side} wins: own goal"),
    "resigned": lazy("{side} wins: resignation"),
    "time": lazy("{side} wins: out of time"),
    "agreed": lazy("draw by agreement"),
    "repetition": lazy("draw by repetition"),
    "scrum": lazy("draw, blocked scrum"),
    "stuck": lazy("draw, no legal turn"),
}
_ENDED: Mapping[Reason, Lazy] = {  # in the alt text
    "goal": lazy("{side} wins (goal)."),
    "own_goal": lazy("{side} wins (own goal)."),
    "resigned": lazy("{side} wins (resignation)."),
    "time": lazy("{side} wins (out of time)."),
    "agreed": lazy("Nobody wins (draw by agreement)."),
    "repetition": lazy("Nobody wins (draw by repetition)."),
    "scrum": lazy("Nobody wins (draw, blocked scrum)."),
    "stuck": lazy("Nobody wins (draw, no legal turn)."),
}


def board(view: View, names: Sequence[str]) -> Drawing:
    state = view.state
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(picture, state, names))


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    """Answer `hint`, or `piece c4`."""
    if command == "hint":
        return hint(view)
    if command != "piece":
        raise ValueError(f"{command} is not a read-only command")
    state = view.state
    try:
        cell = cell_named(arguments["cell"].strip().lower())
    except Unreadable as fault:
        return Answer(str(fault))
    return _piece(state, cell, names)


def _piece(state: State, cell: int, names: Sequence[str]) -> Answer:
    side, name = SIDES[state.position.side], NAMES[cell]
    if state.over is not None:
        return Answer(t("The game is over, so no piece can move."))
    if not state.position.own >> cell & 1:
        return Answer(t("It’s {side}’s turn, and {side} has no piece on {cell}.", side=side, cell=name))
    targets = picked_targets(state, cell)
    if not targets:
        return Answer(t("The piece on {cell} can’t move now.", cell=name))
    cells = [NAMES[target] for target in targets]
    sentence = t("{cell} can go to {cells}.", cell=name, cells=listing(cells, "or"))
    line = t("{cell} to {cells}", cell=name, cells=" ".join(cells))
    drawing = Drawing(
        partial(_text_with, state, names, line),
        partial(_alt_with, state, names, sentence),
        partial(picture, state, names, picked=cell),
    )
    return Answer(sentence, drawing)


def _text_with(state: State, names: Sequence[str], line: str) -> str:
    return f"{_text(state, names)}\n{fit(line, WIDTH).rstrip()}"


def _alt_with(state: State, names: Sequence[str], sentence: str) -> str:
    return f"{_alt(state, names)} {sentence}"


# --- the text board --------------------------------------------------------------------------------------------------


def _text(state: State, names: Sequence[str]) -> str:
    """The field on its side, as on the picture: Blue plays to the right."""
    numbers = "  " + "".join(f"{row + 1:>2} " for row in range(ROWS)).rstrip()
    shown = state.steps or state.last
    return "\n".join(
        [
            _player(state, 0, names),
            _player(state, 1, names),
            _goals(),
            numbers,
            *_lines(state, shown),
            numbers,
            *_below(state, shown),
        ]
    )


def _goals() -> str:
    """Whose goal is at which end."""
    red, blue = str(_RED_GOAL), str(_BLUE_GOAL)
    return fit(f"{red}{' ' * max(1, WIDTH - columns(red) - columns(blue))}{blue}", WIDTH).rstrip()


def _player(state: State, seat: int, names: Sequence[str]) -> str:
    turn = state.over is None and state.position.side == seat
    way = t("Red, to row 1 ←") if seat else t("Blue, to row 12 →")
    clock = f" {time_text(state.left[seat])}" if state.left else ""
    head = f"{'▶' if turn else ' '}{'BR'[seat]}{clock} {way}"
    return fit(f"{head} {names[seat]}", WIDTH).rstrip()


def _lines(state: State, shown: Sequence[Step]) -> Iterator[str]:
    """A line for each column of the field, from a to e."""
    cells = _cells(state, shown)
    for column in range(COLUMNS):
        letter = NAMES[column][0]
        yield f"{letter} {''.join(cells[column::COLUMNS])} {letter}"


def _cells(state: State, shown: Sequence[Step]) -> list[str]:
    """Three columns per cell; pieces and ball that moved last are in brackets."""
    position = state.position
    letters = [_EMPTY] * CELLS
    for step in shown:
        letters[step.origin] = _LEFT
    for cell in turns.exits(position) if _is_scrum(state) else ():
        letters[cell] = _EXIT
    for letter, pieces in ((_BLUE, position.blue), (_RED, position.red), (_BALL, 1 << position.ball)):
        for cell in cells_in(pieces):
            letters[cell] = letter
    moved = {cell for step in shown for cell in (step.target, step.ball) if cell is not None}
    arrived = {cell for cell in moved if letters[cell] in _MOVABLE}
    return [f"[{letter}]" if cell in arrived else f" {letter} " for cell, letter in enumerate(letters)]


def _is_scrum(state: State) -> bool:
    return state.position.moved is None and state.over is None and turns.is_scrum(state.position)


def _below(state: State, shown: Sequence[Step]) -> list[str]:
    lines = []
    if shown:
        side = SIDES[state.position.side if state.steps else 1 - state.position.side]
        steps = turn_text(tuple(shown))
        if state.steps and state.over is None:
            lines.append(t("{side} so far: {steps}", side=side, steps=steps))
        else:
            lines.append(t("{side}: {steps}", side=side, steps=steps))
        lines.append(t("[ ] moved last, {mark} came from here", mark=_LEFT))
    if _is_scrum(state):
        lines.append(t("Scrum: the only exit is {exit} (x)", exit=NAMES[turns.exits(state.position)[0]]))
    if state.over is not None:
        lines.append(t(_ENDS[state.over.reason], side=_winner(state.over)))
    return [fit(line, WIDTH).rstrip() for line in lines]


def _winner(over: Over) -> Text:
    return "" if over.winner is None else SIDES[over.winner]


# --- the alt text ----------------------------------------------------------------------------------------------------


def _alt(state: State, names: Sequence[str]) -> str:
    position = state.position
    blue, red = (fit(name, 30).rstrip() for name in names[:2])
    parts = [
        t(
            "Scrum Rugby, turn {turn}. {blue} plays Blue and {red} plays Red.",
            turn=state.turns + (state.over is None),
            blue=blue,
            red=red,
        ),
        t("Blue (towards row 12): {cells}.", cells=_listed(position.blue)),
        t("Red (towards row 1): {cells}.", cells=_listed(position.red)),
        t("Ball: {cell}.", cell=NAMES[position.ball]),
    ]
    if state.left:
        times = [time_text(seconds) for seconds in state.left]
        parts.append(t("Time left: Blue {blue} and Red {red}.", blue=times[0], red=times[1]))
    if state.steps:
        parts.append(t("This turn: {steps}.", steps=turn_text(state.steps)))
    elif state.last:
        parts.append(t("Last turn: {steps}.", steps=turn_text(state.last)))
    if _is_scrum(state):
        parts.append(t("Scrum, the only exit is {exit}.", exit=NAMES[turns.exits(position)[0]]))
    if state.over is not None:
        parts.append(t(_ENDED[state.over.reason], side=_winner(state.over)))
    elif position.moved is not None:
        parts.append(t("{side} is to move, second step.", side=SIDES[position.side]))
    else:
        parts.append(t("{side} is to move.", side=SIDES[position.side]))
    return " ".join(parts)


def _listed(cells: int) -> str:
    return listing([NAMES[cell] for cell in cells_in(cells)])


# --- motions ---------------------------------------------------------------------------------------------------------


def motions(state: State | None, event: Event) -> tuple[Motion, ...]:
    if not isinstance(event, Stepped) or state is None:
        return ()
    (step,) = read_turn(event.step)
    moved = Motion(f"piece:{state.pieces.index(step.origin)}", (NAMES[step.target],))
    return (moved,) if step.ball is None else (moved, Motion("ball", (NAMES[step.ball],)))
