"""The question of the moment in a sentence or two."""

from typing import assert_never

from games.language import t
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
        return t("Everybody’s done. {who} moves us on.", who=who(state.facilitator))
    if state.move_on_wanted:
        return t("{who} moves us on.", who=who(state.facilitator))
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
            return t("The retrospective is over.")
        case _:
            assert_never(state.phase)


def _stage(state: State) -> str:
    question = state.check_in or t("How are you, in one word?")
    return f"{question} {_safety(state)}" if state.safety_check else question


def _review(state: State) -> str:
    left = unmarked(state)
    which = f"action{'s' if len(left) > 1 else ''} {listing([str(number) for number in left])}"
    return t("What became of {which}?", which=which) if left else t("All of last time’s actions have an answer.")


def _safety(state: State) -> str:
    if state.safety_poll:
        return t(
            "{safety_poll} {who} decides how to go on.",
            safety_poll=safety_result(state.safety_poll),
            who=who(state.facilitator),
        )
    answered = t("{safety} of {seats} have answered.", safety=len(state.safety), seats=state.seats)
    return t("And how safe do you feel to speak, from 1 to 5, without your name? {answered}", answered=answered)


def _close(state: State) -> str:
    opening = t("Was") if state.thanks else t("Whom do you want to thank? And was")
    scale = f"{ROTI_SCALE[0].upper()}{ROTI_SCALE[1:]}"
    return t(
        "{opening} it worth your time, from 0 to {max_rating}? {scale}. Only the totals are shown.",
        opening=opening,
        max_rating=MAX_RATING,
        scale=scale,
    )


def _reflect(state: State) -> str:
    so_far = f"{count(len(state.waiting), 'note')} so far."
    if state.health and not state.profile:
        given = sum(len(answers) for answers in state.answers.values())
        asked = t("Rate each topic from 1 (bad) to {scale} (good); nobody sees your answers.", scale=SCALE[-1])
        return f"{asked} {count(given, 'answer')} and {so_far}"
    return t("Write notes; nobody sees them yet. {so_far}", so_far=so_far)


def _vote(state: State) -> str:
    used = sum(len(dots) for dots in state.placed.values())
    so_far = f" {used} of {count(state.dots * state.seats, 'dot')} used." if used else ""
    dots = f"You have {count(state.dots, 'dot')} each; nobody sees where yours are."
    return t("What do you want to talk about? {dots}{so_far}", dots=dots, so_far=so_far)


def _discuss(state: State) -> str:
    topic = state.current_topic
    assert topic is not None
    asked = t(" {asked} of {seats} want more.", asked=len(state.asked), seats=state.seats) if state.asked else ""
    more = t(" Time’s up. More time, or move on?") if state.time_is_up else ""
    return t("Talk about {topic}{more}{asked}", topic=full_stop(state.text_of(topic)), more=more, asked=asked)


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return f"You have {count(state.limit, 'action')}, as many as you wanted."
    return f"What will you change? Up to {count(left, 'more action')}, each with a name and a date."
