"""Automatic players beside people: they vote after the last person, and agree if every person does."""

import hashlib
from collections.abc import Mapping, Sequence

from games.chance import Chance
from games.language import ENGLISH, speaking
from games.sprint.board import card
from games.sprint.model import (
    Ballot,
    Discussion,
    Improve,
    Move,
    Plan,
    Planning,
    PlayTool,
    Reflecting,
    State,
    Turn,
    Vote,
)
from games.sprint.player import fits, suggest
from games.sprint.refusals import REASON_LIMIT
from games.sprint.release import counted, most
from games.sprint.rules import missing
from games.sprint.words import quoted
from games.text import listing
from games.values import replace

_TOPICS = {"environment": "the environment", "process": "the process"}  # not prose; others are called as their tags


def waits(state: State, people: Sequence[int]) -> bool:
    """True while a person has to vote: nobody should feel outvoted by machines, or have no time to talk."""
    phase = state.phase
    if not isinstance(phase, Ballot | Discussion | Planning | Reflecting):
        return False
    return not {*people}.isdisjoint(missing(state, phase))


def follows(state: State, seat: int, people: Sequence[int]) -> Move | None:
    match state.phase:
        case Turn():
            return _explained(state, suggest(state, seat, Chance(bytes(32))))
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
    return Vote(yes=True) if _generous(state, ballot) else Vote(yes=False, reason=_why_not(state, ballot))


def _generous(state: State, ballot: Ballot) -> bool:
    """They speak with one voice, as in discussions."""
    topic = f"{ballot.card} {ballot.target} {ballot.reason} {state.players}"
    return hashlib.sha256(topic.encode()).digest()[0] % 2 == 0


def _why_not(state: State, ballot: Ballot) -> str:
    impediment = state.players[ballot.target].impediment or ""
    with speaking(ENGLISH):  # which is how events have the reasons of automatic players
        topics, needed = _listed(card(ballot.card).tags), _listed(card(impediment).tags)
        return f"{quoted(ballot.card)} helps with {topics}, but {quoted(impediment)} is about {needed}."  # not prose


def _explained(state: State, move: Move) -> Move | None:
    """A tool is offered with a reason that speaks of the impediment; every other move is as usual."""
    if not isinstance(move, PlayTool):
        return None
    impediment = state.players[move.target].impediment or ""
    shared = card(move.card).tags & card(impediment).tags
    if not card(move.card).because or len(shared) > 2:  # a team's own card may be about anything
        return None
    with speaking(ENGLISH):  # as above
        reason = f"{quoted(impediment)} is about {_listed(shared)}. {move.reason}"  # not prose
    return replace(move, reason=reason) if len(reason) <= REASON_LIMIT else None


def _listed(tags: frozenset[str]) -> str:
    return listing([_TOPICS.get(tag, tag) for tag in sorted(tags)])
