"""The players beside or below the board: token, name, impediment and tools; whose turn it is stands out."""

from collections.abc import Sequence

from games.graphics.svg import (
    Element,
    Point,
    add,
    area,
    drawable,
    group,
    initials,
    names_card,
    piece,
    reuse,
    shorten,
    shown_names,
    spot,
    token,
    warning,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import Theme
from games.sprint.board import REVIEW, START, Space
from games.sprint.cards import card
from games.sprint.geometry import Box
from games.sprint.icons import icon
from games.sprint.model import Over, Player, State
from games.values import value

_GAP = 8.0
_NAME, _LINE = 17.5, 15.5  # font sizes
_PITCH = 21.0
_BASE = _PITCH / 2 + 5  # text baseline within a line
_HEAD = 38.0
_INDENT = 41.0  # where the texts begin, right of the token
_ONE_COLUMN = 6  # players beside the board
_MAX_HEIGHT = 66.0  # of a player beside the board
_MIN_ROW = 120.0  # width below which tools go below the name
_MIN_NAME = 70.0
_TALL = 58.0
_TOOL = Space("", "tool", ())


@value
class Legend:
    cells: tuple["_Cell", ...]
    theme: Theme

    @property
    def height(self) -> float:
        return sum(self._heights())

    def _heights(self) -> list[float]:
        """The heights of the rows, each as tall as the taller of its two cells."""
        return [max(cell.height for cell in self.cells[row : row + 2]) + _GAP for row in range(0, len(self.cells), 2)]

    def below(self, root: Element, left: float, top: float, width: float) -> None:
        """In two columns, as tall as they need to be, with the titles of all tools."""
        wide = (width - _GAP) / 2
        for row, height in enumerate(self._heights()):
            for column, cell in enumerate(self.cells[2 * row : 2 * row + 2]):
                place = group(root, left + column * (wide + _GAP), top)
                reuse(place, _full, cell, wide, height - _GAP, self.theme)
            top += height

    def beside(self, root: Element, box: Box) -> None:
        """In a given box, with the number of tools; many players in two columns."""
        columns = 1 if len(self.cells) <= _ONE_COLUMN else 2
        rows = -(-len(self.cells) // columns)
        wide, high = (box[2] + 4) / columns, min(_MAX_HEIGHT, (box[3] + 4) / rows)
        for index, cell in enumerate(self.cells):
            column, row = divmod(index, rows)
            at = group(root, box[0] + column * wide, box[1] + row * high)
            reuse(at, _short, cell, wide - 4, high - 4, self.theme)


@value
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

    def full(self, at: Element, wide: float, high: float, theme: Theme) -> None:
        self._frame(at, wide, high, theme)
        self._person(spot(group(at), f"seat:{self.seat}"), wide, theme)
        top = _HEAD + (_PITCH if self.player.impediment is not None else 0)
        ink = self._ink(theme, theme.faint)
        for number, tool in enumerate(self.player.tools, start=1):
            row = spot(group(at, 0, top + (number - 1) * _PITCH), f"tool:{tool}")
            names_card(piece(row, f"tool:{tool}"), card(tool).title)
            area(row, 0, 0, wide, _PITCH)
            write(row, (20, _BASE), str(number), _LINE, ink, bold=True)
            write(row, (_INDENT, _BASE), _title(tool, wide - 50, theme), _LINE, ink, anchor="start")

    def _person(self, at: Element, wide: float, theme: Theme) -> None:
        """Draw the player and the impediment; tools are separate, because clicking them means something else."""
        impeded = self.player.impediment is not None
        area(at, 0, 0, wide, _HEAD + (_PITCH if impeded else 0))
        token(group(at, 20, _HEAD / 2), self.seat, self.mark, 13, theme)
        where = {START: "Start", REVIEW: "Review"}.get(self.player.space, self.player.space)
        write(at, (wide - 11, 25), where, _LINE, self._ink(theme, theme.faint), anchor="end")
        self._name(at, (_INDENT, 25), wide - 19 - width_of(where, _LINE) - _INDENT, theme)
        if self.player.impediment is not None:
            title = _title(self.player.impediment, wide - 50, theme)
            self._impediment(at, (20, _HEAD + _PITCH / 2), [title], theme)

    def short(self, at: Element, wide: float, high: float, theme: Theme) -> None:
        self._frame(at, wide, high, theme)
        narrow = wide < _MIN_ROW
        person, left = spot(group(at), f"seat:{self.seat}"), 34.0 if narrow else _INDENT
        area(person, 0, 0, wide, high)
        token(group(person, 16 if narrow else 20, high / 2), self.seat, self.mark, 12, theme, least=_LINE)
        below = self._lines(wide, high, theme)
        top = high / 2 - 9.5 * len(below)
        taken = self._tools(at, wide, top + 19 if narrow else top, theme)
        self._name(person, (left, top + 6), wide - left - 4 - (0 if narrow else taken), theme)
        self._impediment(person, (left + 8, top + 20), below, theme)

    def _lines(self, wide: float, high: float, theme: Theme) -> list[str]:
        """What is written below the name: nothing, or the title of the impediment as far as there is room."""
        if wide < _MIN_ROW:
            return [""] if self.player.impediment is not None or self.player.tools else []
        if self.player.impediment is None:
            return []
        return wrap(_text(self.player.impediment, theme), wide - _INDENT - 24, _LINE, 2 if high > _TALL else 1)

    def _tools(self, at: Element, wide: float, y: float, theme: Theme) -> float:
        """Draw the number of tools at the right end of a line, a part of it to click for each; the width it takes."""
        tools = self.player.tools
        if not tools:
            return 0
        ink, count = self._ink(theme, theme.ink), f"{'' if wide < _MIN_ROW else '×'}{len(tools)}"
        room = width_of(count, _LINE) + 20
        icon(group(at, wide - room + 4, y, scale=0.68), _TOOL, ink, ink)
        write(at, (wide - 6, y + 5.5), count, _LINE, ink, anchor="end")
        for index, tool in enumerate(tools):
            x = wide - room - 4 + index * room / len(tools)
            place = spot(group(at, x, y - 10, title=_text(tool, theme)), f"tool:{tool}")
            area(names_card(piece(place, f"tool:{tool}"), card(tool).title), 0, 0, room / len(tools), 20)
        return room + 8

    def _frame(self, at: Element, wide: float, high: float, theme: Theme) -> None:
        fill, stroke = (theme.ink, theme.ink) if self.turn else (theme.panel, theme.line)
        add(at, "rect", width=wide, height=high, rx=9, fill=fill, stroke=stroke, stroke_width=1.5)

    def _ink(self, theme: Theme, ink: str) -> str:
        """The colour of a text, which changes with the background of whose turn it is."""
        return theme.paper if self.turn else ink

    def _name(self, at: Element, base: Point, room: float, theme: Theme) -> None:
        size = _NAME if room > _MIN_NAME else _LINE
        shown = shorten(self.name, room, size, bold=self.turn)
        write(at, base, shown, size, self._ink(theme, theme.ink), anchor="start", bold=self.turn)

    def _impediment(self, at: Element, badge: Point, lines: Sequence[str], theme: Theme) -> None:
        if self.player.impediment is None:
            return
        at = names_card(group(at), card(self.player.impediment).title)
        area(at, badge[0] - 9, badge[1] - 9, 18, 18 * max(1, len(lines)))
        warning(at, *badge, 8.5, theme)
        left, ink = max(badge[0] + 13, _INDENT), self._ink(theme, theme.alarm)
        for row, words in enumerate(lines):
            write(at, (left, badge[1] + 5.5 + 18 * row), words, _LINE, ink, anchor="start")


def _text(key: str, theme: Theme) -> str:
    return drawable(card(key).title, theme, "A card")


def _title(key: str, room: float, theme: Theme) -> str:
    return shorten(_text(key, theme), room, _LINE)


def legend(state: State, names: Sequence[str], theme: Theme) -> Legend:
    shown, marks = shown_names(names, theme), initials(names, theme)
    over = isinstance(state.phase, Over)
    cells = (
        _Cell(seat, shown[seat], marks[seat], player, seat == state.turn and not over)
        for seat, player in enumerate(state.players)
    )
    return Legend(tuple(cells), theme)


def _full(at: Element, cell: _Cell, wide: float, high: float, theme: Theme) -> None:
    cell.full(at, wide, high, theme)


def _short(at: Element, cell: _Cell, wide: float, high: float, theme: Theme) -> None:
    cell.short(at, wide, high, theme)
