"""Luck against choice: a dot for each team, in points of the chance of winning."""

from collections.abc import Sequence
from functools import partial
from math import ceil, cos, hypot, pi, sin

from games.debriefing import Weighed
from games.graphics.drawing import Drawing, fit
from games.graphics.plot import Plot
from games.graphics.svg import LANDSCAPE, Element, Point, add, document, finish, group, number, path, token, write
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.team_names import COLUMN, FEW, SMALL, Label, line_of, write_names
from games.graphics.theme import Theme
from games.values import value

TITLE = "Luck against choice, in points of the chance to win"
_PORTRAIT = (PORTRAIT_WIDTH, 520)
_LEAST = 20  # points on each side of 0
_BARS = "The bars show where the true value is likely to be."
_NAME = 14  # columns of a name on the text board
_LIKELY = 1.96  # standard errors
_DOT = 13.0  # across
# ever further away, in all directions: more places than teams
_RINGS = [(0.0, 0.0)] + [
    (ring * _DOT * sin(turn * pi / 6), -ring * _DOT * cos(turn * pi / 6)) for ring in range(1, 12) for turn in range(12)
]


@value
class TeamLuck:
    name: str
    weighed: Weighed

    @property
    def at(self) -> tuple[float, float]:
        return 100 * self.weighed.luck, 100 * self.weighed.choice


def team_luck(teams: Sequence[TeamLuck]) -> Drawing:
    """At least one team."""
    given = tuple(teams)
    return Drawing(partial(_text, given), partial(_alt, given), partial(_svg, given))


def signed(points: float) -> str:
    return f"{round(points):+d}".replace("-", "−") if round(points) else "0"


def _text(teams: Sequence[TeamLuck]) -> str:
    head = f"{'':<{_NAME}}  luck choice"
    rows = [f"{fit(team.name, _NAME)} {signed(team.at[0]):>5} {signed(team.at[1]):>6}" for team in teams]
    return "\n".join(["Luck against choice, in points", head, *rows])


def _alt(teams: Sequence[TeamLuck]) -> str:
    marked = _marked(teams)
    found = [f"{each.name}: luck {signed(each.at[0])}, choice {signed(each.at[1])}" for each, _ in marked]
    return f"{TITLE}. {'; '.join(found)}. {len(teams)} {'team' if len(teams) == 1 else 'teams'} in all."


def _marked(teams: Sequence[TeamLuck]) -> list[tuple[TeamLuck, str]]:
    """The teams that are named, each with what makes it special among many."""
    if len(teams) <= FEW:
        return [(team, "") for team in teams]
    by_luck, by_choice = (sorted(teams, key=lambda team, axis=axis: team.at[axis]) for axis in (0, 1))  # type: ignore[misc]
    found = {"best choices": by_choice[-1], "luckiest": by_luck[-1], "unluckiest": by_luck[0]}
    return [(team, note) for note, team in found.items()]


def _svg(teams: Sequence[TeamLuck], theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    edge = max(_LEAST, *(10 * ceil(abs(points) / 10) for team in teams for points in team.at))
    plot = Plot(58, 52, wide - COLUMN - 16, high - 62, 2 * edge, edge, -edge)
    root = document(wide, high, theme, TITLE)
    write(root, (16, 31), TITLE, 20, theme.ink, anchor="start", bold=True)
    _axes(root, plot, edge, theme)
    named = _marked(teams)
    places = _aside([plot.at(team.at[0] + edge, team.at[1]) for team in teams])
    at = {id(team): place for team, place in zip(teams, places, strict=True)}
    for team, (x, y) in zip(teams, places, strict=True):
        if not any(team is each for each, _ in named):
            add(root, "circle", cx=x, cy=y, r=5, fill=theme.faint, fill_opacity=0.6)
    for place, (team, _) in enumerate(named):
        _bars(root, plot, team, line_of(place))
    for place, (team, _) in enumerate(named):
        token(group(root, *at[id(team)]), place, "", 7, theme)
    labels = [
        Label(plot.at(edge, team.at[1])[1], place, team.name, "", note) for place, (team, note) in enumerate(named)
    ]
    write_names(root, plot, labels, theme)
    write(root, (16, high - 14), _BARS, SMALL, theme.faint, anchor="start")
    return finish(root)


def _axes(root: Element, plot: Plot, edge: float, theme: Theme) -> None:
    """Zero in the middle, both ways; the four corners say what they mean."""
    for points in (-edge, -edge / 2, 0.0, edge / 2, edge):
        (x, _), (_, y) = plot.at(points + edge, 0), plot.at(0, points)
        strong = not points
        ink, width = (theme.faint, 1.8) if strong else (theme.line, 1.0)
        path(root, f"M{number(plot.left)} {number(y)}H{number(plot.right)}", ink, width)
        path(root, f"M{number(x)} {number(plot.top)}V{number(plot.bottom)}", ink, width)
        write(root, (plot.left - 8, y + 5.5), signed(points), SMALL, theme.faint, anchor="end")
        write(root, (x, plot.bottom + 20), signed(points), SMALL, theme.faint)
    corners = (
        ((plot.left + 6, plot.top + 18), "start", "better choices"),
        ((plot.left + 6, plot.bottom - 8), "start", "bad luck"),
        ((plot.right - 6, plot.bottom - 8), "end", "good luck"),
    )
    for at, anchor, words in corners:
        write(root, at, words, SMALL, theme.ink, anchor=anchor, halo=theme.paper)


def _bars(root: Element, plot: Plot, team: TeamLuck, colour: str) -> None:
    """The error of the simulation, cut off at the edge."""
    (across, up), weighed, edge = team.at, team.weighed, plot.high
    wide, tall = 100 * _LIKELY * weighed.luck_error, 100 * _LIKELY * weighed.choice_error
    left, right = (plot.at(min(2 * edge, max(0.0, across + edge + off)), 0)[0] for off in (-wide, wide))
    top, bottom = (plot.at(0, min(edge, max(-edge, up + off)))[1] for off in (tall, -tall))
    x, y = plot.at(across + edge, up)
    bars = f"M{number(left)} {number(y)}H{number(right)}M{number(x)} {number(top)}V{number(bottom)}"
    path(root, bars, colour, 1.8)


def _aside(wanted: Sequence[Point]) -> list[Point]:
    """The wanted places; where dots would cover each other, the later one stands beside the earlier one."""
    placed: list[Point] = []
    for x, y in wanted:
        ring = next(
            (x + off_x, y + off_y)
            for off_x, off_y in _RINGS
            if all(hypot(x + off_x - a, y + off_y - b) >= _DOT for a, b in placed)
        )
        placed.append(ring)
    return placed
