"""The question of the moment in a sentence or two."""

from typing import assert_never

from games.language import n, t
from games.retro.model import MAX_RATING, SCALE, State, View
from games.retro.phases import everybody_done, unmarked
from games.retro.words.terms import HOW_ARE_YOU, answers_in_words, full_stop, notes_in_words, safety_result, topic_text
from games.text import listing, who


def prompt(view: View) -> str:
    state = view.state
    return _sentences(_task(state), _progress(state))


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _progress(state: State) -> str:
    """How many are done. Who isn't is only for the facilitator."""
    if state.phase == "over":
        return ""
    if everybody_done(state):
        return t("Everybody’s done. {who} moves us on.", who=who(state.facilitator))
    if state.move_on_wanted:
        return t("{who} moves us on.", who=who(state.facilitator))
    if state.phase in {"review", "discuss"} and not state.ready:
        return ""
    return n("{count} of {people} is done.", "{count} of {people} are done.", len(state.ready), people=state.seats)


def _task(state: State) -> str:
    match state.phase:
        case "stage":
            return _stage(state)
        case "review":
            return _review(state)
        case "reflect":
            return _reflect(state)
        case "group":
            return n(
                "{count} topic: which belong together? Everybody can group them.",
                "{count} topics: which belong together? Everybody can group them.",
                len(state.topics),
            )
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
    return _sentences(str(state.check_in or HOW_ARE_YOU), _safety(state) if state.safety_check else "")


def _review(state: State) -> str:
    left = unmarked(state)
    if not left:
        return t("All of last time’s actions have an answer.")
    numbers = listing([str(number) for number in left])
    return n("What became of action {numbers}?", "What became of actions {numbers}?", len(left), numbers=numbers)


def _safety(state: State) -> str:
    if state.safety_poll:
        decides = t("{who} decides how to go on.", who=who(state.facilitator))
        return _sentences(safety_result(state.safety_poll), decides)
    return _sentences(
        t("And how safe do you feel to speak, from 1 to 5, without your name?"),
        t("{answers} of {people} have answered.", answers=len(state.safety), people=state.seats),
    )


def _close(state: State) -> str:
    if state.thanks:
        asked = t("Was it worth your time, from 0 to {scale}?", scale=MAX_RATING)
    else:
        asked = t("Whom do you want to thank? And was it worth your time, from 0 to {scale}?", scale=MAX_RATING)
    scale = t("0 is wasted time, 3 is worth what it cost, 5 is far more than that.")
    return _sentences(asked, scale, t("Only the totals are shown."))


def _reflect(state: State) -> str:
    notes = len(state.waiting)
    if state.health and not state.profile:
        given = sum(len(answers) for answers in state.answers.values())
        asked = t("Rate each topic from 1 (bad) to {scale} (good); nobody sees your answers.", scale=SCALE[-1])
        written = listing([answers_in_words(given), notes_in_words(notes)])
        return _sentences(asked, t("{written} so far.", written=written))
    return n(
        "Write notes; nobody sees them yet. {count} note so far.",
        "Write notes; nobody sees them yet. {count} notes so far.",
        notes,
    )


def _vote(state: State) -> str:
    used, all_dots = sum(len(dots) for dots in state.placed.values()), state.dots * state.seats
    dots = n(
        "You have {count} dot each; nobody sees where yours are.",
        "You have {count} dots each; nobody sees where yours are.",
        state.dots,
    )
    so_far = n("{used} of {count} dot used.", "{used} of {count} dots used.", all_dots, used=used) if used else ""
    return _sentences(t("What do you want to talk about?"), dots, so_far)


def _discuss(state: State) -> str:
    topic = state.current_topic
    assert topic is not None
    return _sentences(
        t("Talk about {quotation}", quotation=full_stop(topic_text(state, topic))),
        t("Time’s up. More time, or move on?") if state.time_is_up else "",
        t("{asked} of {people} want more.", asked=len(state.asked), people=state.seats) if state.asked else "",
    )


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return n(
            "You have {count} action, as many as you wanted.",
            "You have {count} actions, as many as you wanted.",
            state.limit,
        )
    return n(
        "What will you change? Up to {count} more action, each with a name and a date.",
        "What will you change? Up to {count} more actions, each with a name and a date.",
        left,
    )
