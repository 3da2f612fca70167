"""How the chance of making a sprint went, day by day: as text, as alt text and as a picture."""

from functools import partial

from games.graphics.drawing import Drawing, bar
from games.graphics.plot import Plot
from games.graphics.svg import LANDSCAPE, Element, add, document, finish, path, write
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import BLUE, ORANGE, Theme
from games.sprint.hindsight import Curve

_TITLE = "Your chance of making the sprint, in %"
_PORTRAIT = (PORTRAIT_WIDTH, 460)
_STEPS = (0, 25, 50, 75, 100)
_BAR = 10  # cells


def curve_drawing(curve: Curve) -> Drawing:
    return Drawing(partial(_text, curve), partial(_alt, curve), partial(_picture, curve))


def _rows(curve: Curve) -> list[tuple[str, float]]:
    return [(f"day {day}", each) for day, each in enumerate(curve.chances[:-1], start=1)] + [("end", curve.chances[-1])]


def _text(curve: Curve) -> str:
    lines = [
        f"{'›' if index == curve.turn else ' '}{name:<6} {bar(round(_BAR * chance), _BAR)} {round(100 * chance):3d}%"
        for index, (name, chance) in enumerate(_rows(curve))
    ]
    return "\n".join([_TITLE, *lines, *(["› the turning point"] if curve.turn is not None else [])])


def _alt(curve: Curve) -> str:
    turn = "" if curve.turn is None else f" The turning point was day {curve.turn + 1}."
    return f"{_TITLE}: {', '.join(f'{name} {round(100 * chance)}' for name, chance in _rows(curve))}.{turn}"


def _picture(curve: Curve, theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    points = [(index, 100 * chance) for index, chance in enumerate(curve.chances)]
    plot = Plot(62, 66, wide - 40, high - 68, len(points) - 1, 100)
    root = document(wide, high, theme, _TITLE)
    write(root, (16, 31), _TITLE, 21, theme.ink, anchor="start", bold=True)
    names = [name.removeprefix("day ") for name, _ in _rows(curve)]
    every = -(-len(names) // 15)
    labels = [(index, name) for index, name in enumerate(names) if not index % every or name == "end"]
    plot.axes(root, _STEPS, labels, theme)
    path(root, plot.line(points), theme.tint(BLUE).line, 4)
    if curve.turn is not None:
        _turning_point(root, plot, points[curve.turn : curve.turn + 2], theme)
    for point in points:
        x, y = plot.at(*point)
        add(root, "circle", cx=x, cy=y, r=6.5, fill=theme.tint(BLUE).line, stroke=theme.paper, stroke_width=1.5)
    write(root, (plot.left, high - 18), "at the start of each day", 16, theme.faint, anchor="start")
    return finish(root)


def _turning_point(root: Element, plot: Plot, step: list[tuple[int, float]], theme: Theme) -> None:
    """The day on which the game turned: thick and in another colour, with its change beside it."""
    tint = theme.tint(ORANGE)
    path(root, plot.line(step), tint.line, 9)
    (_, before), (day, after) = step
    x, y = plot.at(day - 0.5, (before + after) / 2)
    change = f"{round(after) - round(before):+d}".replace("-", "−")
    late = x > (plot.left + plot.right) / 2
    write(root, (x - 14 if late else x + 14, y), change, 18, tint.line, anchor="end" if late else "start", bold=True)
