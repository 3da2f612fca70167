"""What the facilitator alone reads: who is done and who isn't."""

from collections.abc import Iterator

from games.language import lazy, t
from games.retro.model import State, View
from games.retro.words.terms import joined
from games.sheets import Line, Passage, Sheet, bold, line
from games.text import who

_STILL = {
    "stage": lazy("Still to answer: {names}."),
    "review": lazy("Still looking: {names}."),
    "reflect": lazy("Still writing: {names}."),
    "group": lazy("Still grouping: {names}."),
    "vote": lazy("Still voting: {names}."),
    "discuss": lazy("Still talking: {names}."),
    "actions": lazy("Still to agree: {names}."),
    "close": lazy("Still to answer: {names}."),
}


def lead(view: View) -> Sheet | None:
    """Who is done and who isn't, which only the facilitator reads."""
    state = view.state
    if view.seat != state.facilitator or state.phase == "over":
        return None
    lines = _wishes(state) if state.phase == "discuss" else _missing(state)
    return Sheet(title=t("You facilitate"), passages=(Passage(tuple(lines)),))


def _missing(state: State) -> Iterator[Line]:
    others = [seat for seat in range(state.seats) if seat != state.facilitator]
    done = [who(seat) for seat in others if seat in state.ready]
    missing = [who(seat) for seat in others if seat not in state.ready]
    if not missing:
        yield line(t("All the others are done."))
        return
    finished = t("Done: {names}.", names=joined(done)) if done else ""
    yield line(" ".join(filter(None, [finished, t(_STILL[state.phase], names=joined(missing))])))


def _wishes(state: State) -> Iterator[Line]:
    if 2 * len(state.ready) > state.seats:
        yield line(bold(t("Most want to move on.")))
    found = [t("More time: {names}.", names=joined(map(who, state.asked)))] if state.asked else []
    found += [t("Move on: {names}.", names=joined(map(who, state.ready)))] if state.ready else []
    yield line(" ".join(found) or t("Nobody has asked for more time, or to move on."))
