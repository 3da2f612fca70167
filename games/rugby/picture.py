"""The field as a picture: pieces, ball, the last turn as arrows, and a scrum's exit."""

from collections.abc import Sequence

from games.graphics.svg import (
    WIDTH,
    Element,
    Point,
    add,
    area,
    document,
    drawable,
    finish,
    group,
    number,
    path,
    polygon,
    shorten,
    spot,
    wrap,
    write,
)
from games.graphics.theme import BLUE as BLUE_INK
from games.graphics.theme import GREEN, VERMILION, YELLOW, Theme, ink_on, mix
from games.rugby import turns
from games.rugby.field import BLUE, CELLS, COLUMNS, GOALS, NAMES, ROWS, SIDES
from games.rugby.model import State, Step
from games.rugby.notation import turn_text

CELL = 50.0
LEFT, TOP = 40.0, 30.0
HEIGHT = TOP + ROWS * CELL + 36
SIDE = LEFT + COLUMNS * CELL + 44  # where the text beside the field starts
_ROOM = WIDTH - SIDE - 16
_COLOURS = (BLUE_INK, VERMILION)
_ENDS = {
    "goal": "a goal",
    "own_goal": "an own goal",
    "resigned": "the other side resigned",
    "agreed": "by agreement",
    "repetition": "the same position for the third time",
    "scrum": "a blocked scrum",
    "stuck": "no legal turn is left",
}


def picture(state: State, names: Sequence[str], theme: Theme, *, picked: int | None = None) -> str:
    """Draw the board; if a piece is picked, mark the cells it can go to."""
    root = document(WIDTH, HEIGHT, theme, "Scrum")
    _field(root, theme)
    shown = state.steps or state.last
    _origins(root, shown, theme)
    _scrum(root, state, theme)
    targets = [] if picked is None else picked_targets(state, picked)
    for cell in range(CELLS):
        side = next((side for side in (0, 1) if _pieces(state, side) >> cell & 1), None)
        if side is not None:
            _piece(group(root, *at(cell)), side, theme, picked=cell == picked)
    _arrows(root, shown, theme)
    _ball(group(root, *at(state.position.ball)), theme)
    for cell in targets:
        _target(root, cell, theme)
    for cell in range(CELLS):  # on top of everything, so that no piece or arrow catches a click
        x, y = at(cell)
        spot(area(root, x - CELL / 2, y - CELL / 2, CELL, CELL), NAMES[cell])
    _beside(root, state, names, theme)
    return finish(root)


def at(cell: int) -> Point:
    """The centre of a cell; row 1 is at the bottom."""
    row, column = divmod(cell, COLUMNS)
    return LEFT + (column + 0.5) * CELL, TOP + (ROWS - 1 - row + 0.5) * CELL


def _pieces(state: State, side: int) -> int:
    return state.position.red if side else state.position.blue


def picked_targets(state: State, picked: int) -> list[int]:
    """The cells a piece can go to in the next step."""
    if state.over is not None:
        return []
    return sorted({step.target for step in turns.legal_steps(state.position) if step.origin == picked})


# --- the field -----------------------------------------------------------------------------------------------------


def _field(root: Element, theme: Theme) -> None:
    grass = theme.tint(GREEN)
    stripes = (grass.fill, mix(grass.fill, theme.paper, 0.28))
    wide = COLUMNS * CELL
    for row in range(ROWS):
        add(root, "rect", x=LEFT, y=TOP + row * CELL, width=wide, height=CELL, fill=stripes[row % 2])
    lines = mix(grass.fill, theme.paper if not theme.dark else theme.ink, 0.75 if not theme.dark else 0.22)
    across = "".join(f"M{number(LEFT)} {number(TOP + row * CELL)}h{number(wide)}" for row in range(1, ROWS))
    down = "".join(
        f"M{number(LEFT + column * CELL)} {number(TOP)}v{number(ROWS * CELL)}" for column in range(1, COLUMNS)
    )
    add(root, "path", d=across + down, stroke=lines, stroke_width=1.5)
    for side, row in ((0, 0), (1, ROWS - 1)):
        _goal(root, side, TOP + row * CELL, theme)
    add(
        root, "rect", x=LEFT, y=TOP, width=wide, height=ROWS * CELL, rx=4, fill="none", stroke=grass.line,
        stroke_width=3,
    )  # fmt: skip
    for column in range(COLUMNS):
        for y in (TOP - 9, TOP + ROWS * CELL + 21):
            write(root, (LEFT + (column + 0.5) * CELL, y), "abcde"[column], 16, theme.faint, bold=True)
    for row in range(ROWS):
        for x in (LEFT - 19, LEFT + wide + 19):
            write(root, (x, TOP + (ROWS - row - 0.5) * CELL + 5.5), str(row + 1), 16, theme.faint, bold=True)


