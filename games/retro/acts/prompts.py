"""The question of the moment in a sentence or two."""

from typing import assert_never

from games.retro.model import MAX_RATING, SCALE, State, View
from games.retro.phases import everybody_done, unmarked
from games.retro.words import ROTI_SCALE, count, full_stop, safety_result
from games.text import listing, who


def prompt(view: View) -> str:
    state = view.state
    return f"{_task(state)} {_progress(state)}".rstrip()


def _progress(state: State) -> str:
    """How many are done. Who isn't is only for the facilitator."""
    if state.phase == "over":
        return ""
    if everybody_done(state):
        return f"Everybody’s done. {who(state.facilitator)} moves us on."
    if state.move_on_wanted:
        return f"{who(state.facilitator)} moves us on."
    asked = state.phase not in {"review", "discuss"} or state.ready
    return f"{len(state.ready)} of {state.seats} {'is' if len(state.ready) == 1 else 'are'} done." if asked else ""


def _task(state: State) -> str:
    match state.phase:
        case "stage":
            return _stage(state)
        case "review":
            return _review(state)
        case "reflect":
            return _reflect(state)
        case "group":
            return f"{count(len(state.topics), 'topic')}: which belong together? Everybody can group them."
        case "vote":
            return _vote(state)
        case "discuss":
            return _discuss(state)
        case "actions":
            return _actions(state)
        case "close":
            return _close(state)
        case "over":
            return "The retrospective is over."
        case _:
            assert_never(state.phase)


def _stage(state: State) -> str:
    question = state.check_in or "How are you, in one word?"
    return f"{question} {_safety(state)}" if state.safety_check else question


def _review(state: State) -> str:
    left = unmarked(state)
    which = f"action{'s' if len(left) > 1 else ''} {listing([str(number) for number in left])}"
    return f"What became of {which}?" if left else "All of last time’s actions have an answer."


def _safety(state: State) -> str:
    if state.safety_poll:
        return f"{safety_result(state.safety_poll)} {who(state.facilitator)} decides how to go on."
    answered = f"{len(state.safety)} of {state.seats} have answered."
    return f"And how safe do you feel to speak, from 1 to 5, without your name? {answered}"


def _close(state: State) -> str:
    opening = "Was" if state.thanks else "Whom do you want to thank? And was"
    scale = f"{ROTI_SCALE[0].upper()}{ROTI_SCALE[1:]}"
    return f"{opening} it worth your time, from 0 to {MAX_RATING}? {scale}. Only the totals are shown."


def _reflect(state: State) -> str:
    so_far = f"{count(len(state.waiting), 'note')} so far."
    if state.health and not state.profile:
        given = sum(len(answers) for answers in state.answers.values())
        asked = f"Rate each topic from 1 (bad) to {SCALE[-1]} (good); nobody sees your answers."
        return f"{asked} {count(given, 'answer')} and {so_far}"
    return f"Write notes; nobody sees them yet. {so_far}"


def _vote(state: State) -> str:
    used = sum(len(dots) for dots in state.placed.values())
    so_far = f" {used} of {count(state.dots * state.seats, 'dot')} used." if used else ""
    dots = f"You have {count(state.dots, 'dot')} each; nobody sees where yours are."
    return f"What do you want to talk about? {dots}{so_far}"


def _discuss(state: State) -> str:
    topic = state.current_topic
    assert topic is not None
    asked = f" {len(state.asked)} of {state.seats} want more." if state.asked else ""
    more = " Time’s up. More time, or move on?" if state.time_is_up else ""
    return f"Talk about {full_stop(state.text_of(topic))}{more}{asked}"


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return f"You have {count(state.limit, 'action')}, as many as you wanted."
    return f"What will you change? Up to {count(left, 'more action')}, each with a name and a date."
