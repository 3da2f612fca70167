"""Several tables of one game side by side: what a trainer shows after a workshop. Pure, like a table.

It is made of what everybody at these tables saw; people have the names that their table shows.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.table.debriefing import TeamFacts, questions
from bot.texts import comparison as texts
from bot.workshop_messages import Comparison, TeamReport
from games import GAMES
from games.api import AnyGame, Result, replay
from games.debriefing import Course, Happened, Weighed
from games.graphics.drawing import Drawing
from games.graphics.team_lines import TeamLine, team_lines
from games.graphics.team_luck import TeamLuck, team_luck
from games.text import name_of, spell
from games.values import value

_FEW = 5  # teams, with which differences say little


@value
class TeamTable:
    """A team's table as it stands."""

    name: str
    events: tuple[Any, ...]  # the game's own, without those that were undone (`journal.effective_events`)
    names: tuple[str, ...]  # of the seats, as the table shows them
    over: bool = False  # the table is closed, whether the game came to its end or not
    actions: tuple[str, ...] = ()  # that the team's retrospective agreed on
    weighed: Weighed | None = None  # luck against choice, if somebody has worked it out: see `weigh`


@value
class _Team:
    """A table with what is compared."""

    table: TeamTable
    result: Result | None
    happened: Happened
    course: Course | None

    @property
    def started(self) -> bool:
        return bool(self.table.events)


def weigh(game: str, events: Sequence[Any]) -> Weighed | None:
    """Luck against choice at one table. It takes seconds: run it in another process (`Thinker.elsewhere`)."""
    return GAMES[game].weigh(events)


def compare(title: str, game: AnyGame, tables: Sequence[TeamTable], *, same_dice: bool = False) -> Comparison:
    """The comparison of teams that play, or have played, the same game."""
    teams = [_team(game, table) for table in tables]
    started = [team for team in teams if team.started]
    kit, facts = game.kit, [TeamFacts(team.table.name, team.happened.facts) for team in started]
    return Comparison(
        title=title,
        game_title=game.title,
        teams=tuple(_report(game, team) for team in teams),
        columns=_columns(started),
        questions=questions(kit, facts) if kit is not None and facts else (),
        notes=tuple(_notes(game, teams, same_dice=same_dice)),
        charts=tuple(_charts(started)),
    )


def _team(game: AnyGame, table: TeamTable) -> _Team:
    state = replay(game, table.events)
    result = None if state is None else game.result(state)
    return _Team(table, result, game.happened(table.events), game.course(table.events))


def _report(game: AnyGame, team: _Team) -> TeamReport:
    table = team.table
    sentences = game.highlights(table.events) if team.result is not None else ()
    return TeamReport(
        name=table.name,
        people=table.names,
        result=_result(game, team),
        figures=tuple(_figures(team)),
        highlights=tuple(spell(each, lambda seat: name_of(table.names, seat)) for each in sentences),
        actions=table.actions,
    )


def _result(game: AnyGame, team: _Team) -> str:
    """How it ended, in a few words."""
    if not team.started:
        return texts.NOT_STARTED
    if team.result is None:
        return texts.ENDED_EARLY if team.table.over else texts.PLAYING
    winners, seats = team.result.winners, len(team.table.names)
    if game.noun != "game":
        return texts.FINISHED
    if winners and len(winners) < seats:
        return texts.won_by([name_of(team.table.names, seat) for seat in winners])
    if game.rated:
        return texts.DRAWN
    return texts.MADE_IT if winners else texts.MISSED_IT


def _figures(team: _Team) -> Iterator[tuple[str, str]]:
    yield from ((figure.name, figure.text) for figure in team.happened.figures)
    if team.table.weighed is not None:
        yield from texts.luck_of(team.table.weighed)


def _columns(teams: Sequence[_Team]) -> tuple[str, ...]:
    """The figures that any team has, in their order: luck is known only where it has been weighed."""
    return tuple(dict.fromkeys(name for team in teams for name, _ in _figures(team)))


def _charts(teams: Sequence[_Team]) -> Iterator[Drawing]:
    lines = [
        TeamLine(team.table.name, team.course, team.result is not None) for team in teams if team.course is not None
    ]
    if lines:
        yield team_lines(lines)
    luck = [TeamLuck(team.table.name, team.table.weighed) for team in teams if team.table.weighed is not None]
    if luck:
        yield team_luck(luck)


def _notes(game: AnyGame, teams: Sequence[_Team], *, same_dice: bool) -> Iterator[str]:
    results = {team.table.name: _result(game, team) for team in teams}
    for how in (texts.NOT_STARTED, texts.PLAYING, texts.ENDED_EARLY):
        names = [name for name, result in results.items() if result == how]
        if names:
            yield texts.as_far_as(names, len(teams), how)
    if same_dice:
        yield texts.SAME_DICE
    if any(team.table.weighed is not None for team in teams):
        yield texts.ABOUT_LUCK
    if 1 < len(teams) < _FEW:
        yield texts.few_teams(len(teams))
