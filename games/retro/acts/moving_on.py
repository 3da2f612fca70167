"""The facilitator’s Next: asked twice if people aren't done, or if there is nothing yet that the phase is for."""

from collections.abc import Sequence

from games.contract import Phrase
from games.retro.model import Phase, State
from games.retro.phases import missing, nothing_yet, phase_after, unmarked
from games.retro.words import TITLES
from games.text import listing, who
from games.values import replace

_MOST_NAMES = 5
_A_MINUTE, _NUDGE = ("Give them a minute", "clock +1"), ("Nudge them", "nudge")
# what is asked if people aren't done, and the label of the button that moves on nevertheless
_ANYWAY: dict[Phase, tuple[str, str]] = {
    "stage": ("Move on anyway?", "Move on"),
    "reflect": ("Show all notes anyway?", "Show the notes"),
    "group": ("Go on to the vote anyway?", "Go on to the vote"),
    "vote": ("Count the dots anyway?", "Count the dots"),
    "actions": ("Close anyway?", "Go on"),
    "close": ("Finish anyway?", "Finish"),
}
_NOT_DONE: dict[Phase, tuple[str, str]] = {
    "stage": ("hasn’t answered", "haven’t answered"),
    "close": ("hasn’t rated it", "haven’t rated it"),
}
_NOTHING: dict[Phase, tuple[str, str]] = {
    "reflect": ("Nobody has written a note yet. Move on without any?", "Move on"),
    "vote": ("Nobody has placed a dot yet. Then you’ll discuss all topics. Move on anyway?", "Move on"),
    "actions": ("There’s no action yet. Close without one?", "Close without one"),
}


def next_phrase(state: State) -> Phrase:
    phrase = Phrase("next", _label(state), role="lead")
    asked = _asked(state)
    return replace(phrase, grave=True, note=asked[0], yes=asked[1], instead=asked[2]) if asked else phrase


def _label(state: State) -> str:
    if state.phase == "discuss" and state.topic < len(state.agenda):
        return "Next topic"
    return "Finish" if state.phase == "close" else f"Next: {TITLES[phase_after(state)]}"


def _asked(state: State) -> tuple[str, str, tuple[str, str] | None] | None:
    """What the facilitator is asked before moving on, the label for doing it, and what else could be done."""
    if state.phase == "stage" and state.safety:
        return "The answers to the safety check aren’t shown yet. Move on?", "Move on", ("Show them", "safety show")
    if state.phase == "review":
        return _unanswered(len(unmarked(state)))
    if nothing_yet(state):
        return (*_NOTHING[state.phase], None)
    people = missing(state)
    if not people or state.phase not in _ANYWAY:
        return None
    question, yes = _ANYWAY[state.phase]
    running = state.phase == "reflect" and not state.time_is_up
    return f"{_who_is_missing(people, state.phase)} {question}", yes, _A_MINUTE if running else _NUDGE


def _unanswered(actions: int) -> tuple[str, str, None] | None:
    if not actions:
        return None
    stay = (
        "1 action has no answer yet; it stays open."
        if actions == 1
        else f"{actions} actions have no answer yet; they stay open."
    )
    return f"{stay} Move on anyway?", "Move on", None


def _who_is_missing(people: Sequence[int], phase: Phase) -> str:
    one, many = _NOT_DONE.get(phase, ("isn’t done", "aren’t done"))
    if len(people) == 1:
        return f"{who(people[0])} {one}."
    names = [who(seat) for seat in people[:_MOST_NAMES]]
    rest = len(people) - len(names)
    others = [f"{rest} more"] if rest else []
    return f"{len(people)} people {many}: {listing([*names, *others])}."
