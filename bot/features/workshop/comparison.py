"""All teams of a workshop side by side, from what everybody at their tables saw."""

import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

from bot.features.workshop.model import Comparison, DebriefQuestion, Team, TeamReport, Workshop, followed_as
from bot.kernel.calls import Context
from bot.kernel.store import StoredTable
from bot.kernel.table.journal import Standing, effective_events, fold
from bot.kernel.table.model import Refused
from bot.kernel.table.names import said_name, seat_names
from games import GAMES
from games.contract import AnyGame, Result, is_meeting, replay
from games.debrief import STAGE_TITLES, STAGES, Course, Happened, Kit, Question, Stage, Weighed
from games.graphics.drawing import Drawing
from games.graphics.teams import TeamLine, TeamLuck, signed, team_lines, team_luck
from games.language import Lazy, lazy, n, t
from games.text import listing, name_of, spell
from games.values import value

# --- comparison ------------------------------------------------------------------------------------------------------

_NAMED = 3  # teams in a sentence; more are counted
_LIKELY = 1.96  # standard errors
_LEAST = 3.0  # points; less is nothing, however exact

_NOT_STARTED = lazy("not started")
_PLAYING = lazy("still playing")
_ENDED_EARLY = lazy("ended early")
_MADE_IT = lazy("made it")
_MISSED_IT = lazy("didn’t make it")
_FINISHED = lazy("finished")
_DRAWN = lazy("a draw")
LUCK, CHOICE = lazy("Luck"), lazy("Choices")
_SAME_DICE = lazy("All teams had the same dice and cards in the same order: what differs began with somebody’s choice.")
_ABOUT_LUCK = lazy(
    "Luck and choices are estimated from simulated games, in percentage points of the chance "
    "of winning. Choices are compared with those of a sensible automatic player: 0 is as "
    "good as that."
)


def _won_by(names: Sequence[str]) -> str:
    return t("won by {names}", names=listing(names))


def _teams_named(names: Sequence[str], of: int) -> str:
    """The subject of a sentence: the teams by name, or how many."""
    if len(names) == of > 1:
        return t("Both teams") if of == 2 else t("All teams")
    return listing(names) if len(names) <= _NAMED else t("{count} of {teams} teams", count=len(names), teams=of)


_BOTH_SO_FAR = {
    _NOT_STARTED: lazy("Both teams haven’t started: compare with care."),
    _PLAYING: lazy("Both teams are still playing: compare with care."),
    _ENDED_EARLY: lazy("Both teams ended early: compare with care."),
}
_ALL_SO_FAR = {
    _NOT_STARTED: lazy("All teams haven’t started: compare with care."),
    _PLAYING: lazy("All teams are still playing: compare with care."),
    _ENDED_EARLY: lazy("All teams ended early: compare with care."),
}
_SOME_SO_FAR = {
    _NOT_STARTED: lazy("{count} of {teams} teams haven’t started: compare with care."),
    _PLAYING: lazy("{count} of {teams} teams are still playing: compare with care."),
    _ENDED_EARLY: lazy("{count} of {teams} teams ended early: compare with care."),
}


def _as_far_as(names: Sequence[str], of: int, how: Lazy) -> str:
    """A note about teams that didn't finish, or haven't yet."""
    if len(names) == of > 1:
        return str((_BOTH_SO_FAR if of == 2 else _ALL_SO_FAR)[how])
    if len(names) > _NAMED:
        return t(_SOME_SO_FAR[how], count=len(names), teams=of)
    count, teams = len(names), listing(names)
    if how == _NOT_STARTED:
        return n(
            "{teams} hasn’t started: compare with care.",
            "{teams} haven’t started: compare with care.",
            count,
            teams=teams,
        )
    if how == _PLAYING:
        return n(
            "{teams} is still playing: compare with care.",
            "{teams} are still playing: compare with care.",
            count,
            teams=teams,
        )
    return n("{teams} ended early: compare with care.", "{teams} ended early: compare with care.", count, teams=teams)


def _few_teams(count: int) -> str:
    return t(
        "With {count} teams, a difference may well be chance: treat it as a question, not as an answer.", count=count
    )


def _weighed(points: float, error: float) -> str:
    """Points of the chance to win; “about even” within the simulation's own error."""
    points, likely = 100 * points, 100 * _LIKELY * error
    return t("about even") if abs(points) < max(_LEAST, likely) else f"{signed(points)} ± {max(1, round(likely))}"


def _luck_of(found: Weighed) -> tuple[tuple[str, str], ...]:
    return (
        (str(LUCK), _weighed(found.luck, found.luck_error)),
        (str(CHOICE), _weighed(found.choice, found.choice_error)),
    )


# --- debriefing ------------------------------------------------------------------------------------------------------

