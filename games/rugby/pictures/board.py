"""The field as a picture: sideways for chat, upright for the web table, with the players and the last turn."""

from collections.abc import Mapping, Sequence
from functools import partial

from games.graphics.badges import bare
from games.graphics.fitting import first_fitting, fitted, fitting_size
from games.graphics.svg import (
    LANDSCAPE,
    PHONE,
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
    piece,
    polygon,
    reuse,
    shorten,
    spot,
    width_of,
    write,
)
from games.graphics.theme import BLUE as BLUE_INK
from games.graphics.theme import GREEN, VERMILION, YELLOW, Shape, Theme, either, ink_on, mix
from games.language import Lazy, lazy, t
from games.rugby import turns
from games.rugby.field import BLUE, CELLS, COLUMNS, GOALS, NAMES, ROWS, SIDES
from games.rugby.model import Reason, State, Step, step_text
from games.rugby.words import time_text
from games.values import value

# --- pitch -----------------------------------------------------------------------------------------------------------

_COLOURS = (BLUE_INK, VERMILION)
_PIECE = 18.0  # radius
_LIFT = 5.0  # of a ball above the label of its cell
_LABEL = 17.0  # size of coordinates
_EDGE = "#14171c"
_HATCH = 23


@value
class _Pitch:
    """The cells on paper. Upright, Blue attacks upwards from row 1; sideways, to the right."""

    left: float
    top: float
    cell: tuple[float, float]  # width and height
    sideways: bool

    @property
    def _cells(self) -> tuple[int, int]:
        return (ROWS, COLUMNS) if self.sideways else (COLUMNS, ROWS)

    @property
    def width(self) -> float:
        return self._cells[0] * self.cell[0]

    @property
    def height(self) -> float:
        return self._cells[1] * self.cell[1]

    def at(self, cell: int) -> Point:
        """The centre of a cell."""
        row, column = divmod(cell, COLUMNS)
        across, down = (row, column) if self.sideways else (column, ROWS - 1 - row)
        return self.left + (across + 0.5) * self.cell[0], self.top + (down + 0.5) * self.cell[1]

    def heading(self, side: int) -> Point:
        """The direction in which a side attacks."""
        way = 1.0 if side == BLUE else -1.0
        return (way, 0.0) if self.sideways else (0.0, -way)

    def _box(self, cell: int, until: int) -> tuple[float, float, float, float]:
        """Left, top, width and height of the cells between two corners."""
        (x, y), (right, low), (wide, tall) = self.at(cell), self.at(until), self.cell
        return min(x, right) - wide / 2, min(y, low) - tall / 2, abs(right - x) + wide, abs(low - y) + tall

    # --- the grass ---------------------------------------------------------------------------------------------------

    def draw(self, root: Element, theme: Theme) -> None:
        grass = theme.tint(GREEN)
        stripes = (grass.fill, mix(grass.fill, theme.paper, 0.28))
        for row in range(ROWS):
            x, y, wide, tall = self._box(row * COLUMNS, row * COLUMNS + COLUMNS - 1)
            add(root, "rect", x=x, y=y, width=wide, height=tall, fill=stripes[row % 2])
        self._lines(root, theme)
        for side, row in ((1, 0), (0, ROWS - 1)):
            self._goal(root, side, row, theme)
        add(
            root, "rect", x=self.left, y=self.top, width=self.width, height=self.height, rx=4, fill="none",
            stroke=grass.line, stroke_width=3,
        )  # fmt: skip
        self._coordinates(root, theme)

    def _lines(self, root: Element, theme: Theme) -> None:
        grass, (wide, tall), (across, down) = theme.tint(GREEN).fill, self.cell, self._cells
        ink = either(mix(grass, theme.paper, 0.75), mix(grass, theme.ink, 0.22))
        level = (f"M{number(self.left)} {number(self.top + row * tall)}h{number(self.width)}" for row in range(1, down))
        upright = (
            f"M{number(self.left + x * wide)} {number(self.top)}v{number(self.height)}" for x in range(1, across)
        )
        add(root, "path", d="".join((*level, *upright)), stroke=ink, stroke_width=1.5)

    def _goal(self, root: Element, side: int, row: int, theme: Theme) -> None:
        """Hatch a goal row and edge it in the colour of the side that scores there."""
        tint = theme.tint(_COLOURS[side])
        x, y, wide, tall = self._box(row * COLUMNS, row * COLUMNS + COLUMNS - 1)
        short, rest = min(wide, tall), round(abs(wide - tall))
        starts = [(x + on, y + tall) if wide > tall else (x, y + short + on) for on in range(0, rest + 1, _HATCH)]
        hatch = "".join(f"M{_xy(start)}l{number(short)} {number(-short)}" for start in starts)
        path(root, hatch, tint.line, 1).set("stroke-opacity", "0.35")
        ahead = self.heading(side)
        inner = (
            x if ahead[0] >= 0 else x + wide,
            y + tall if ahead[1] < 0 else y,
        )  # the corner nearest the halfway line
        path(
            root, f"M{_xy(inner)}{'v' if self.sideways else 'h'}{number(tall if self.sideways else wide)}", tint.line, 4
        )

    def _coordinates(self, root: Element, theme: Theme) -> None:
        """Letters and numbers on all four sides."""
        above, below = self.top - 7, self.top + self.height + 18
        before, after = self.left - 14, self.left + self.width + 14
        for cell in range(CELLS):
            x, y = self.at(cell)
            if cell % COLUMNS == 0:
                places = [(x, above), (x, below)] if self.sideways else [(before, y + 6), (after, y + 6)]
                self._label(root, places, NAMES[cell][1:], theme)
            if cell < COLUMNS:
                places = [(before, y + 6), (after, y + 6)] if self.sideways else [(x, above), (x, below)]
                self._label(root, places, NAMES[cell][0], theme)

    def _label(self, root: Element, places: Sequence[Point], words: str, theme: Theme) -> None:
        for place in places:
            write(root, place, words, _LABEL, theme.faint, bold=True)

    def spots(self, root: Element) -> None:
        """Draw the spots on top of everything, so that no piece or arrow catches a click."""
        for cell in range(CELLS):
            spot(area(root, *self._box(cell, cell)), NAMES[cell])

    # --- marks on cells ----------------------------------------------------------------------------------------------

    def origins(self, root: Element, shown: Sequence[Step], theme: Theme) -> None:
        for step in shown:
            x, y = self.at(step.origin)
            ring = add(root, "circle", cx=x, cy=y, r=17, fill="none", stroke=theme.accent, stroke_width=2.5)
            ring.set("stroke-dasharray", "4 5")

    def scrum(self, root: Element, ball: int, exits: Sequence[int], theme: Theme) -> None:
        """Ring the ball, and mark its only exit."""
        x, y = self.at(ball)
        ring = add(root, "circle", cx=x, cy=y, r=28, fill="none", stroke=theme.alarm, stroke_width=3)
        ring.set("stroke-dasharray", "9 6")
        for cell in exits:
            x, y = self.at(cell)
            add(
                root, "rect", x=x - 21, y=y - 21, width=42, height=42, rx=7, fill=theme.paper, stroke=theme.alarm,
                stroke_width=3,
            )  # fmt: skip
            words = t("exit")
            size = fitting_size(words, 38, 17, bold=True, least=11)
            write(root, (x, y + 5.5), shorten(words, 40, size, bold=True), size, theme.alarm, bold=True)

    def target(self, root: Element, cell: int, theme: Theme, *, free: bool) -> None:
        """Mark a cell to go to: with a dot, or with a ring around the ball."""
        x, y = self.at(cell)
        if free:
            add(root, "circle", cx=x, cy=y - 9, r=7.5, fill=theme.accent, stroke=theme.paper, stroke_width=2)
            write(root, (x, y + 16), NAMES[cell], 16, theme.accent, bold=True, halo=theme.paper)
        else:
            add(root, "circle", cx=x, cy=y - _LIFT, r=17, fill="none", stroke=theme.accent, stroke_width=3)
            write(root, (x, y + 22), NAMES[cell], 16, theme.accent, bold=True, halo=theme.paper)

    def arrows(self, root: Element, shown: Sequence[Step], theme: Theme) -> None:
        """Draw steps as numbered arrows; the ball's path is dotted."""
        for count, step in enumerate(shown, start=1):
            _arrow(root, self.at(step.origin), self.at(step.target), theme)
            if step.ball is not None:
                _arrow(root, self.at(step.target), self.at(step.ball), theme, dashes="1 8")
            _badge(root, self.at(step.origin), count, theme)


