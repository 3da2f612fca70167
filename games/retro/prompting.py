"""What to do next, in a sentence or two."""

from typing import assert_never

from games.retro.model import MAX_RATING, SCALE, State, View
from games.retro.phases import unmarked
from games.retro.sentences import safety_result
from games.retro.wording import ROTI_SCALE, count, full_stop
from games.text import listing, who


def prompt(view: View) -> str:
    state = view.table
    return f"{_task(state)} {_progress(state)}".rstrip()


def _progress(state: State) -> str:
    """Who isn't ready yet, and who can move on regardless."""
    if state.phase == "over":
        return ""
    if state.sure:
        return f"{who(state.facilitator)} can still move on."
    lead = f"{who(state.facilitator)} can move on."
    waiting = [who(seat) for seat in range(state.seats) if seat not in state.ready]
    nobody_ready = len(waiting) == state.seats
    if not waiting or (nobody_ready and (state.phase in {"stage", "close"} or state.time_is_up)):
        return lead  # the task already says what to do
    if nobody_ready and state.seats > 2:
        return f"Say you’re ready when you’re done. {lead}"
    return f"Not ready yet: {listing(waiting)}. {lead}"


def _task(state: State) -> str:
    match state.phase:
        case "stage":
            return _stage(state)
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
    left = unmarked(state)
    question = state.check_in or "How are you, in one word?"
    if state.safety_check:
        return f"{question} {_safety(state)}"
    if not left:
        return question
    numbers = listing([str(number) for number in left])
    actions = f"action{'s' if len(left) > 1 else ''} {numbers}"
    return f"{question} And what became of {actions}: done, keep (with a new date) or drop?"


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
    more = " Time’s up: ask for longer, or say you’re ready to move on." if state.time_is_up else ""
    return f"Talk about {full_stop(state.text_of(topic))}{more}{asked}"


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return f"You have {count(state.limit, 'action')}, as many as you wanted."
    return f"What will you change? Up to {count(left, 'more action')}, each with a name and a date."