_MOST = {"What happened?": 3, "So what?": 3, "Now what?": 2}  # questions by stage
_USED = 0.4  # penalty for a fact that another question is about already


@value
class TeamFacts:
    name: str
    facts: frozenset[str]


@value
class _Fitting:
    """A question, and the fact that makes it worth asking."""

    question: Question
    fact: str
    teams: tuple[str, ...]
    contrast: float  # between the teams: 1 if half of them have done it, 0 if all have


def questions(kit: Kit, teams: Sequence[TeamFacts]) -> tuple[DebriefQuestion, ...]:
    """At most eight questions, stage by stage. In every stage at least one is for everybody, whatever happened."""
    used: set[str] = set()
    return tuple(asked for stage in STAGES for asked in _of_stage(kit, stage, teams, used))


def _of_stage(kit: Kit, stage: Stage, teams: Sequence[TeamFacts], used: set[str]) -> list[DebriefQuestion]:
    candidates = [question for question in kit.questions if question.stage == stage]
    title = str(STAGE_TITLES[stage])
    general = [DebriefQuestion(title, str(question.text)) for question in candidates if not question.when]
    fitting: list[DebriefQuestion] = []
    left = [question for question in candidates if question.when]
    while left and len(fitting) < _MOST[stage] - 1:
        best = max((_best(question, teams, used) for question in left), key=lambda found: found.contrast)
        left.remove(best.question)
        if not best.teams:
            break
        used.add(best.fact)
        why = t("{teams} {fact}.", teams=_teams_named(best.teams, len(teams)), fact=kit.facts[best.fact])
        fitting.append(DebriefQuestion(title, str(best.question.text), why))
    general = general[: _MOST[stage] - len(fitting)]
    # the first stage opens with a question for everybody, the others end with one
    return [*general, *fitting] if stage == STAGES[0] else [*fitting, *general]


def _best(question: Question, teams: Sequence[TeamFacts], used: set[str]) -> _Fitting:
    """The fact that tells these teams apart best, among those that the question is about."""
    return max(
        (_fitting(question, fact, teams, used) for fact in sorted(question.when)), key=lambda found: found.contrast
    )


def _fitting(question: Question, fact: str, teams: Sequence[TeamFacts], used: set[str]) -> _Fitting:
    names = tuple(team.name for team in teams if fact in team.facts)
    if not names:
        return _Fitting(question, fact, (), -1.0)
    contrast = 1 - abs(2 * len(names) / len(teams) - 1)
    return _Fitting(question, fact, names, contrast - _USED * (fact in used))


# --- comparison ------------------------------------------------------------------------------------------------------

_FEW = 5  # teams, with which differences say little


@value
class TeamTable:
    """A team's table as it is now."""

    name: str
    events: tuple[Any, ...]  # the game's own, without those that were undone (`journal.effective_events`)
    names: tuple[str, ...]  # of the seats, as the table shows them
    over: bool = False  # the table is closed, whether the game came to its end or not
    actions: tuple[str, ...] = ()  # actions that the team's retrospective agreed on
    weighed: Weighed | None = None  # luck against choice, if somebody has worked it out: see `weigh`


@value
class _Team:
    """A table with the figures to compare."""

    table: TeamTable
    result: Result | None
    happened: Happened
    course: Course | None

    @property
    def started(self) -> bool:
        return bool(self.table.events)


def weigh(game: str, events: Sequence[Any]) -> Weighed | None:
    """Luck against choice at one table. It takes seconds: run it in another process (`Thinker.elsewhere`)."""
    return GAMES[game].debrief.weigh(events)


def compare(title: str, game: AnyGame, tables: Sequence[TeamTable], *, same_dice: bool = False) -> Comparison:
    """The comparison of teams that play, or have played, the same game."""
    teams = [_team(game, table) for table in tables]
    started = [team for team in teams if team.started]
    kit, facts = game.debrief.kit(), [TeamFacts(team.table.name, team.happened.facts) for team in started]
    return Comparison(
        title=title,
        game_title=str(game.about.title),
        teams=tuple(_report(game, team) for team in teams),
        columns=_columns(started),
        questions=questions(kit, facts) if kit is not None and facts else (),
        notes=tuple(_notes(teams, same_dice=same_dice)),
        charts=tuple(_charts(started)),
    )


def _team(game: AnyGame, table: TeamTable) -> _Team:
    state = replay(game, table.events)
    result = None if state is None else game.result(state)
    return _Team(table, result, game.debrief.happened(table.events), game.debrief.course(table.events))


def _report(game: AnyGame, team: _Team) -> TeamReport:
    table = team.table
    sentences = game.memories.highlights(table.events) if team.result is not None else ()
    return TeamReport(
        name=table.name,
        people=table.names,
        result=_result(game, team),
        figures=tuple(_figures(team)),
        highlights=tuple(spell(each, lambda seat: name_of(table.names, seat)) for each in sentences),
        actions=table.actions,
    )