def _arrow(root: Element, start: Point, end: Point, theme: Theme, dashes: str = "") -> None:
    """Draw an arrow that ends at the edge of its target, so that it covers nothing."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    ahead, aside = (across / length, down / length), (-down / length, across / length)
    begin, tip = _along(start, ahead, 19 if dashes else 8), _along(end, ahead, -16)
    back = _along(tip, ahead, -9)
    if not dashes:
        path(root, f"M{_xy(begin)}L{_xy(back)}", theme.paper, 9)
    path(root, f"M{_xy(begin)}L{_xy(back)}", theme.accent, 5).set("stroke-dasharray", dashes or "none")
    head = [tip, _along(back, aside, 9), _along(back, aside, -9)]
    add(root, "path", d=polygon(head), fill=theme.accent, stroke=theme.paper, stroke_width=1.5)


def _along(point: Point, way: Point, length: float) -> Point:
    return point[0] + way[0] * length, point[1] + way[1] * length


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# --- pieces, ball and badges -----------------------------------------------------------------------------------------


def _badge(root: Element, at: Point, count: int, theme: Theme) -> None:
    """The number of a step."""
    add(root, "circle", cx=at[0], cy=at[1], r=10.5, fill=theme.accent)
    write(root, (at[0], at[1] + 5.6), str(count), 16, theme.paper, bold=True)


def _draw_piece(
    at: Element, side: int, ahead: Point, theme: Theme, *, picked: bool = False, size: float = _PIECE
) -> None:
    """Draw a piece: Blue is round, Red is square; the triangle points ahead."""
    colour, width = _COLOURS[side], 4 if picked else 1.5
    edge = theme.ink if picked else _EDGE
    if side == BLUE:
        add(at, "circle", r=size, fill=colour, stroke=edge, stroke_width=width)
    else:
        half = size * 0.92
        add(
            at, "rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=5, fill=colour, stroke=edge,
            stroke_width=width,
        )  # fmt: skip
    (x, y), unit = ahead, size / _PIECE
    corners = ((9, 0), (-6, 8), (-6, -8))
    add(
        at, "path", d=polygon(((x * far - y * off) * unit, (y * far + x * off) * unit) for far, off in corners),
        fill=ink_on(colour),
    )  # fmt: skip


def _on_badge(side: int, at: Element, theme: Theme) -> None:
    """A piece as people see it beside a name; the sides run in opposite directions."""
    _draw_piece(at, side, (1, 0) if side == BLUE else (-1, 0), theme, size=16)


BADGES = {
    f"seat{side}": bare(f"side {side + 1}", partial(_on_badge, side))  # not prose
    for side in range(len(_COLOURS))  # not prose
}


def ball(at: Element) -> None:
    tilted = group(at)
    tilted.set("transform", "rotate(-35)")
    colour = either(YELLOW, mix(YELLOW, "#ffffff", 0.3))
    path(tilted, "M-19 0C-12 -12 12 -12 19 0C12 12 -12 12 -19 0Z", _EDGE, 2, colour)
    path(tilted, "M-8 0H8M-5 -3V3M0 -3V3M5 -3V3", _EDGE, 1.8)


# --- the whole picture -----------------------------------------------------------------------------------------------

_CARD = 54.0  # height of a player's card
_ENDS: Mapping[Reason, Lazy] = {
    "goal": lazy("{side} wins: a goal."),
    "own_goal": lazy("{side} wins: an own goal."),
    "resigned": lazy("{side} wins: the other side resigned."),
    "time": lazy("{side} wins: the other side is out of time."),
    "agreed": lazy("A draw: by agreement."),
    "repetition": lazy("A draw: the same position for the third time."),
    "scrum": lazy("A draw: a blocked scrum."),
    "stuck": lazy("A draw: no legal turn is left."),
}


@value
class _Layout:
    size: tuple[float, float]
    pitch: _Pitch
    cards: tuple[Point, Point]  # Blue's and Red's
    card_width: float
    news: Point  # the turn and what happened
    below: bool = False  # the last turn is below the number of this one, not beside it


_LAYOUTS: dict[Shape, _Layout] = {
    "landscape": _Layout(LANDSCAPE, _Pitch(24, 86, (46, 46), sideways=True), ((8, 7), (304, 7)), 288, (24, 345)),
    "portrait": _Layout(  # a finger needs 44 points for a cell
        (PHONE, 850), _Pitch(25, 88, (74, 50), sideways=False), ((8, 720), (8, 8)), PHONE - 16, (10, 784), below=True
    ),
}
_LAYOUTS["wide"] = _LAYOUTS["landscape"]


def picture(state: State, names: Sequence[str], theme: Theme, *, picked: int | None = None) -> str:
    """Draw the board; if a piece is picked, mark the cells it can go to."""
    layout = _LAYOUTS[theme.shape]
    root = document(*layout.size, theme, t("Scrum Rugby"))
    _board(root, layout.pitch, state, theme, picked)
    for side, at in enumerate(layout.cards):
        card = group(root, *at, title=names[side])
        _card(card, layout.card_width, state, (side, names[side]), theme)
        _draw_piece(group(card, 28, _CARD / 2), side, layout.pitch.heading(side), theme)
    _news(group(root, *layout.news), layout, state, theme)
    return finish(root)


def picked_targets(state: State, picked: int) -> list[int]:
    """The cells a piece can go to in the next step."""
    if state.over is not None:
        return []
    return sorted({step.target for step in turns.legal_steps(state.position) if step.origin == picked})


def _is_scrum(state: State) -> bool:
    return state.position.moved is None and state.over is None and turns.is_scrum(state.position)


def _board(root: Element, pitch: _Pitch, state: State, theme: Theme, picked: int | None) -> None:
    position, shown = state.position, state.steps or state.last
    reuse(root, _empty, pitch, theme)
    pitch.origins(root, shown, theme)
    if _is_scrum(state):
        pitch.scrum(root, position.ball, turns.exits(position), theme)
    for index, cell in sorted(enumerate(state.pieces), key=lambda each: each[1]):
        side = position.red >> cell & 1
        here = piece(group(root, *pitch.at(cell)), f"piece:{index}")
        _draw_piece(here, side, pitch.heading(side), theme, picked=cell == picked)
    pitch.arrows(root, shown, theme)
    x, y = pitch.at(position.ball)
    targets = [] if picked is None else picked_targets(state, picked)
    ball(piece(group(root, x, y - _LIFT if position.ball in targets else y), "ball"))
    for cell in targets:
        pitch.target(root, cell, theme, free=cell != position.ball)
    reuse(root, _spots, pitch)


def _empty(root: Element, pitch: _Pitch, theme: Theme) -> None:
    pitch.draw(root, theme)


def _spots(root: Element, pitch: _Pitch) -> None:
    pitch.spots(root)


def _card(at: Element, wide: float, state: State, player: tuple[int, str], theme: Theme) -> None:
    """A player's name, side and goal; the side to move stands out."""
    side, name = player[0], drawable(player[1], theme, t("Player {number}", number=player[0] + 1))
    turn = state.over is None and state.position.side == side
    winner = state.over is not None and state.over.winner == side
    tint, marked = theme.tint(_COLOURS[side]), turn or winner
    add(
        at, "rect", width=wide, height=_CARD, rx=11, fill=tint.fill if marked else theme.panel, stroke=tint.line,
        stroke_width=3.5 if marked else 1,
    )  # fmt: skip
    clock = time_text(state.left[side]) if state.left else ""
    room = wide - 68 - (width_of(clock, 20, bold=True) + 14 if clock else 0)
    write(at, (56, 24), shorten(name, room, 20, bold=True), 20, theme.ink, anchor="start", bold=True)
    write(at, (wide - 12, 24), clock, 20, theme.ink, anchor="end", bold=True)
    goal = GOALS[side].bit_length() // COLUMNS
    mark = t("to move") if turn else t("won") if winner else ""
    room = wide - 68 - (width_of(mark, 17, bold=True) + 8 if mark else 0)
    ways = [t("{side}, to row {row}", side=SIDES[side], row=goal), f"{SIDES[side]}, {goal}"]
    write(at, (56, 44), first_fitting(ways, room, 16), 16, tint.line, anchor="start")
    write(at, (wide - 12, 44), mark, 17, theme.ink, anchor="end", bold=True)


