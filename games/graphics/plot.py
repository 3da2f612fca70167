"""Axes and scales for the charts of all games."""

from collections.abc import Iterable, Sequence

from games.graphics.svg import Element, Point, add, number, path, write
from games.graphics.theme import Theme
from games.values import value

_LABEL = 16.0  # size of the numbers on the axes


@value
class Plot:
    """The area from `left` to `right` and `bottom` to `top` shows 0 to `across` and `low` to `high`."""

    left: float
    top: float
    right: float
    bottom: float
    across: float
    high: float
    low: float = 0

    def at(self, x: float, y: float) -> Point:
        wide, tall = self.right - self.left, self.bottom - self.top
        return self.left + wide * x / self.across, self.bottom - tall * (y - self.low) / (self.high - self.low)

    def line(self, points: Iterable[Point]) -> str:
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (self.at(*point) for point in points))

    def axes(self, root: Element, steps: Sequence[float], labels: Iterable[tuple[float, str]], theme: Theme) -> None:
        """Draw a faint line for each step with its value on the left, and labels below."""
        for step in steps:
            _, y = self.at(0, step)
            add(root, "path", d=f"M{number(self.left)} {number(y)}H{number(self.right)}", stroke=theme.line)
            write(root, (self.left - 8, y + 5.5), number(step), _LABEL, theme.faint, anchor="end")
        for x, words in labels:
            write(root, (self.at(x, 0)[0], self.bottom + 20), words, _LABEL, theme.faint)
        base = self.at(0, max(0, self.low))[1]
        path(root, f"M{number(self.left)} {number(base)}H{number(self.right)}", theme.faint, 1.5)


def nice_steps(highest: float) -> list[float]:
    """About four round values, from 0 to at least the highest."""
    for unit in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        if unit * 5 >= highest:
            break
    count = max(1, -int(-highest // unit))
    return [float(unit * step) for step in range(count + 1)]
