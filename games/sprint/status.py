"""The figures of a sprint: hours left, progress dice and days."""

from games.graphics.svg import Element, Point, add, group, piece, reuse, width_of, write
from games.graphics.theme import BLUE, Theme
from games.sprint.geometry import Box
from games.sprint.icons import die
from games.sprint.model import State

_HOURS, _UNIT, _TEXT = 52.0, 16.0, 15.5  # font sizes
_HEAD = 30.0  # height of the line above the days
_MIN_BOX = 26.0  # width of a day's box; narrower ones become a bar

HOURS_HEIGHT = 42.0


def hours(at: Element, state: State, theme: Theme) -> None:
    """The hours left, around the middle of their top edge."""
    piece(at, "hours")
    figure, words = str(state.hours), ("hour" if state.hours == 1 else "hours", "left")
    wide = width_of(figure, _HOURS, bold=True)
    left = -(wide + 8 + width_of(words[0], _UNIT)) / 2
    write(at, (left, 40), figure, _HOURS, theme.ink, anchor="start", bold=True)
    for row, word in enumerate(words):
        write(at, (left + wide + 8, 20 + 19 * row), word, _UNIT, theme.faint, anchor="start")


def days(root: Element, box: Box, state: State, theme: Theme) -> None:
    """The day and the number of progress dice, above a box for each day."""
    reuse(root, _days, box, (state.day, state.days, state.dice), tuple(state.burndown), theme)


def _days(root: Element, box: Box, figures: tuple[int, int, int], burndown: tuple[int, ...], theme: Theme) -> None:
    left, top, wide, high = box
    at, (now, days, dice) = group(root, left, top), figures
    today = f"Day {min(now + 1, days)} of {days}"
    write(at, (2, 20), today, 17.5, theme.ink, anchor="start", bold=True)
    count = f"× {dice}"
    write(at, (wide - 2, 20), count, 17.5, theme.ink, anchor="end", bold=True)
    die(group(at, wide - 15 - width_of(count, 17.5, bold=True), 13.5), theme.ink, theme.paper)
    across, rows = -(-days // 2), 2
    if wide / across < _MIN_BOX:
        across, rows = days, 1
    size = (wide / across, min((high - _HEAD) / rows, 31))
    for day in range(days):
        words = str(burndown[day] if day < now else day + 1)
        place = group(at, day % across * size[0], _HEAD + day // across * size[1])
        reuse(place, _day, words, day - now, size, theme)


def _day(box: Element, words: str, ahead: int, size: Point, theme: Theme) -> None:
    """A day that is over shows the hours left at its end."""
    wide, high = size
    tint, gap = theme.tint(BLUE), min(1.5, wide / 8)
    over, today = ahead < 0, ahead == 0
    edge = theme.accent if today else tint.line if over else theme.line
    fill = tint.fill if over else theme.panel
    add(
        box, "rect", x=gap, y=1.5, width=wide - 2 * gap, height=high - 3, rx=min(5, wide / 4), fill=fill, stroke=edge,
        stroke_width=3 if today else 1.5,
    )  # fmt: skip
    if wide < _MIN_BOX:
        return
    ink = tint.line if over else theme.ink if today else theme.faint
    if width_of(words, _TEXT, bold=True) < wide - 4:
        write(box, (wide / 2, high / 2 + 5.5), words, _TEXT, ink, bold=over or today)