# --- what happened ---------------------------------------------------------------------------------------------------


def _news(at: Element, layout: _Layout, state: State, theme: Theme) -> None:
    """Draw the turn on the left; on the right what matters most, above the last turn."""
    first, wide = 22.0 if layout.below else 28.0, layout.size[0] - 2 * layout.news[0]
    turn = t("Turn {turn}", turn=state.turns + (state.over is None))
    write(at, (0, first), turn, 22, theme.ink, anchor="start", bold=True)
    left = max(108.0, width_of(turn, 22, bold=True) + 14)
    headline, ink = _headline(state, theme)
    both = headline and (state.steps or state.last) and not layout.below
    top = 16.0 if both else first
    if headline:
        headline, size = fitted(headline, wide - left, 20, bold=True)
        write(at, (left, top), headline, size, ink, anchor="start", bold=True)
        top += 28
    _last_turn(group(at, 0, first + 30) if layout.below else group(at, left, top), state, theme)


def _headline(state: State, theme: Theme) -> tuple[str, str]:
    """The result, a scrum or the kick-off, and its colour."""
    if state.over is not None:
        side = "" if state.over.winner is None else SIDES[state.over.winner]
        return t(_ENDS[state.over.reason], side=side), theme.accent
    if _is_scrum(state):
        return t("Scrum! The only exit is {exit}.", exit=NAMES[turns.exits(state.position)[0]]), theme.alarm
    return "" if state.steps or state.last else t("Kick-off!"), theme.ink


def _last_turn(at: Element, state: State, theme: Theme) -> None:
    """Write the steps that are drawn as arrows, with the same numbers."""
    shown = state.steps or state.last
    if not shown:
        return
    side = SIDES[state.position.side if state.steps else 1 - state.position.side]
    running = state.steps and state.over is None
    words = t("{side} so far", side=side) if running else t("{side} played", side=side)
    write(at, (0, 0), words, 18, theme.faint, anchor="start")
    x = width_of(words, 18) + 22
    for count, step in enumerate(shown, start=1):
        _badge(at, (x, -6), count, theme)
        write(at, (x + 17, 0), step_text(step), 18, theme.ink, anchor="start", bold=True)
        x += width_of(step_text(step), 18, bold=True) + 44