def _goal(root: Element, side: int, top: float, theme: Theme) -> None:
    """Draw a goal row: hatched and edged in the colour of the side that scores there."""
    tint = theme.tint(_COLOURS[side])
    wide = COLUMNS * CELL
    hatch = "".join(
        f"M{number(LEFT + x)} {number(top + CELL)}l{number(CELL)} {number(-CELL)}" for x in range(0, 201, 25)
    )
    path(root, hatch, tint.line, 1).set("stroke-opacity", "0.35")
    edge = top + CELL if side == BLUE else top
    path(root, f"M{number(LEFT)} {number(edge)}h{number(wide)}", tint.line, 4)


def _origins(root: Element, shown: Sequence[Step], theme: Theme) -> None:
    for step in shown:
        x, y = at(step.origin)
        add(
            root, "circle", cx=x, cy=y, r=17, fill="none", stroke=theme.accent, stroke_width=2.5, stroke_dasharray="4 5"
        )  # fmt: skip


def _scrum(root: Element, state: State, theme: Theme) -> None:
    """Mark the ball with a ring, and its only exit."""
    if not is_scrum(state):
        return
    x, y = at(state.position.ball)
    add(
        root,
        "circle",
        cx=x,
        cy=y,
        r=CELL * 0.6,
        fill="none",
        stroke=theme.alarm,
        stroke_width=3,
        stroke_dasharray="9 6",
    )
    for cell in turns.exits(state.position):
        x, y = at(cell)
        add(
            root, "rect", x=x - 23, y=y - 23, width=46, height=46, rx=7, fill=theme.paper, stroke=theme.alarm,
            stroke_width=3,
        )  # fmt: skip
        write(root, (x, y + 5.5), "exit", 16, theme.alarm, bold=True)


def is_scrum(state: State) -> bool:
    return state.position.moved is None and state.over is None and turns.is_scrum(state.position)


# --- pieces, ball and arrows ---------------------------------------------------------------------------------------


def _piece(at: Element, side: int, theme: Theme, *, picked: bool = False, size: float = 18.0) -> None:
    """Blue is round and points up, Red is square and points down."""
    colour = _COLOURS[side]
    edge = theme.ink if picked else "#14171c"
    if side == BLUE:
        add(at, "circle", r=size, fill=colour, stroke=edge, stroke_width=4 if picked else 1.5)
        shape = polygon([(0, -9 * size / 18), (8 * size / 18, 6 * size / 18), (-8 * size / 18, 6 * size / 18)])
    else:
        half = size * 0.92
        add(
            at, "rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=5, fill=colour, stroke=edge,
            stroke_width=4 if picked else 1.5,
        )  # fmt: skip
        shape = polygon([(0, 9 * size / 18), (8 * size / 18, -6 * size / 18), (-8 * size / 18, -6 * size / 18)])
    add(at, "path", d=shape, fill=ink_on(colour))


def _ball(at: Element, theme: Theme) -> None:
    tilted = group(at, 0, 0)
    tilted.set("transform", "rotate(-35)")
    edge = "#14171c"
    colour = YELLOW if not theme.dark else mix(YELLOW, "#ffffff", 0.3)
    path(tilted, "M-19 0C-12 -12 12 -12 19 0C12 12 -12 12 -19 0Z", edge, 2, colour)
    path(tilted, "M-8 0H8M-5 -3V3M0 -3V3M5 -3V3", edge, 1.8)


def _target(root: Element, cell: int, theme: Theme) -> None:
    x, y = at(cell)
    add(root, "circle", cx=x, cy=y, r=8, fill=theme.accent, stroke=theme.paper, stroke_width=2)
    write(root, (x, y + 21), NAMES[cell], 13, theme.accent, bold=True, halo=theme.paper)


