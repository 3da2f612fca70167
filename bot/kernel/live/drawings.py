"""The drawings of a table at one moment: what looks the same to several people is made once."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.kernel.table.journal import Standing
from games.graphics.drawing import Drawing

_Draw = Callable[[Any, Sequence[str]], Drawing | None]


class Drawings:
    __slots__ = ("_made", "_names", "_standing")

    def __init__(self) -> None:
        self._standing: Standing | None = None
        self._names: tuple[str, ...] = ()
        self._made: list[Drawing] = []

    def board(self, standing: Standing, names: tuple[str, ...], seat: int | None) -> Drawing | None:
        """The board as this seat sees it, or everybody (None); None before the game starts."""
        return self._drawing(standing, names, seat, standing.game.board)

    def chart(self, standing: Standing, names: tuple[str, ...], seat: int | None) -> Drawing | None:
        """The chart as this seat sees it, or everybody (None); None if the game has none."""
        return self._drawing(standing, names, seat, standing.game.shows.chart)

    def illustration(self, standing: Standing, names: tuple[str, ...]) -> Drawing | None:
        """The picture of the room's message, where that has words in place of a board."""
        return self._drawing(standing, names, None, standing.game.shows.illustration)

    def _drawing(self, standing: Standing, names: tuple[str, ...], seat: int | None, draw: _Draw) -> Drawing | None:
        if standing.state is None:
            return None
        if self._standing is not standing or self._names != names:
            self._standing, self._names, self._made = standing, names, []
        drawing = draw(standing.view(seat), names)  # cheap: its forms are made on first use
        if drawing is None:
            return None
        for made in self._made:
            if drawing.same_as(made):
                return made
        self._made.append(drawing)
        return drawing
