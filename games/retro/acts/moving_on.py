"""The facilitator’s Next: asked twice if people aren't done, or if there is nothing yet that the phase is for."""

from collections.abc import Sequence

from games.contract import Phrase
from games.language import Lazy, lazy, n, t
from games.retro.model import Phase, State
from games.retro.phases import missing, nothing_yet, phase_after, unmarked
from games.retro.words.terms import TITLES
from games.text import listing, who
from games.values import replace

_MOST_NAMES = 5
_MOVE_ON = lazy("Move on")
# a label, and the line that its button types
_A_MINUTE, _NUDGE = (lazy("Give them a minute"), "clock +1"), (lazy("Nudge them"), "nudge")  # not prose
# what is asked if people aren't done, and the label of the button that moves on nevertheless
_ANYWAY: dict[Phase, tuple[Lazy, Lazy]] = {
    "stage": (lazy("Move on anyway?"), _MOVE_ON),
    "reflect": (lazy("Show all notes anyway?"), lazy("Show the notes")),
    "group": (lazy("Go on to the vote anyway?"), lazy("Go on to the vote")),
    "vote": (lazy("Count the dots anyway?"), lazy("Count the dots")),
    "actions": (lazy("Close anyway?"), lazy("Go on")),
    "close": (lazy("Finish anyway?"), lazy("Finish")),
}
_NOTHING: dict[Phase, tuple[Lazy, Lazy]] = {
    "reflect": (lazy("Nobody has written a note yet. Move on without any?"), _MOVE_ON),
    "vote": (lazy("Nobody has placed a dot yet. Then you’ll discuss all topics. Move on anyway?"), _MOVE_ON),
    "actions": (lazy("There’s no action yet. Close without one?"), lazy("Close without one")),
}


def next_phrase(state: State) -> Phrase:
    phrase = Phrase("next", _label(state), role="lead")
    asked = _asked(state)
    return replace(phrase, grave=True, note=asked[0], yes=asked[1], instead=asked[2]) if asked else phrase


def _label(state: State) -> str:
    if state.phase == "discuss" and state.topic < len(state.agenda):
        return t("Next topic")
    return t("Finish") if state.phase == "close" else t("Next: {phase}", phase=TITLES[phase_after(state)])


def _asked(state: State) -> tuple[str, str, tuple[str, str] | None] | None:
    """What the facilitator is asked before moving on, the label for doing it, and what else could be done."""
    if state.phase == "stage" and state.safety:
        shown = (t("Show them"), "safety show")  # not prose
        return t("The answers to the safety check aren’t shown yet. Move on?"), str(_MOVE_ON), shown
    if state.phase == "review":
        return _unanswered(len(unmarked(state)))
    if nothing_yet(state):
        question, yes = _NOTHING[state.phase]
        return str(question), str(yes), None
    people = missing(state)
    if not people or state.phase not in _ANYWAY:
        return None
    question, yes = _ANYWAY[state.phase]
    label, typed = _A_MINUTE if state.phase == "reflect" and not state.time_is_up else _NUDGE
    return f"{_who_is_missing(people, state.phase)} {question}", str(yes), (str(label), typed)


def _unanswered(actions: int) -> tuple[str, str, None] | None:
    if not actions:
        return None
    stay = n(
        "{count} action has no answer yet; it stays open. Move on anyway?",
        "{count} actions have no answer yet; they stay open. Move on anyway?",
        actions,
    )
    return stay, str(_MOVE_ON), None


def _who_is_missing(people: Sequence[int], phase: Phase) -> str:
    if len(people) == 1:
        return _one_is_missing(who(people[0]), phase)
    names = [who(seat) for seat in people[:_MOST_NAMES]]
    rest = len(people) - len(names)
    others = [n("{count} more", "{count} more", rest)] if rest else []
    listed = listing([*names, *others])
    match phase:
        case "stage":
            return n(
                "{count} person hasn’t answered: {names}.",
                "{count} people haven’t answered: {names}.",
                len(people),
                names=listed,
            )
        case "close":
            return n(
                "{count} person hasn’t rated it: {names}.",
                "{count} people haven’t rated it: {names}.",
                len(people),
                names=listed,
            )
        case _:
            return n(
                "{count} person isn’t done: {names}.",
                "{count} people aren’t done: {names}.",
                len(people),
                names=listed,
            )


def _one_is_missing(name: str, phase: Phase) -> str:
    match phase:
        case "stage":
            return t("{who} hasn’t answered.", who=name)
        case "close":
            return t("{who} hasn’t rated it.", who=name)
        case _:
            return t("{who} isn’t done.", who=name)
