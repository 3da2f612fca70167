"""The scenes of the gallery. They follow from a seed and the rules, so they are the same every time."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.contract import AnyGame, OptionValue, defaults
from games.debrief import Course, Weighed
from games.graphics.chart import Burndown, burndown
from games.graphics.drawing import Drawing
from games.graphics.teams import TeamLine, TeamLuck, team_lines, team_luck
from games.graphics.theme import Shape
from games.retro import Retro
from games.retro.formats import formats
from games.rugby import Rugby
from games.scrumkin import Scrumkin
from games.scrumkin.model import Window
from games.sprint import Sprint
from games.sprint.forecast.hindsight import Curve
from games.sprint.forecast.simulation import Estimate
from games.sprint.model import Ballot, Discussion, Fork, Planning, Reflecting, Reported
from games.sprint.pictures.curve import curve_drawing
from games.testing.play import Playthrough, play
from tests.games.rugby.build import game_from, played
from tests.games.rugby.positions import put

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea")
WILD = (
    "<b>\"Anna\" & 'Bo'</b>",
    "👍🏽 Zoë 🎉",
    "測試",
    "Maximilian Alexander von und zu Hohenstein",
    "Анна Каренина",
    "Ben & Jerry > Tom <3",
    "Benjamin",
    "Εὐκλείδης",
    "x",
    "]]>",
    "Ñandú Søndergård",
    "Ada (bot)",
)
SCRIPTS = (
    "李雷",
    "さくら 🌸",
    "김민준",
    "عمر خالد",
    "אורי לוי",
    "अनिल शर्मा",
    "สมชาย ใจดี",
    "👩\u200d💻 Ana",
    "🇧🇷 João",
    "Ольга 🚀",
    "陳大文 (David Chan)",
    "🐙",
)
# five health checks that a room has held
HEALTH = json.dumps(
    [
        {
            "name": "Team Health Check",
            "means": {
                str(topic.title): 1.5 + (place * 7 + check * (place % 3)) % 13 / 4
                for place, topic in enumerate(formats()["team-health"].topics)
            },
        }
        for check in range(5)
    ]
)


@dataclass(frozen=True, slots=True)
class Scene:
    game: str
    name: str
    caption: str
    drawing: Drawing
    shape: Shape = "landscape"

    @property
    def file(self) -> str:
        return f"{self.game}-{self.name}"


@cache
def _played(
    game: AnyGame, number: int, seats: int, options: tuple[tuple[str, OptionValue], ...], sense: float
) -> Playthrough:
    return play(game, number, seats, {**defaults(game), **dict(options)}, sense=sense)


def _when(played: Playthrough, fits: Callable[[Any], bool], after: float = 0.0) -> Any:
    """The first matching state after this share of the game, or else the last one before it."""
    states = played.states
    first = int(after * (len(states) - 1))
    return next(state for state in [*states[first:], *reversed(states[:first])] if fits(state))


def _always(_: Any) -> bool:
    return True


# --- The Scrum Game ------------------------------------------------------------------------------------------------


def _sprint() -> Iterator[Scene]:
    game: Any = Sprint()
    four, six = _played(game, 287, 4, (), 0.9), _played(game, 10, 6, (), 1.0)
    twelve = _played(game, 5, 12, (), 0.5)
    long = _played(game, 5, 5, (("board", "long"), ("impediments", "costly")), 0.9)

    def shown(name: str, caption: str, state: Any, names: tuple[str, ...] = NAMES) -> Scene:
        view = game.view(state, None)
        return Scene("sprint", name, caption, game.board(view, names[: len(state.players)]))

    def forked(state: Any) -> bool:
        return isinstance(state.phase, Fork) and len(state.phase.landings) > 1

    def talking(state: Any) -> bool:
        return isinstance(state.phase, Discussion)

    def impeded(state: Any) -> bool:
        return any(player.impediment for player in state.players)

    def reported(state: Any) -> bool:
        return any(isinstance(event, Reported) for event in state.latest[-1:])

    def voting(state: Any) -> bool:
        return isinstance(state.phase, Ballot)

    middle = _when(four, impeded, 0.5)
    yield shown("start", "At the start", four.states[0])
    yield shown("middle", "Mid-game: a player is impeded", middle)
    yield shown("fork", "At a fork: where the piece can go", _when(four, forked, 0.3))
    yield shown("report", "Progress dice, and what they were worth", _when(six, reported, 0.4))
    yield shown("vote", "A tool is offered against an impediment", _when(six, voting, 0.3))
    yield shown("discussion", "A discussion", _when(six, talking, 0.3))
    yield shown("end", "At the end", six.last)
    yield shown("twelve-start", "Twelve players at the start", twelve.states[0])
    yield shown("twelve", "Twelve players mid-game", _when(twelve, _always, 0.4))
    yield shown("names", "Long names and strange names", _when(twelve, impeded, 0.6), WILD)
    yield shown("scripts", "Names in many scripts", _when(twelve, impeded, 0.6), SCRIPTS)
    yield shown("long", "The long board, at a fork", _when(long, forked, 0.7))
    yield replace(shown("portrait", "On the web table", middle), shape="portrait")
    fork = shown("long-portrait", "The long board on the web table", _when(long, forked, 0.7))
    yield replace(fork, shape="portrait")
    for name, caption, sprint in (
        ("chart", "The burndown chart", four),
        ("chart-end", "At the end of the sprint", six),
    ):
        view = game.view(_when(sprint, _always, 0.6) if name == "chart" else sprint.last, None)
        yield Scene("sprint", name, caption, _chart(game, view))
    yield from _releases(game)
    ups = Burndown("Sprint burndown, hours per day", 375, 10, (400, 378, 272, 226, 240, 190), 160, 300)
    yield Scene("sprint", "chart-up", "Planning added 75 hours, and the hours rose twice", burndown(ups))
    cone = replace(ups, title="Forecast of the sprint, hours per day", dots=ups.dots[:4], now=210, cone=_CONE)
    yield Scene("sprint", "forecast", "The forecast: where eight of ten simulated games go", burndown(cone))
    curve = Curve(tuple(Estimate(won, 100) for won in (71, 64, 68, 59, 55, 21, 18, 24, 9, 4)), won=False, turn=4)
    yield Scene("sprint", "turning-point", "After the game: the day on which it turned", curve_drawing(curve))


def _releases(game: Any) -> Iterator[Scene]:
    release = _played(game, 11, 4, (("sprints", "3"),), 0.95)

    def board(name: str, caption: str, state: Any) -> Scene:
        return Scene("sprint", name, caption, game.board(game.view(state, None), NAMES[:4]))

    def in_third(state: Any) -> bool:
        return len(state.release.past) == 2 and not isinstance(state.phase, Planning | Reflecting) and state.day > 0

    yield board("planning", "A release: the forecast of a sprint", _when(release, _is_a(Planning)))
    yield board("reflecting", "After a sprint: what will the team improve?", _when(release, _is_a(Reflecting)))
    yield board("release", "In the third sprint; Impediments are Opportunities now", _when(release, in_third))
    yield Scene(
        "sprint", "release-chart", "Forecasts, deliveries, improvements", _chart(game, game.view(release.last, None))
    )
    running = game.view(_when(release, in_third), None)
    yield Scene("sprint", "release-chart-running", "While the third sprint runs", _chart(game, running))


def _is_a(phase: type) -> Callable[[Any], bool]:
    return lambda state: isinstance(state.phase, phase)


_CONE = ((131, 178, 226), (70, 140, 226), (11, 102, 199), (0, 64, 177), (0, 37, 158), (0, 22, 149))


def _chart(game: AnyGame, view: Any) -> Drawing:
    drawing = game.shows.chart(view, NAMES[: len(view.state.players)])
    assert drawing is not None
    return drawing


# --- Scrumkin ------------------------------------------------------------------------------------------------------


def _scrumkin() -> Iterator[Scene]:
    game: Any = Scrumkin()
    race, team = _played(game, 3, 4, (), 0.9), _played(game, 8, 3, (("mode", "collaborative"),), 0.9)
    middle = _when(race, _always, 0.6)

    def shown(name: str, caption: str, state: Any, names: tuple[str, ...] = NAMES) -> Scene:
        view = game.view(state, None)
        return Scene("scrumkin", name, caption, game.board(view, names[: len(state.players)]))

    def closing(state: Any) -> bool:
        return isinstance(state.phase, Window)

    yield shown("start", "At the start", race.states[0])
    yield shown("middle", "Mid-game", middle)
    yield shown("window", "The closing window of a collaborative game", _when(team, closing, 0.5))
    yield shown("end", "At the end", race.last)
    yield shown("names", "Long names and strange names", middle, WILD)
    yield shown("scripts", "Names in many scripts", middle, SCRIPTS[4:])
    yield replace(shown("portrait", "The same as mid-game, on the web table", middle), shape="portrait")
    yield shown("two", "Two players: a game of many cards", _when(_played(game, 5, 2, (), 0.9), _always, 0.9))
    full = _when(race, lambda state: len(state.players[1].hand) == 3, 0.5)
    hand = game.shows.answer(game.view(full, 1), "hand", {}, NAMES[:4]).drawing
    assert hand is not None
    yield Scene("scrumkin", "hand", "A hand, seen only by its player", hand)
    yield Scene("scrumkin", "chart", "Backlog and velocity", _chart(game, game.view(race.last, None)))


# --- Scrum, the rugby game -----------------------------------------------------------------------------------------


def _rugby() -> Iterator[Scene]:
    game: Any = Rugby()
    opened = played(game_from(), "c4-c5", "a8-a7,b9-b8", "a6xb6>c7,c5-d6")
    packed = put("c6", blue="b5 c5 d5 b6 a3 e3 c2", red="b7 c7 d7 c10 a11 e11 c12", mover="r")
    scrum = replace(game_from(packed), turns=12)
    free = put("c11", blue="c10 b9 d9 a6 c6 e6 c3", red="a12 e11 c9 b7 d7 a5 e4", mover="b")
    goal = played(replace(game_from(free), turns=40), "a6-a7,c10xc11>c12")

    def shown(name: str, caption: str, state: Any, names: tuple[str, ...] = NAMES) -> Scene:
        return Scene("rugby", name, caption, game.board(game.view(state, None), names[:2]))

    yield shown("start", "At the start", game_from())
    yield shown("middle", "The last turn as arrows; the ball’s path is dotted", opened)
    yield shown("scrum", "A scrum and its exit", scrum)
    yield replace(shown("portrait", "The same, on the web table", scrum), shape="portrait")
    yield shown("end", "A goal", goal)
    yield shown("names", "Long names and strange names", opened, (WILD[3], WILD[0]))
    yield shown("scripts", "Names in many scripts", opened, (SCRIPTS[4], SCRIPTS[3]))
    picked = game.shows.answer(game.view(game_from(), 0), "piece", {"cell": "b5"}, NAMES[:2]).drawing
    assert picked is not None
    yield Scene("rugby", "picked", "A picked piece, and where it can go", picked)


# --- the retrospective ---------------------------------------------------------------------------------------------


def _retro() -> Iterator[Scene]:
    """The only picture of a meeting; its messages and its page have words."""
    game: Any = Retro()
    checked = _played(game, 30, 6, (("format", "team-health"), ("health", HEALTH)), 1.0)
    health = game.shows.chart(game.view(checked.last, None), NAMES)
    yield Scene("retro", "health", "A health check and how it changed over five others", health)


# --- a workshop ----------------------------------------------------------------------------------------------------

TEAMS = ("Team 1", "The Flying Burndowns of Berlin", "<Ops> & Co", *(f"Team {number}" for number in range(4, 31)))


def _line(number: int, name: str) -> TeamLine:
    """A made-up sprint: some start late, some go up again, some are done early."""
    hours = [300 + 25 * (number * 7 % 5)]
    while hours[-1] and len(hours) < 11:
        burned = (number * 37 + len(hours) * (13 + number % 4) * 11) % 97 - 14
        hours.append(max(0, hours[-1] - (burned if len(hours) > number % 3 else 0)))
    finished = number % 5 != 2
    points = tuple((float(day), float(left)) for day, left in enumerate(hours if finished else hours[:7]))
    ideal = ((0.0, 300.0), (10.0, 0.0))
    course = Course("Hours left at each End of Day", "Day", "Hours", points, 10.0, lower_is_better=True, ideal=ideal)
    return TeamLine(name, course, finished)


def _luck(number: int, name: str) -> TeamLuck:
    luck, choice = (number * 29 % 67 - 33) / 100, (number * 17 % 41 - 31) / 100
    return TeamLuck(name, Weighed(0.69, luck, 0.03, choice, 0.02, 20))


def _workshop() -> Iterator[Scene]:
    for count in (3, 8, 30):
        lines = [_line(number, name) for number, name in enumerate(TEAMS[:count])]
        yield Scene("workshop", f"lines-{count}", f"The burndowns of {count} teams", team_lines(lines))
    for count in (8, 30):
        dots = [_luck(number, name) for number, name in enumerate(TEAMS[:count])]
        yield Scene("workshop", f"luck-{count}", f"Luck against choice, {count} teams", team_luck(dots))


def scenes() -> list[Scene]:
    return [*_sprint(), *_scrumkin(), *_rugby(), *_retro(), *_workshop()]
