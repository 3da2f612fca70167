"""The facilitator’s Next: asked twice if people aren't done, or if there is nothing yet that the phase is for."""

from collections.abc import Sequence

from games.contract import Phrase
from games.language import lazy, t
from games.retro.model import Phase, State
from games.retro.phases import missing, nothing_yet, phase_after, unmarked
from games.retro.words import TITLES
from games.text import listing, who
from games.values import replace

_MOST_NAMES = 5
_A_MINUTE, _NUDGE = (lazy("Give them a minute"), lazy("clock +1")), (lazy("Nudge them"), "nudge")
# what is asked if people aren't done, and the label of the button that moves on nevertheless
_ANYWAY: dict[Phase, tuple[str, str]] = {
    "stage": (lazy("Move on anyway?"), lazy("Move on")),
    "reflect": (lazy("Show all notes anyway?"), lazy("Show the notes")),
    "group": (lazy("Go on to the vote anyway?"), lazy("Go on to the vote")),
    "vote": (lazy("Count the dots anyway?"), lazy("Count the dots")),
    "actions": (lazy("Close anyway?"), lazy("Go on")),
    "close": (lazy("Finish anyway?"), lazy("Finish")),
}
_NOT_DONE: dict[Phase, tuple[str, str]] = {
    "stage": (lazy("hasn’t answered"), lazy("haven’t answered")),
    "close": (lazy("hasn’t rated it"), lazy("haven’t rated it")),
}
_NOTHING: dict[Phase, tuple[str, str]] = {
    "reflect": (lazy("Nobody has written a note yet. Move on without any?"), lazy("Move on")),
    "vote": (lazy("Nobody has placed a dot yet. Then you’ll discuss all topics. Move on anyway?"), lazy("Move on")),
    "actions": (lazy("There’s no action yet. Close without one?"), lazy("Close without one")),
}


def next_phrase(state: State) -> Phrase:
    phrase = Phrase("next", _label(state), role="lead")
    asked = _asked(state)
    return replace(phrase, grave=True, note=asked[0], yes=asked[1], instead=asked[2]) if asked else phrase


def _label(state: State) -> str:
    if state.phase == "discuss" and state.topic < len(state.agenda):
        return t("Next topic")
    return t("Finish") if state.phase == "close" else t("Next: {titles}", titles=TITLES[phase_after(state)])


def _asked(state: State) -> tuple[str, str, tuple[str, str] | None] | None:
    """What the facilitator is asked before moving on, the label for doing it, and what else could be done."""
    if state.phase == "stage" and state.safety:
        return (
            t("The answers to the safety check aren’t shown yet. Move on?"),
            t("Move on"),
            (t("Show them"), t("safety show")),
        )
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
        t("1 action has no answer yet; it stays open.")
        if actions == 1
        else t("{actions} actions have no answer yet; they stay open.", actions=actions)
    )
    return t("{stay} Move on anyway?", stay=stay), t("Move on"), None


def _who_is_missing(people: Sequence[int], phase: Phase) -> str:
    one, many = _NOT_DONE.get(phase, ("isn’t done", "aren’t done"))
    if len(people) == 1:
        return f"{who(people[0])} {one}."
    names = [who(seat) for seat in people[:_MOST_NAMES]]
    rest = len(people) - len(names)
    others = [t("{rest} more", rest=rest)] if rest else []
    return t("{people} people {many}: {listing}.", people=len(people), many=many, listing=listing([*names, *others]))