def _unfinished(team: _Team) -> Lazy | None:
    """How far a team is that hasn't finished."""
    if not team.started:
        return _NOT_STARTED
    if team.result is None:
        return _ENDED_EARLY if team.table.over else _PLAYING
    return None


def _result(game: AnyGame, team: _Team) -> str:
    """The result of a team in a few words."""
    if (how := _unfinished(team)) is not None or team.result is None:
        return str(how)
    winners, seats = team.result.winners, len(team.table.names)
    if is_meeting(game):
        return str(_FINISHED)
    if winners and len(winners) < seats:
        return _won_by([name_of(team.table.names, seat) for seat in winners])
    if game.memories.rated:
        return str(_DRAWN)
    return str(_MADE_IT if winners else _MISSED_IT)


def _figures(team: _Team) -> Iterator[tuple[str, str]]:
    yield from ((figure.name, figure.text) for figure in team.happened.figures)
    if team.table.weighed is not None:
        yield from _luck_of(team.table.weighed)


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


def _notes(teams: Sequence[_Team], *, same_dice: bool) -> Iterator[str]:
    for how in (_NOT_STARTED, _PLAYING, _ENDED_EARLY):
        names = [team.table.name for team in teams if _unfinished(team) == how]
        if names:
            yield _as_far_as(names, len(teams), how)
    if same_dice:
        yield str(_SAME_DICE)
    if any(team.table.weighed is not None for team in teams):
        yield str(_ABOUT_LUCK)
    if 1 < len(teams) < _FEW:
        yield _few_teams(len(teams))


# --- comparing -------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MAX_KEPT = 1000  # tables whose luck and choices were weighed


class Comparing:
    """Comparisons of teams. Weighing luck takes seconds per table: it runs in the background, and pages are told."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._weighed: OrderedDict[str, Weighed | None] = OrderedDict()  # by table
        self._weighing: set[str] = set()  # workshops

    async def compare(self, workshop: Workshop) -> Comparison:
        stored = [(team, await self._context.store.table(team.table)) for team in workshop.teams]
        tables = [await self._team(team, table) for team, table in stored if table is not None]
        waiting = [team.table for team, table in stored if table is not None and self._can_be_weighed(table)]
        if waiting and workshop.id not in self._weighing:
            self._weighing.add(workshop.id)
            self._context.tasks.start(self._weigh(workshop, waiting), "weighing luck and choice")
        return compare(workshop.title, GAMES[workshop.game], tables, same_dice=workshop.same_dice)

    async def _team(self, team: Team, stored: StoredTable) -> TeamTable:
        standing = _standing(stored)
        return TeamTable(
            name=team.name,
            events=tuple(effective_events(stored.events, standing.game)),
            names=tuple(map(said_name, seat_names(standing.table, stored.people))),
            over=standing.table.phase == "over",
            actions=await self._actions(team),
            weighed=self._weighed.get(stored.record.id),
        )

    async def _actions(self, team: Team) -> tuple[str, ...]:
        """The actions that the team's retrospective has agreed on."""
        stored = await self._context.store.table(team.retro) if team.retro else None
        standing = _standing(stored) if stored else None
        if standing is None or standing.state is None:
            return ()
        return tuple(action.what for action in standing.game.meeting.agreements(standing.state).actions)

    def _can_be_weighed(self, stored: StoredTable) -> bool:
        return stored.record.id not in self._weighed and _standing(stored).finished

    async def _weigh(self, workshop: Workshop, tables: list[str]) -> None:
        """Weigh one table after the other; whoever compares next sees those that are done."""
        try:
            for table in tables:
                self._weighed[table] = await self._weighed_at(table)
                while len(self._weighed) > _MAX_KEPT:
                    self._weighed.popitem(last=False)
                self._context.tables.changed(followed_as(workshop.id))
        except Refused:
            log.info("luck and choice of workshop %s are weighed later: too much is waiting", workshop.id)
        finally:
            self._weighing.discard(workshop.id)

    async def _weighed_at(self, table: str) -> Weighed | None:
        stored = await self._context.store.table(table)
        if stored is None:
            return None
        events = effective_events(stored.events, GAMES[stored.record.game])
        try:
            weighed: Weighed | None = await self._context.thinker.elsewhere(weigh, stored.record.game, events)
        except Refused:
            raise
        except Exception:  # the comparison does without it, and doesn't try again
            log.exception("luck and choice at table %s can't be weighed", table)
            return None
        return weighed


def _standing(stored: StoredTable) -> Standing:
    standing = fold(stored.events)
    assert standing is not None, "a stored table has events"
    return standing