def _arrows(root: Element, shown: Sequence[Step], theme: Theme) -> None:
    """Draw steps as numbered arrows; the ball's path is dotted."""
    for count, step in enumerate(shown, start=1):
        _arrow(root, at(step.origin), at(step.target), theme)
        if step.ball is not None:
            _arrow(root, at(step.target), at(step.ball), theme, dashes="1 8")
        x, y = at(step.origin)
        add(root, "circle", cx=x, cy=y, r=10, fill=theme.accent)
        write(root, (x, y + 5.2), str(count), 15, theme.paper, bold=True)


def _arrow(root: Element, start: Point, end: Point, theme: Theme, dashes: str = "") -> None:
    """Draw an arrow that ends at the edge of its target, so that it covers nothing."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    ahead, aside = (across / length, down / length), (-down / length, across / length)
    gap = 19 if dashes else 8
    begin = (start[0] + ahead[0] * gap, start[1] + ahead[1] * gap)
    tip = (end[0] - ahead[0] * 16, end[1] - ahead[1] * 16)
    back = (tip[0] - ahead[0] * 9, tip[1] - ahead[1] * 9)
    if not dashes:
        path(root, f"M{_xy(begin)}L{_xy(back)}", theme.paper, 9)
    path(root, f"M{_xy(begin)}L{_xy(back)}", theme.accent, 5).set("stroke-dasharray", dashes or "none")
    head = [tip, (back[0] + aside[0] * 9, back[1] + aside[1] * 9), (back[0] - aside[0] * 9, back[1] - aside[1] * 9)]
    add(root, "path", d=polygon(head), fill=theme.accent, stroke=theme.paper, stroke_width=1.5)


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# --- beside the field ----------------------------------------------------------------------------------------------


def _beside(root: Element, state: State, names: Sequence[str], theme: Theme) -> None:
    _player(group(root, SIDE, TOP, title=names[1]), state, 1, names, theme)
    _player(group(root, SIDE, TOP + ROWS * CELL - 96, title=names[0]), state, 0, names, theme)
    turn = state.turns + (state.over is None)
    write(root, (SIDE, TOP + 152), f"Turn {turn}" if turn else "", 24, theme.ink, anchor="start", bold=True)
    y = TOP + 184
    for words, ink in _remarks(state, theme):
        for line in wrap(words, _ROOM, 17, 4):
            write(root, (SIDE, y), line, 17, ink, anchor="start", bold=ink != theme.faint)
            y += 23
        y += 9 if ink in {theme.accent, theme.alarm} else 0


def _remarks(state: State, theme: Theme) -> list[tuple[str, str]]:
    """Lines beside the field, with their colours."""
    remarks: list[tuple[str, str]] = []
    shown = state.steps or state.last
    if state.over is not None:
        winner = "A draw" if state.over.winner is None else f"{SIDES[state.over.winner]} wins"
        remarks.append((f"{winner}: {_ENDS[state.over.reason]}.", theme.accent))
    if shown:
        side = state.position.side if state.steps else 1 - state.position.side
        so_far = "so far" if state.steps and state.over is None else "played"
        remarks.append((f"{SIDES[side]} {so_far}", theme.faint))
        remarks += [(text, theme.ink) for text in turn_text(tuple(shown)).split(",")]
    if is_scrum(state):
        remarks.insert(0, (f"Scrum! The only exit is {NAMES[turns.exits(state.position)[0]]}.", theme.alarm))
    return remarks


def _player(at: Element, state: State, side: int, names: Sequence[str], theme: Theme) -> None:
    turn = state.over is None and state.position.side == side
    winner = state.over is not None and state.over.winner == side
    tint = theme.tint(_COLOURS[side])
    add(
        at, "rect", width=_ROOM, height=96, rx=11, fill=theme.panel,
        stroke=theme.ink if turn else theme.accent if winner else tint.line, stroke_width=3 if turn or winner else 1.5,
    )  # fmt: skip
    _piece(group(at, 27, 30), side, theme, size=15)
    name = drawable(names[side], theme, f"Player {side + 1}")
    write(at, (52, 36), shorten(name, _ROOM - 62, 18, bold=turn), 18, theme.ink, anchor="start", bold=turn)
    goal = GOALS[side].bit_length() // COLUMNS
    write(at, (14, 62), f"{SIDES[side]}, {'down' if side else 'up'} to row {goal}", 15, tint.line, anchor="start")
    words = "to move" if turn else "won" if winner else ""
    write(at, (14, 84), words, 15, theme.accent if winner else theme.ink, anchor="start", bold=True)
