"""Automatic players beside people: they vote after the last person, and agree if every person does."""

import hashlib
from collections.abc import Mapping, Sequence

from games.language import lazy, source
from games.sprint.model import (
    Ballot,
    Discussion,
    Improve,
    Move,
    Plan,
    Planning,
    Reflecting,
    State,
    Vote,
)
from games.sprint.player import fits
from games.sprint.release import counted, most
from games.sprint.rules import missing

_WHY_NOT = lazy("That tool is made for other trouble.")


def waits(state: State, people: Sequence[int]) -> bool:
    """True while a person has to vote: nobody should feel outvoted by machines, or have no time to talk."""
    phase = state.phase
    if not isinstance(phase, Ballot | Discussion | Planning | Reflecting):
        return False
    return not {*people}.isdisjoint(missing(state, phase))


def follows(state: State, seat: int, people: Sequence[int]) -> Move | None:
    match state.phase:
        case Ballot() as ballot:
            return _on_tool(state, ballot, people)
        case Discussion(votes=votes) if seat not in votes:
            heard = [votes[each] for each in people if each in votes]
            return Vote(yes=True) if heard and all(heard) else None
        case Planning(votes=votes) if state.release is not None:
            forecasts = [str(each) for each in state.release.forecasts]
            return Plan(int(chosen)) if (chosen := _chosen(votes, people, forecasts)) else None
        case Reflecting(votes=votes) if state.release is not None:
            chosen = _chosen(votes, people, state.release.open_improvements)
            return next((Improve(each) for each in state.release.open_improvements if each == chosen), None)
        case _:
            return None


def _chosen(votes: Mapping[int, str | None], people: Sequence[int], choices: Sequence[str]) -> str:
    """What most people voted for; empty if none did."""
    heard = [votes[seat] for seat in people if seat in votes]
    return most(counted(heard, choices)) if heard else ""


def _on_tool(state: State, ballot: Ballot, people: Sequence[int]) -> Vote:
    """Yes if every person said yes, or if it fits. Otherwise, without a person's vote, sometimes no, with a reason."""
    heard = [ballot.votes[seat] for seat in people if seat in ballot.votes]
    if fits(ballot.card, state, ballot.target) or (heard and all(heard)):
        return Vote(yes=True)
    if heard:
        return Vote(yes=False)
    return Vote(yes=True) if _generous(state, ballot) else Vote(yes=False, reason=source(_WHY_NOT))


def _generous(state: State, ballot: Ballot) -> bool:
    """They speak with one voice, as in discussions."""
    topic = f"{ballot.card} {ballot.target} {ballot.reason} {state.players}"
    return hashlib.sha256(topic.encode()).digest()[0] % 2 == 0
