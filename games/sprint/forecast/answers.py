"""The answers to `forecast`, `whatif` and `hint`."""

from collections.abc import Mapping, Sequence
from math import ceil, floor

from games.graphics.chart import burndown
from games.language import lazy, n, t
from games.parts import Answer
from games.sprint.commands import phrase
from games.sprint.forecast.hindsight import Curve, look_back, what_happened
from games.sprint.forecast.simulation import Estimate, RatedMove, certainty, choices, compare, forecast, playable
from games.sprint.hints import NO_HINTS, hint
from games.sprint.model import Fork, Over, State, View
from games.sprint.pictures.curve import curve_drawing
from games.sprint.pictures.release import release_chart
from games.sprint.pictures.text import series
from games.sprint.release import GOAL
from games.sprint.words.terms import hours
from games.text import who
from games.values import replace

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
    curve = look_back(state)
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
    return f"{turned} {what_happened(state, curve.turn)}"


def _what_if(state: State) -> Answer:
    seat, offered = state.turn, len(choices(state))
    if not offered:
        return Answer(
            t("The team is voting, and everybody decides for themselves. Ask again when there’s a move to choose.")
        )
    if offered == 1:
        return Answer(t("There’s nothing to choose right now: {who} has only one move.", who=who(seat)))
    compared = compare(state)
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


def _compared(state: State, rated: RatedMove) -> str:
    low, high = _interval(rated.estimate)
    return t(
        "- {choice}: {chance} (likely between {low} and {high}%)",
        choice=_label(state, rated),
        chance=_percent(rated.estimate.chance),
        low=low,
        high=high,
    )


def _label(state: State, rated: RatedMove) -> str:
    return phrase(state, state.turn, rated.move).label


def _verdict(state: State, compared: Sequence[RatedMove]) -> str:
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
