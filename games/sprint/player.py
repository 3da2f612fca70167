"""The automatic player: it estimates what landing on each space is worth to the team right now.

Beside people it votes after the last of them, and agrees if every person does.
"""

import hashlib
from collections.abc import Mapping, Sequence

from games.chance import Chance
from games.language import lazy, source
from games.sprint.board import REVIEW, card, load_board
from games.sprint.landing import COST_OF_IMPEDIMENT, MAX_DICE, WORTH_OF_TOOL, as_improved
from games.sprint.model import (
    Ballot,
    Discussion,
    Done,
    Fork,
    Go,
    Improve,
    Move,
    Over,
    Plan,
    Planning,
    PlayTool,
    Reflecting,
    Roll,
    State,
    Turn,
    Vote,
)
from games.sprint.release import Improvement, counted, most
from games.sprint.rules import missing, moves

PER_DIE = 3.3  # hours per progress die on average, doubling included
_TURNS_IMPEDED = 36 / 11  # until one of two dice shows a scrum
_DAYS_PER_TURN = 0.15
_PER_TOPIC = 15.0  # hours that an opportunity is better than an impediment, in a sprint of a release


def suggest(state: State, seat: int, chance: Chance, level: str = "") -> Move:
    del level  # there is only one
    match state.phase:
        case Fork() as fork:
            return _choose(state, seat, fork)
        case Ballot() as ballot:
            return Vote(_convinced(state, ballot, chance))
        case Discussion() as discussion:
            return Done() if seat in discussion.votes else Vote(yes=_satisfied(state, discussion))
        case Planning():
            assert state.release is not None
            return Plan(state.release.even_share)
        case Reflecting():
            return Improve(_improvement(state))
        case Turn() | Over():
            return _play_or_roll(state, seat)


def _improvement(state: State) -> Improvement:
    """The improvement that would have saved most hours in the sprint that is over."""
    release = state.release
    assert release is not None
    tally = release.tally
    saved: dict[Improvement, float] = {
        "die": PER_DIE * tally.reports,
        "topics": _PER_TOPIC * tally.impediments,
        "done": 2 * tally.added,
        "toolbox": WORTH_OF_TOOL * min(tally.impediments, len(state.players)),
    }
    return max(release.open_improvements, key=saved.__getitem__)


def _satisfied(state: State, discussion: Discussion) -> bool:
    """Like a real team, automatic players aren't always satisfied with a discussion: one time in five they say no.

    They speak with one voice. If each made up its own mind, a table of six would hardly ever agree.
    """
    topic = f"{discussion.card} {discussion.number} {state.hours} {state.players}"  # the same for all of them
    return hashlib.sha256(topic.encode()).digest()[0] % 5 > 0


def _play_or_roll(state: State, seat: int) -> Move:
    options = moves(state, seat)
    fitting = [move for move in options if isinstance(move, PlayTool) and fits(move.card, state, move.target)]
    # a tool costs the roll: worth it for yourself, for others only if that saves hours or in Sprint Review
    for move in fitting:
        own = move.target == seat
        if own or state.costly or state.helpful or state.players[seat].space == REVIEW:
            return move
    return Done() if Done() in options else Roll()


def fits(tool: str, state: State, target: int) -> bool:
    impediment = state.players[target].impediment
    return impediment is not None and bool(card(tool).tags & card(impediment).tags)


def _convinced(state: State, ballot: Ballot, chance: Chance) -> bool:
    return fits(ballot.card, state, ballot.target) or chance.below(2) == 0


def _choose(state: State, seat: int, fork: Fork) -> Move:
    """The best landing. It never stays: a player who waits for a better roll is no fun to play with."""
    values = worth(state, seat)
    return Go(max(fork.landings, key=lambda landing: values[landing.space]).space)


def worth(state: State, seat: int) -> dict[str, float]:
    """The value of landing on each space to the team right now, in hours."""
    report = PER_DIE * state.dice
    days_left = state.days - state.day
    day = -max(state.hours, report) / max(1, days_left - 1)
    if state.hours == 0:
        # only getting to Sprint Review counts now, and every End of Day is a risk
        return {
            space.id: 100.0 if space.id == REVIEW else -60.0 / days_left if space.kind == "day" else -10.0
            for space in load_board(state.board).spaces.values()
        }
    die = PER_DIE * min(10.0, state.hours / report) if state.dice < MAX_DICE else 0.0
    stuck = COST_OF_IMPEDIMENT * _TURNS_IMPEDED * _DAYS_PER_TURN * len(state.players) if state.costly else 1.0
    fixed = {
        "start": 0.0,
        "hours": 0.0,
        "tool": 2.0 if state.costly else 0.5,
        "die": die,
        "day": day,
        "impediment": -stuck,
        "opportunity": _opportunity(state, report, day, die),
        "review": _review(state, seat, report),
    }
    spaces = (as_improved(space, state) for space in load_board(state.board).spaces.values())
    return {space.id: report * space.amount if space.kind == "report" else fixed[space.kind] for space in spaces}


def _opportunity(state: State, report: float, day: float, die: float) -> float:
    values = {"discuss": die, "daily_scrum": 2 * report, "end_of_day": day}
    left = state.decks["opportunities"]
    return sum(values[card(key).action] for key in left) / len(left) if left else 0.0


def _review(state: State, seat: int, report: float) -> float:
    """The value of review. With work left, it makes sense only if others can finish; the last player must stay out."""
    others = sum(player.space != REVIEW for index, player in enumerate(state.players) if index != seat)
    return 20.0 if others and state.hours <= report * others else -1000.0


# --- beside people ---------------------------------------------------------------------------------------------------

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
