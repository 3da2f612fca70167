"""How far the phase is: how many have answered or are done."""

from collections.abc import Callable

from games.language import n, t
from games.retro.model import State
from games.retro.phases import everybody_done
from games.sheets import BOLD, Line, Run, line, marked
from games.text import who


def sentences(*parts: Line) -> Line:
    """Sentences in one line."""
    found: list[Run] = []
    for part in filter(None, parts):
        found += [*(line(" ") if found else ()), *part]
    return tuple(found)


def answered(state: State, answers: int) -> Line:
    return marked(
        n(
            "{bold}{count} of {people}{plain} have answered.",
            "{bold}{count} of {people}{plain} have answered.",
            answers,
            people=state.seats,
            **BOLD,
        )
    )


def people_done(state: State, done: int) -> Line:
    return marked(
        n(
            "{bold}{count} of {people}{plain} people are done.",
            "{bold}{count} of {people}{plain} people are done.",
            done,
            people=state.seats,
            **BOLD,
        )
    )


def agreeing(state: State, done: int) -> Line:
    return marked(
        n(
            "{bold}{count} of {people}{plain} say it looks right.",
            "{bold}{count} of {people}{plain} say it looks right.",
            done,
            people=state.seats,
            **BOLD,
        )
    )


def done(state: State, counted: Callable[[State, int], Line] = people_done) -> Line:
    """How many are done; once all are, who moves on. It names nobody who is missing."""
    if everybody_done(state):
        return line(t("Everybody’s done. {who} moves us on.", who=who(state.facilitator)))
    if state.phase == "reflect" and state.time_is_up:
        return line(t("Time’s up. {who} moves us on.", who=who(state.facilitator)))
    return counted(state, len(state.ready))
