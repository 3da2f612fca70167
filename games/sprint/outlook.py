"""The answers to the queries `forecast` and `whatif`, in sentences and as a chart."""

from collections.abc import Mapping, Sequence
from math import ceil, floor

from games.api import Answer
from games.graphics.chart import burndown
from games.sprint.commands import phrase
from games.sprint.curve_picture import curve_drawing
from games.sprint.drawing import series
from games.sprint.forecast import Estimate, RatedMove, certainty, choices, compare, forecast, playable
from games.sprint.hindsight import Curve, look_back, what_happened
from games.sprint.model import Fork, Over, State, View
from games.sprint.narration import hours
from games.text import who
from games.values import replace

OVER = "The game is over, so there’s nothing left to compare."
_SURE = 0.9


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    """`forecast` for the whole room, `whatif` for one player who is weighing a choice."""
    del arguments, names
    state = playable(view)
    if isinstance(state.phase, Over):
        return _looking_back(state) if command == "forecast" else Answer(OVER)
    return _forecast(state) if command == "forecast" else _what_if(state)


def _forecast(state: State) -> Answer:
    found = forecast(state)
    text = (
        f"Your chance of making the sprint: {_percent(found.estimate.chance)} "
        f"(likely between {_interval(found.estimate)}, from {found.estimate.games} simulated games). "
        f"On average, {hours(round(found.left))} of work would be left at the end."
    )
    chart = replace(series(state), title="Sprint forecast, hours per day", cone=found.cone)
    return Answer(text, burndown(chart))


def _looking_back(state: State) -> Answer:
    curve = look_back(state)
    first, last = (_percent(curve.mornings[at].chance) for at in (0, -1))
    games = sum(each.games for each in curve.mornings)
    text = (
        f"Looking back: your chance of making the sprint was {first} at the start and {last} on the last morning. "
        f"{_turning_point(state, curve)} That’s from {games} simulated games."
    )
    return Answer(text, curve_drawing(curve))


def _turning_point(state: State, curve: Curve) -> str:
    if curve.turn is None:
        return "No single day decided it."
    before, after = curve.chances[curve.turn : curve.turn + 2]
    last = curve.turn + 1 == len(curve.mornings)
    to = _percent(after) if not last else "a win" if curve.won else "a loss"
    change = f"your chance went from {_percent(before)} to {to}"
    return f"The turning point was day {curve.turn + 1}: {change}. {what_happened(state, curve.turn)}"


def _what_if(state: State) -> Answer:
    seat, offered = state.turn, len(choices(state))
    if not offered:
        return Answer(
            "The team is voting, and everybody decides for themselves. Ask again when there’s a move to choose."
        )
    if offered == 1:
        return Answer(f"There’s nothing to choose right now: {who(seat)} has only one move.")
    compared = compare(state)
    where = "At this fork" if isinstance(state.phase, Fork) else "On this turn"
    lines = [f"{where}, {who(seat)} has a choice. Your chance of making the sprint after each:"]
    lines += [
        f"- {_label(state, each)}: {_percent(each.estimate.chance)} (likely between {_interval(each.estimate)})"
        for each in compared
    ]
    if offered > len(compared):
        lines.append(f"- {offered - len(compared)} more tools were not compared.")
    games = sum(each.estimate.games for each in compared)
    text = "\n".join([*lines, f"{_verdict(state, compared)} That’s from {games} simulated games."])
    return Answer(text, spots=phrase(state, seat, compared[0].move).spots)


def _label(state: State, rated: RatedMove) -> str:
    found = phrase(state, state.turn, rated.move)
    return found.label.partition(":")[0] if found.style == "danger" else found.label  # the chance says how grave it is


def _verdict(state: State, compared: Sequence[RatedMove]) -> str:
    best, others = compared[0], [each.estimate for each in compared[1:]]
    sure = certainty(best.estimate, others)
    ahead = round(100 * (best.estimate.chance - others[0].chance))
    points = "1 point" if ahead == 1 else f"{ahead} points"
    lead = f"{_label(state, best)} is ahead by {points}, and I’m {_percent(sure)} sure that it’s the best choice."
    return lead if ahead and sure >= _SURE else f"Too close to call: {lead}"


def _percent(share: float) -> str:
    """A percentage, never quite 0 or 100: no number of simulated games makes anything certain."""
    whole = round(100 * share)
    return "under 1%" if not whole else "over 99%" if whole == 100 else f"{whole}%"


def _interval(estimate: Estimate) -> str:
    low, high = estimate.interval
    return f"{floor(100 * low)} and {ceil(100 * high)}%"
