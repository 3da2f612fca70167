"""Forecasts: games simulated from the current position, with automatic players in every seat.

They vote as often yes as this room has: in this game and in its last ones. Everything relevant is public, except votes
during a vote; hidden votes are cast again. The simulated dice are derived from what is visible, so everybody gets the
same answer and it reveals nothing about the real dice.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import ceil, erf, floor, sqrt
from statistics import fmean

from games.chance import Chance
from games.graphics.chart import Plot, burndown
from games.graphics.drawing import WIDTH, Drawing, bar, columns, fit, in_rows
from games.graphics.fitting import fitting_size
from games.graphics.svg import LANDSCAPE, Element, add, document, finish, path, shorten, width_of, write
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import BLUE, ORANGE, Theme
from games.language import lazy, n, t
from games.parts import Answer
from games.sprint.board import REVIEW
from games.sprint.commands import phrase
from games.sprint.folding import evolve
from games.sprint.hints import NO_HINTS, hint
from games.sprint.model import Ballot, Discussion, Fork, Move, Over, Planning, Reflecting, State, Turn, View, Vote
from games.sprint.pictures.release import release_chart
from games.sprint.pictures.text import series
from games.sprint.player import fits, suggest
from games.sprint.release import GOAL
from games.sprint.rules import awaits, decide, moves
from games.sprint.words import hours
from games.text import listing, who
from games.values import replace, value

_WORK = 10_000  # moves simulated per answer: about a second
MAX_CHOICES = 5  # compared at once; with more, each would get too few games to say anything
_MIN_GAMES, _MAX_GAMES = 24, 1_000  # the first few show how many moves a game takes from here
_MAX_MOVES = 5_000  # per game; real games come nowhere near it
_Z = 1.96  # for 95% intervals
# Before a room has voted, count so many votes of the automatic players, who agree four times in five on a discussion
# and always on a tool that fits. A simulated game adds its own votes, so few votes make for a wide range of teams.
_PRIOR, _PRIOR_AGREED = 5, 4


@value
class Ending:
    """The ending of a simulated game: the hours left at the end, and at each End of Day from now on.

    Of a release: the hours that weren't delivered, and no days.
    """

    won: bool
    left: int
    burndown: tuple[int, ...]
    length: int  # in moves


@value
class Estimate:
    """A probability estimated from a number of games, with Wilson's interval, which also holds near 0 and 1."""

    won: int
    games: int

    @property
    def chance(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        square = _Z**2 / self.games
        middle = (self.chance + square / 2) / (1 + square)
        margin = _Z / (1 + square) * sqrt(self.chance * (1 - self.chance) / self.games + square / (4 * self.games))
        return max(0.0, middle - margin), min(1.0, middle + margin)

    @property
    def smoothed(self) -> tuple[float, float]:
        """The chance and its variance with one extra win and one extra loss, so that a few games never seem certain."""
        chance = (self.won + 1) / (self.games + 2)
        return chance, chance * (1 - chance) / (self.games + 2)


@value
class Forecast:
    estimate: Estimate
    left: float  # hours at the end of the game, on average
    cone: tuple[tuple[int, int, int], ...]  # hours at each coming End of Day: 10th, 50th and 90th percentile


@value
class _RatedMove:
    move: Move
    estimate: Estimate


def playable(view: View) -> State:
    """A state to simulate from, without the votes that this seat may not see: they are cast again."""
    state = view.state
    if isinstance(state.phase, Ballot | Discussion):
        known = {seat: yes for seat, yes in state.phase.votes.items() if yes is not None}
        return replace(state, phase=replace(state.phase, votes=known))
    if isinstance(state.phase, Planning | Reflecting):
        chosen = {seat: choice for seat, choice in state.phase.votes.items() if choice is not None}
        return replace(state, phase=replace(state.phase, votes=chosen))
    return state


def forecast(state: State, work: int = _WORK) -> Forecast:
    """The forecast for a game that is not over."""
    endings = _endings(state, work)
    days = zip(*(ending.burndown for ending in endings), strict=True)
    left = fmean(ending.left for ending in endings)
    return Forecast(_estimate(endings), left, tuple(_percentiles(hours) for hours in days))


def estimate(state: State, work: int = _WORK) -> Estimate:
    """The chance alone."""
    return _estimate(_endings(state, work))


def choices(state: State) -> list[Move]:
    """The moves of the player whose turn it is; none during a vote, which everybody decides for themselves."""
    return moves(state, state.turn) if isinstance(state.phase, Turn | Fork) else []


def _compare(state: State, work: int = 2 * _WORK) -> list[_RatedMove]:
    """The first few choices, best first. A comparison takes more games than one estimate."""
    offered = choices(state)[:MAX_CHOICES]
    rated = [_RatedMove(move, _estimate(_endings(state, work // len(offered), move))) for move in offered]
    return sorted(rated, key=lambda each: -each.estimate.chance)


def certainty(best: Estimate, others: Sequence[Estimate]) -> float:
    """A lower bound for the probability that the best is really better than all the others."""
    return max(0.0, 1 - sum(1 - _ahead(best, other) for other in others))


def _ahead(one: Estimate, other: Estimate) -> float:
    """The probability that the first is really ahead of the second."""
    (better, variance), (worse, other_variance) = one.smoothed, other.smoothed
    return (1 + erf((better - worse) / sqrt(2 * (variance + other_variance)))) / 2


# --- simulated games -------------------------------------------------------------------------------------------------


def _endings(state: State, work: int, first: Move | None = None) -> list[Ending]:
    """Play as many games as fit into this many moves. The limit isn't time, so that everybody gets the same answer."""
    seed = hashlib.sha256(repr(state).encode()).digest()

    def games(numbers: range) -> list[Ending]:
        return [_play_out(state, Chance(seed).apart(f"imagined {number}"), first) for number in numbers]  # not prose

    pilot = games(range(_MIN_GAMES))
    affordable = round(work / fmean(ending.length for ending in pilot))
    return pilot + games(range(_MIN_GAMES, min(_MAX_GAMES, affordable)))


def _estimate(endings: Sequence[Ending]) -> Estimate:
    return Estimate(sum(ending.won for ending in endings), len(endings))


def _play_out(state: State, chance: Chance, first: Move | None = None) -> Ending:
    """Play one game to its end; `first` is the move to start with."""
    day, length = state.day, 0
    while not isinstance(state.phase, Over) and length < _MAX_MOVES:
        seat = awaits(state)[0]
        move = first if first is not None and not length else simulated_move(state, seat, chance)
        for event in decide(state, seat, move, chance):
            state = evolve(state, event)
        length += 1
    won = isinstance(state.phase, Over) and state.phase.won
    if state.release is not None:
        return Ending(won, state.release.left, (), length)
    # after a game that ends early, the hours stay as they are for the remaining days
    rest = (state.hours,) * (state.days - state.day)
    return Ending(won, state.hours, (*state.burndown[day:], *rest), length)


def simulated_move(state: State, seat: int, chance: Chance) -> Move:
    """The simulated move of this seat: the automatic player's, or a vote like the room's."""
    phase = state.phase
    if not isinstance(phase, Ballot | Discussion) or seat in phase.votes:
        return suggest(state, seat, chance)
    last = len(awaits(state)) == 1  # the last voter decides for all: the team agrees or doesn't
    return Vote(yes=not last or _agrees(state, phase, chance))


def _agrees(state: State, phase: Ballot | Discussion, chance: Chance) -> bool:
    """True if the whole team says yes: as likely as in this room so far."""
    convinced = isinstance(phase, Discussion) or fits(phase.card, state, phase.target) or chance.below(2) == 0
    yes, of = _record(state, phase)
    return convinced and chance.below(of) < yes


def _record(state: State, phase: Ballot | Discussion) -> tuple[int, int]:
    """The number of such votes that ended with a yes, and of all."""
    votes = state.votes
    if isinstance(phase, Discussion):
        return votes.agreed + _PRIOR_AGREED, votes.discussions + _PRIOR
    return votes.accepted + _PRIOR, votes.tools + _PRIOR


def agreement(state: State, phase: Ballot | Discussion) -> float:
    """The probability that simulated players say yes."""
    yes, of = _record(state, phase)
    doubtful = isinstance(phase, Ballot) and not fits(phase.card, state, phase.target)
    return yes / of * (0.5 if doubtful else 1)


def _percentiles(hours: Sequence[int]) -> tuple[int, int, int]:
    ranked = sorted(hours)
    low, middle, high = (ranked[round(share * (len(ranked) - 1))] for share in (0.1, 0.5, 0.9))
    return low, middle, high


# --- hindsight -------------------------------------------------------------------------------------------------------

_CURVE_WORK = 20_000  # moves simulated for the whole curve: about two seconds
_LEAST = 0.1  # a smaller change of the chance decides nothing
_SURE_CHANGE = 2.0  # standard errors; a smaller change may be the chance of the simulation


@value
class Curve:
    """The chance at the start of each day, and then the result."""

    mornings: tuple[Estimate, ...]
    won: bool
    turn: int | None  # the index of the day on which the game turned; None: no single day decided it
    days: tuple[str, ...] = ()  # what the days are called, in a release: 2.3 is day 3 of sprint 2

    @property
    def chances(self) -> tuple[float, ...]:
        return (*(each.chance for each in self.mornings), float(self.won))


def _look_back(state: State, work: int = _CURVE_WORK) -> Curve:
    """The curve of a game that is over."""
    assert isinstance(state.phase, Over)
    share = work // len(state.mornings)
    mornings = tuple(estimate(morning, share) for morning in state.mornings)
    days = tuple(f"{len(each.release.past) + 1}.{each.day + 1}" for each in state.mornings if each.release)
    return Curve(mornings, state.phase.won, _turn(mornings, won=state.phase.won), days)


def _turn(mornings: tuple[Estimate, ...], *, won: bool) -> int | None:
    """The day with the largest step towards the result, if that is larger than the simulation's own noise."""
    smoothed = [*(each.smoothed for each in mornings), (float(won), 0.0)]
    sign = 1 if won else -1
    steps = [sign * (after - before) for (before, _), (after, _) in pairwise(smoothed)]
    largest = max(range(len(steps)), key=steps.__getitem__)
    noise = sqrt(smoothed[largest][1] + smoothed[largest + 1][1])
    return largest if steps[largest] >= max(_LEAST, _SURE_CHANGE * noise) else None


def _what_happened(state: State, day: int) -> str:
    """The day in a sentence: only what the team could see."""
    before, after = state.mornings[day], (*state.mornings, state)[day + 1]
    if before.release and after.release and len(after.release.past) > len(before.release.past):
        closed = after.release.past[len(before.release.past)]
        if closed.delivered:
            return t("On that day, the sprint ended with all of its forecast.")
        return t("On that day, the sprint ended with {hours} of its forecast left.", hours=hours(closed.left))
    found = [_work(before, after), *_early(before, after)]
    if after.dice > before.dice:
        gained = after.dice - before.dice
        found.append(n("the team gained a progress die", "the team gained {count} progress dice", gained))
    impeded = [who(seat) for seat, player in enumerate(after.players) if player.impediment is not None]
    if impeded:
        found.append(
            n(
                "{people} was impeded at its end",
                "{people} were impeded at its end",
                len(impeded),
                people=listing(impeded),
            )
        )
    return t("On that day, {events}.", events=listing(found))


def _work(before: State, after: State) -> str:
    needed = ceil(before.hours / (before.days - before.day))
    done = before.hours - after.hours
    if not before.hours:
        return t("there was no work left, only the way to Sprint Review")
    if done < 0:
        return t("{hours} of work came on top", hours=hours(-done))
    return t("{hours} of work got done where {needed} a day would have been enough", hours=hours(done), needed=needed)


def _early(before: State, after: State) -> list[str]:
    """The players who went into Sprint Review with work left."""
    seats = [
        who(seat)
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True))
        if was.space != REVIEW and now.space == REVIEW and after.hours
    ]
    if not seats:
        return []
    return [
        n(
            "{people} went into Sprint Review with work left",
            "{people} went into Sprint Review with work left",
            len(seats),
            people=listing(seats),
        )
    ]


# --- the curve -------------------------------------------------------------------------------------------------------

_PORTRAIT = (PORTRAIT_WIDTH, 460)
_STEPS = (0, 25, 50, 75, 100)
_BAR = 10  # cells
_MARGIN = 40.0  # right of the plot
_AXIS_LABEL = 16.0  # size of the labels below it


def curve_drawing(curve: Curve) -> Drawing:
    return Drawing(partial(_text, curve), partial(_alt, curve), partial(_picture, curve))


def _days(curve: Curve) -> tuple[str, ...]:
    """What the days are called below the axis: 4, or 2.3."""
    return curve.days or tuple(str(day) for day in range(1, len(curve.chances)))


def _rows(curve: Curve) -> list[tuple[str, float]]:
    days = curve.days or tuple(t("day {day}", day=day) for day in _days(curve))
    return list(zip((*days, t("end")), curve.chances, strict=True))


def _title(curve: Curve) -> str:
    return t("Your chance of delivering it all, in %") if curve.days else t("Your chance of making the sprint, in %")


def _text(curve: Curve) -> str:
    rows = _rows(curve)
    wide = max(6, *(columns(name) for name, _ in rows))
    lines = [
        f"{'›' if index == curve.turn else ' '}{fit(name, wide)} {bar(round(_BAR * chance), _BAR)} "
        f"{round(100 * chance):3d}%"
        for index, (name, chance) in enumerate(rows)
    ]
    return "\n".join(
        [*in_rows(_title(curve), WIDTH), *lines, *([t("› the turning point")] if curve.turn is not None else [])]
    )


def _alt(curve: Curve) -> str:
    days = ", ".join(f"{name} {round(100 * chance)}" for name, chance in _rows(curve))
    found = t("{title}: {days}.", title=_title(curve), days=days)
    if curve.turn is None:
        return found
    if not curve.days:
        return f"{found} {t('The turning point was day {day}.', day=curve.turn + 1)}"
    sprint, _, day = curve.days[curve.turn].partition(".")
    return f"{found} {t('The turning point was day {day} of sprint {sprint}.', day=day, sprint=sprint)}"


def _picture(curve: Curve, theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    points = [(index, 100 * chance) for index, chance in enumerate(curve.chances)]
    plot = Plot(62, 66, wide - _MARGIN, high - 68, len(points) - 1, 100)
    root = document(wide, high, theme, _title(curve))
    size = fitting_size(_title(curve), wide - 32, 21, bold=True)
    title = shorten(_title(curve), wide - 32, size, bold=True)
    write(root, (16, 31), title, size, theme.ink, anchor="start", bold=True)
    plot.axes(root, _STEPS, _labels(curve, plot), theme)
    path(root, plot.line(points), theme.tint(BLUE).line, 4)
    if curve.turn is not None:
        _turning_point_mark(root, plot, points[curve.turn : curve.turn + 2], theme)
    for point in points:
        x, y = plot.at(*point)
        add(root, "circle", cx=x, cy=y, r=6.5, fill=theme.tint(BLUE).line, stroke=theme.paper, stroke_width=1.5)
    note = t("at the start of each day; 2.3 is day 3 of sprint 2") if curve.days else t("at the start of each day")
    write(root, (plot.left, high - 18), shorten(note, wide - plot.left - 8, 16), 16, theme.faint, anchor="start")
    return finish(root)


def _labels(curve: Curve, plot: Plot) -> list[tuple[float, str]]:
    """Some of the days, as many as there is room for, and the end."""
    days = _days(curve)
    last = len(days)
    end = shorten(t("end"), 2 * _MARGIN - 4, _AXIS_LABEL)
    every = -(-(last + 1) // 15)
    labels = [(float(index), name) for index, name in enumerate(days) if not index % every]

    def is_free(index: float, name: str) -> bool:
        apart = plot.at(last, 0)[0] - plot.at(index, 0)[0]
        return apart > (width_of(name, _AXIS_LABEL) + width_of(end, _AXIS_LABEL)) / 2

    return [*(label for label in labels if is_free(*label)), (float(last), end)]


def _turning_point_mark(root: Element, plot: Plot, step: list[tuple[int, float]], theme: Theme) -> None:
    """Mark the day on which the game turned: thick and in another colour, with its change beside it."""
    tint = theme.tint(ORANGE)
    path(root, plot.line(step), tint.line, 9)
    (_, before), (day, after) = step
    x, y = plot.at(day - 0.5, (before + after) / 2)
    change = f"{round(after) - round(before):+d}".replace("-", "−")
    late = x > (plot.left + plot.right) / 2
    write(root, (x - 14 if late else x + 14, y), change, 18, tint.line, anchor="end" if late else "start", bold=True)


# --- answers ---------------------------------------------------------------------------------------------------------

_OVER = lazy("The game is over, so there’s nothing left to compare.")
_SURE = 0.9


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    """Answer `forecast` for the whole room, `whatif` and `hint` for one player who is weighing a choice."""
    del arguments, names
    state = playable(view)
    if command == "forecast":
        return _looking_back(state) if isinstance(state.phase, Over) else _forecast(state)
    if isinstance(state.phase, Over):
        return Answer(str(_OVER))
    if not state.hints:
        return Answer(str(NO_HINTS))
    return hint(state, view.seat) if command == "hint" else _what_if(state)


def _forecast(state: State) -> Answer:
    found = forecast(state)
    chance, (low, high) = _percent(found.estimate.chance), _interval(found.estimate)
    if state.release is not None:
        text = t(
            "Your chance of delivering all {goal} hours: {chance} (likely between {low} and {high}%, from "
            "{games} simulated releases). On average, {hours} would be delivered.",
            goal=GOAL,
            chance=chance,
            low=low,
            high=high,
            games=found.estimate.games,
            hours=hours(GOAL - round(found.left)),
        )
        brief = t("Your chance of delivering it all: {chance}.", chance=chance)
        return Answer(text, release_chart(state), brief=brief)
    text = t(
        "Your chance of making the sprint: {chance} (likely between {low} and {high}%, from {games} "
        "simulated games). On average, {hours} of work would be left at the end.",
        chance=chance,
        low=low,
        high=high,
        games=found.estimate.games,
        hours=hours(round(found.left)),
    )
    title = t("Sprint forecast, hours per day")
    brief = t("Your chance of making the sprint: {chance}.", chance=chance)
    return Answer(text, burndown(replace(series(state), title=title, cone=found.cone)), brief=brief)


def _looking_back(state: State) -> Answer:
    curve = _look_back(state)
    first, last = (_percent(curve.mornings[at].chance) for at in (0, -1))
    games = sum(each.games for each in curve.mornings)
    if state.release:
        chance = t(
            "Looking back: your chance of delivering it all was {first} at the start and {last} on the last morning.",
            first=first,
            last=last,
        )
    else:
        chance = t(
            "Looking back: your chance of making the sprint was {first} at the start and {last} on the last morning.",
            first=first,
            last=last,
        )
    turning_point = _turning_point(state, curve)
    return Answer(f"{chance} {turning_point} {_simulated(games)}", curve_drawing(curve), brief=turning_point)


def _simulated(games: int) -> str:
    return t("That’s from {games} simulated games.", games=games)


_TURNED = {
    "chance": lazy("The turning point was day {day}: your chance went from {before} to {after}."),
    "won": lazy("The turning point was day {day}: your chance went from {before} to a win."),
    "lost": lazy("The turning point was day {day}: your chance went from {before} to a loss."),
}
_TURNED_IN_RELEASE = {
    "chance": lazy("The turning point was day {day} of sprint {sprint}: your chance went from {before} to {after}."),
    "won": lazy("The turning point was day {day} of sprint {sprint}: your chance went from {before} to a win."),
    "lost": lazy("The turning point was day {day} of sprint {sprint}: your chance went from {before} to a loss."),
}


def _turning_point(state: State, curve: Curve) -> str:
    if curve.turn is None:
        return t("No single day decided it.")
    before, after = map(_percent, curve.chances[curve.turn : curve.turn + 2])
    last = curve.turn + 1 == len(curve.mornings)
    what = "chance" if not last else "won" if curve.won else "lost"
    if curve.days:
        sprint, _, day = curve.days[curve.turn].partition(".")
        turned = t(_TURNED_IN_RELEASE[what], day=day, sprint=sprint, before=before, after=after)
    else:
        turned = t(_TURNED[what], day=curve.turn + 1, before=before, after=after)
    return f"{turned} {_what_happened(state, curve.turn)}"


def _what_if(state: State) -> Answer:
    seat, offered = state.turn, len(choices(state))
    if not offered:
        return Answer(
            t("The team is voting, and everybody decides for themselves. Ask again when there’s a move to choose.")
        )
    if offered == 1:
        return Answer(t("There’s nothing to choose right now: {who} has only one move.", who=who(seat)))
    compared = _compare(state)
    lines = [_question(state), *(_compared(state, each) for each in compared)]
    if offered > len(compared):
        left_out = offered - len(compared)
        lines.append(n("- {count} more tool was not compared.", "- {count} more tools were not compared.", left_out))
    games = sum(each.estimate.games for each in compared)
    text = "\n".join([*lines, f"{_verdict(state, compared)} {_simulated(games)}"])
    return Answer(text, spots=phrase(state, seat, compared[0].move).spots)


def _question(state: State) -> str:
    fork = isinstance(state.phase, Fork)
    who_chooses = who(state.turn)
    where = (
        t("At this fork, {who} has a choice.", who=who_chooses)
        if fork
        else t("On this turn, {who} has a choice.", who=who_chooses)
    )
    what = (
        t("Your chance of delivering it all after each:")
        if state.release
        else t("Your chance of making the sprint after each:")
    )
    return f"{where} {what}"


def _compared(state: State, rated: _RatedMove) -> str:
    low, high = _interval(rated.estimate)
    return t(
        "- {choice}: {chance} (likely between {low} and {high}%)",
        choice=_label(state, rated),
        chance=_percent(rated.estimate.chance),
        low=low,
        high=high,
    )


def _label(state: State, rated: _RatedMove) -> str:
    return phrase(state, state.turn, rated.move).label


def _verdict(state: State, compared: Sequence[_RatedMove]) -> str:
    best, others = compared[0], [each.estimate for each in compared[1:]]
    sure = certainty(best.estimate, others)
    ahead = round(100 * (best.estimate.chance - others[0].chance))
    choice = _label(state, best)
    if ahead and sure >= _SURE:
        return n(
            "{choice} is ahead by {count} point, and I’m {sure} sure that it’s the best choice.",
            "{choice} is ahead by {count} points, and I’m {sure} sure that it’s the best choice.",
            ahead,
            choice=choice,
            sure=_percent(sure),
        )
    return n(
        "Too close to call: {choice} is ahead by {count} point, and I’m {sure} sure that it’s the best choice.",
        "Too close to call: {choice} is ahead by {count} points, and I’m {sure} sure that it’s the best choice.",
        ahead,
        choice=choice,
        sure=_percent(sure),
    )


def _percent(share: float) -> str:
    """A percentage, never quite 0 or 100: no number of simulated games makes anything certain."""
    whole = round(100 * share)
    if not whole:
        return t("under 1%")
    return t("over 99%") if whole == 100 else t("{number}%", number=whole)


def _interval(estimate: Estimate) -> tuple[int, int]:
    low, high = estimate.interval
    return floor(100 * low), ceil(100 * high)
