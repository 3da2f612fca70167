"""The legend below the board: each player's token, name, space, impediment and tools."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.graphics.svg import (
    WIDTH,
    Element,
    add,
    area,
    group,
    initials,
    shorten,
    shown_names,
    spot,
    token,
    warning,
    width_of,
    write,
)
from games.graphics.theme import Theme
from games.sprint.board import REVIEW, START
from games.sprint.cards import card
from games.sprint.model import Over, Player, State

_LEFT = 14.0
_GAP = 8.0
_NAME, _LINE = 17.0, 14.0  # font sizes
_PITCH = 19.0
_BASE = _PITCH / 2 + 4.5  # text baseline within a line
_HEAD = 36.0


@dataclass(frozen=True, slots=True)
class Legend:
    cells: tuple["_Cell", ...]
    theme: Theme

    @property
    def height(self) -> float:
        return sum(self._heights())

    def _heights(self) -> list[float]:
        """The heights of the rows, each as tall as the taller of its two cells."""
        return [max(cell.height for cell in self.cells[row : row + 2]) + _GAP for row in range(0, len(self.cells), 2)]

    def draw(self, root: Element, top: float) -> None:
        wide = (WIDTH - 2 * _LEFT - _GAP) / 2
        for row, height in enumerate(self._heights()):
            for column, cell in enumerate(self.cells[2 * row : 2 * row + 2]):
                cell.draw(group(root, _LEFT + column * (wide + _GAP), top), wide, height - _GAP, self.theme)
            top += height


@dataclass(frozen=True, slots=True)
class _Cell:
    seat: int
    name: str
    mark: str
    player: Player
    turn: bool

    @property
    def height(self) -> float:
        lines = len(self.player.tools) + (self.player.impediment is not None)
        return _HEAD + lines * _PITCH + (6 if lines else 0)

    def draw(self, at: Element, wide: float, high: float, theme: Theme) -> None:
        add(
            at, "rect", width=wide, height=high, rx=9, fill=theme.panel, stroke=theme.ink if self.turn else theme.line,
            stroke_width=2.5 if self.turn else 1,
        )  # fmt: skip
        self._person(spot(group(at), f"seat:{self.seat}"), wide, theme)
        top = _HEAD + (_PITCH if self.player.impediment is not None else 0)
        for number, tool in enumerate(self.player.tools, start=1):
            row = spot(group(at, 0, top + (number - 1) * _PITCH), f"tool:{tool}")
            area(row, 0, 0, wide, _PITCH)
            write(row, (20, _BASE), str(number), _LINE, theme.faint, bold=True)
            write(row, (40, _BASE), shorten(card(tool).title, wide - 50, _LINE), _LINE, theme.faint, anchor="start")

    def _person(self, at: Element, wide: float, theme: Theme) -> None:
        """Draw the player and the impediment; tools are separate, because clicking them means something else."""
        impeded = self.player.impediment is not None
        area(at, 0, 0, wide, _HEAD + (_PITCH if impeded else 0))
        token(group(at, 20, _HEAD / 2), self.seat, self.mark, 12, theme)
        where = {START: "Start", REVIEW: "Review"}.get(self.player.space, self.player.space)
        write(at, (wide - 11, 24), where, 15, theme.faint, anchor="end")
        room = wide - 11 - width_of(where, 15) - 8 - 40
        shown = shorten(self.name, room, _NAME, bold=self.turn)
        write(at, (40, 24.5), shown, _NAME, theme.ink, anchor="start", bold=self.turn)
        if self.player.impediment is not None:
            warning(at, 20, _HEAD + _PITCH / 2 - 0.5, 7.5, theme)
            title = shorten(card(self.player.impediment).title, wide - 50, _LINE, bold=True)
            write(at, (40, _HEAD + _BASE), title, _LINE, theme.alarm, anchor="start", bold=True)


def legend(state: State, names: Sequence[str], theme: Theme) -> Legend:
    shown, marks = shown_names(names, theme), initials(names, theme)
    over = isinstance(state.phase, Over)
    cells = (
        _Cell(seat, shown[seat], marks[seat], player, seat == state.turn and not over)
        for seat, player in enumerate(state.players)
    )
    return Legend(tuple(cells), theme)
