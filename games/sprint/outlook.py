"""The forecast in sentences and as a chart: the looks of The Scrum Game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor

from games.api import Answer
from games.graphics.chart import burndown
from games.sprint.commands import phrase
from games.sprint.drawing import series
from games.sprint.forecast import Choice, Estimate, certainty, choices, compare, forecast, playable
from games.sprint.model import Fork, Over, State, View
from games.sprint.narration import hours
from games.text import who

OVER = "The game is over: there is nothing left to foresee."
_SURE = 0.9


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    """`forecast` for the whole room, `whatif` for who wants to weigh a choice."""
    del arguments, names
    state = playable(view)
    if isinstance(state.phase, Over):
        return Answer(OVER)
    return _forecast(state) if command == "forecast" else Answer(_what_if(state))


def _forecast(state: State) -> Answer:
    found = forecast(state)
    text = (
        f"The chance of making the sprint: {_percent(found.estimate.chance)} "
        f"({found.estimate.games} imagined games, so rather between {_between(found.estimate)}). "
        f"On average {hours(round(found.left))} of work would be left at the end."
    )
    chart = replace(series(state), title="Forecast of the sprint, hours per day", cone=found.cone)
    return Answer(text, burndown(chart))


def _what_if(state: State) -> str:
    seat, offered = state.turn, len(choices(state))
    if not offered:
        return "A vote is on, and everybody answers for themselves. Ask again when there is a way to choose."
    if offered == 1:
        return f"There is nothing to choose now: {who(seat)} has only one move."
    compared = compare(state)
    where = "At this fork" if isinstance(state.phase, Fork) else "On this turn"
    lines = [f"{where} {who(seat)} can choose. The chance of making the sprint after each:"]
    lines += [
        f"- {_label(state, choice)}: {_percent(choice.estimate.chance)} (rather between {_between(choice.estimate)})"
        for choice in compared
    ]
    if offered > len(compared):
        lines.append(f"- {offered - len(compared)} more tools are not compared.")
    games = sum(choice.estimate.games for choice in compared)
    return "\n".join([*lines, f"{_verdict(state, compared)} That is from {games} imagined games."])


def _label(state: State, choice: Choice) -> str:
    return phrase(state, state.turn, choice.move).label


def _verdict(state: State, compared: Sequence[Choice]) -> str:
    best, others = compared[0], [choice.estimate for choice in compared[1:]]
    sure = certainty(best.estimate, others)
    ahead = round(100 * (best.estimate.chance - others[0].chance))
    found = f"{_label(state, best)} is ahead by {ahead} and {_percent(sure)} sure to be the best."
    return found if sure >= _SURE else f"Too close to call: {found}"


def _percent(share: float) -> str:
    """No number of imagined games makes anything quite certain."""
    whole = round(100 * share)
    return "under 1 %" if not whole else "over 99 %" if whole == 100 else f"{whole} %"


def _between(estimate: Estimate) -> str:
    low, high = estimate.between
    return f"{floor(100 * low)} and {ceil(100 * high)} %"
