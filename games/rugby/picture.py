"""The field as a picture: sideways for chat, upright for the web table, with the players and the last turn."""

from collections.abc import Sequence

from games.graphics.svg import (
    LANDSCAPE,
    WIDTH,
    Element,
    Point,
    add,
    document,
    drawable,
    finish,
    group,
    piece,
    reuse,
    shorten,
    width_of,
    write,
)
from games.graphics.theme import Shape, Theme
from games.rugby import turns
from games.rugby.field import COLUMNS, GOALS, NAMES, SIDES
from games.rugby.model import State
from games.rugby.narration import time_text
from games.rugby.notation import step_text
from games.rugby.pitch import COLOURS, LIFT, Pitch, badge, ball, draw_piece
from games.values import value

_CARD = 54.0  # height of a player's card
_ENDS = {
    "goal": "a goal",
    "own_goal": "an own goal",
    "resigned": "the other side resigned",
    "agreed": "by agreement",
    "repetition": "the same position for the third time",
    "scrum": "a blocked scrum",
    "stuck": "no legal turn is left",
    "time": "the other side is out of time",
}


@value
class _Layout:
    size: tuple[float, float]
    pitch: Pitch
    cards: tuple[Point, Point]  # Blue's and Red's
    card_width: float
    news: Point  # the turn and what happened


_LAYOUTS: dict[Shape, _Layout] = {
    "landscape": _Layout(LANDSCAPE, Pitch(24, 86, (46, 46), sideways=True), ((8, 7), (304, 7)), 288, (24, 345)),
    "portrait": _Layout(  # a phone shows it at two thirds, where a finger needs 44 points for a cell
        (WIDTH, 1066), Pitch(28, 88, (104, 68), sideways=False), ((8, 936), (8, 8)), WIDTH - 16, (28, 1000)
    ),
}


def picture(state: State, names: Sequence[str], theme: Theme, *, picked: int | None = None) -> str:
    """Draw the board; if a piece is picked, mark the cells it can go to."""
    layout = _LAYOUTS[theme.shape]
    root = document(*layout.size, theme, "Scrum Rugby")
    _board(root, layout.pitch, state, theme, picked)
    for side, at in enumerate(layout.cards):
        card = group(root, *at, title=names[side])
        _card(card, layout.card_width, state, (side, names[side]), theme)
        draw_piece(group(card, 28, _CARD / 2), side, layout.pitch.heading(side), theme)
    _news(group(root, *layout.news), layout.pitch.width, state, theme)
    return finish(root)


def picked_targets(state: State, picked: int) -> list[int]:
    """The cells a piece can go to in the next step."""
    if state.over is not None:
        return []
    return sorted({step.target for step in turns.legal_steps(state.position) if step.origin == picked})


def is_scrum(state: State) -> bool:
    return state.position.moved is None and state.over is None and turns.is_scrum(state.position)


def _board(root: Element, pitch: Pitch, state: State, theme: Theme, picked: int | None) -> None:
    position, shown = state.position, state.steps or state.last
    reuse(root, _empty, pitch, theme)
    pitch.origins(root, shown, theme)
    if is_scrum(state):
        pitch.scrum(root, position.ball, turns.exits(position), theme)
    for index, cell in sorted(enumerate(state.pieces), key=lambda each: each[1]):
        side = position.red >> cell & 1
        here = piece(group(root, *pitch.at(cell)), f"piece:{index}")
        draw_piece(here, side, pitch.heading(side), theme, picked=cell == picked)
    pitch.arrows(root, shown, theme)
    x, y = pitch.at(position.ball)
    targets = [] if picked is None else picked_targets(state, picked)
    ball(piece(group(root, x, y - LIFT if position.ball in targets else y), "ball"))
    for cell in targets:
        pitch.target(root, cell, theme, free=cell != position.ball)
    reuse(root, _spots, pitch)


def _empty(root: Element, pitch: Pitch, theme: Theme) -> None:
    pitch.draw(root, theme)


def _spots(root: Element, pitch: Pitch) -> None:
    pitch.spots(root)


def _card(at: Element, wide: float, state: State, player: tuple[int, str], theme: Theme) -> None:
    """A player's name, side and goal; the side to move stands out."""
    side, name = player[0], drawable(player[1], theme, f"Player {player[0] + 1}")
    turn = state.over is None and state.position.side == side
    winner = state.over is not None and state.over.winner == side
    tint, marked = theme.tint(COLOURS[side]), turn or winner
    add(
        at, "rect", width=wide, height=_CARD, rx=11, fill=tint.fill if marked else theme.panel, stroke=tint.line,
        stroke_width=3.5 if marked else 1,
    )  # fmt: skip
    clock = time_text(state.left[side]) if state.left else ""
    room = wide - 68 - (width_of(clock, 20, bold=True) + 14 if clock else 0)
    write(at, (56, 24), shorten(name, room, 20, bold=True), 20, theme.ink, anchor="start", bold=True)
    write(at, (wide - 12, 24), clock, 20, theme.ink, anchor="end", bold=True)
    goal = GOALS[side].bit_length() // COLUMNS
    write(at, (56, 44), f"{SIDES[side]}, to row {goal}", 16, tint.line, anchor="start")
    write(at, (wide - 12, 44), "to move" if turn else "won" if winner else "", 17, theme.ink, anchor="end", bold=True)


# --- what happened -------------------------------------------------------------------------------------------------


def _news(at: Element, wide: float, state: State, theme: Theme) -> None:
    """The turn on the left; on the right what matters most, above the last turn."""
    write(at, (0, 28), f"Turn {state.turns + (state.over is None)}", 22, theme.ink, anchor="start", bold=True)
    headline, ink = _headline(state, theme)
    both = headline and (state.steps or state.last)
    top = 16.0 if both else 28.0
    if headline:
        write(at, (108, top), shorten(headline, wide - 108, 20, bold=True), 20, ink, anchor="start", bold=True)
        top += 28
    _last_turn(group(at, 108, top), state, theme)


def _headline(state: State, theme: Theme) -> tuple[str, str]:
    """The result, a scrum or the kick-off, and its colour."""
    if state.over is not None:
        winner = "A draw" if state.over.winner is None else f"{SIDES[state.over.winner]} wins"
        return f"{winner}: {_ENDS[state.over.reason]}.", theme.accent
    if is_scrum(state):
        return f"Scrum! The only exit is {NAMES[turns.exits(state.position)[0]]}.", theme.alarm
    return "" if state.steps or state.last else "Kick-off!", theme.ink


def _last_turn(at: Element, state: State, theme: Theme) -> None:
    """Write the steps that are drawn as arrows, with the same numbers."""
    shown = state.steps or state.last
    if not shown:
        return
    side = state.position.side if state.steps else 1 - state.position.side
    words = f"{SIDES[side]} {'so far' if state.steps and state.over is None else 'played'}"
    write(at, (0, 0), words, 18, theme.faint, anchor="start")
    x = width_of(words, 18) + 22
    for count, step in enumerate(shown, start=1):
        badge(at, (x, -6), count, theme)
        write(at, (x + 17, 0), step_text(step), 18, theme.ink, anchor="start", bold=True)
        x += width_of(step_text(step), 18, bold=True) + 44
