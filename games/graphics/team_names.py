"""What charts of several teams have in common: colours, shapes, and a column of names on the right."""

from collections.abc import Sequence

from games.graphics.plot import Plot
from games.graphics.svg import Element, drawable, group, shorten, token, width_of, write
from games.graphics.theme import SEATS, Theme, either, mix
from games.values import value

FEW = 8  # teams that people can still tell apart by colour and shape
SIZE, SMALL = 17.0, 15.5
COLUMN = 152.0  # width of the names
_APART, _FAR_APART = 24.0, 46.0  # between two names, and between two with a line below


@value
class Label:
    """A team's name, at the height of what belongs to it if there's room."""

    y: float
    place: int  # of its colour and shape
    name: str
    words: str
    note: str = ""  # what makes it special among many


def line_of(place: int) -> str:
    colour = SEATS[place % len(SEATS)]
    return either(mix(colour, "#000000", 0.22), mix(colour, "#ffffff", 0.2))


def write_names(root: Element, plot: Plot, labels: Sequence[Label], theme: Theme) -> None:
    ordered = sorted(labels, key=lambda label: label.y)
    gap = _FAR_APART if any(label.note for label in labels) else _APART
    for label, y in zip(ordered, _apart([label.y for label in ordered], gap, plot), strict=True):
        _write(group(root, plot.right + 22, y), label, theme)


def _write(at: Element, label: Label, theme: Theme) -> None:
    token(at, label.place, "", 6.5, theme)
    room = COLUMN - 42 - width_of(label.words, SIZE)
    name = shorten(drawable(label.name, theme), room, SIZE, bold=True)
    write(at, (13, 6), name, SIZE, theme.tint(SEATS[label.place % len(SEATS)]).line, anchor="start", bold=True)
    write(at, (COLUMN - 20, 6), label.words, SIZE, theme.ink, anchor="end")
    if label.note:
        write(at, (13, 25), label.note, SMALL, theme.faint, anchor="start")


def _apart(wanted: Sequence[float], gap: float, plot: Plot) -> list[float]:
    """The wanted heights, in order, moved apart and kept inside the plot."""
    gap = min(gap, (plot.bottom - plot.top) / max(1, len(wanted) - 1))
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + gap) if placed else max(y, plot.top + 6))
    limit = plot.bottom
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - gap
    return placed
