"""An automatic participant for rehearsals: it writes plausible notes, votes, adds actions and says it is ready."""

from typing import assert_never

from games.chance import Chance
from games.retro.formats import plausible_notes
from games.retro.model import MAX_NOTES, MAX_RATING, SCALE, State
from games.retro.moves import (
    AddAction,
    AnswerSafety,
    CheckIn,
    Group,
    Longer,
    MakeAnonymous,
    MarkAction,
    Move,
    Next,
    PutDot,
    Rate,
    RateTopic,
    Ready,
    WriteNote,
)
from games.retro.phases import unmarked
from games.retro.profiles import mean_of
from games.retro.similar import likely_pairs

_WORDS = ("fine", "curious", "sleepy", "sunny", "busy", "hopeful", "rested", "awake")
_SAFE = 4.5  # the mean of a safety check from which on people may sign their notes
_ACTIONS = (
    "Try it for two weeks and review it by the next retrospective",
    "Ask three people who use it by Friday",
    "Write down who decides, on one page",
    "Sit together for a morning and fix it by next week",
    "Show it to somebody from another team by Wednesday",
)


def suggest(state: State, seat: int, chance: Chance, level: str = "") -> Move:
    del level  # there is only one
    # a retrospective hardly draws: without this the same seat would make the same choice over and over
    chance = chance.apart(
        f"{len(state.notes)} {len(state.ready)} {len(state.placed.get(seat, ()))} {len(state.actions)} "
        f"{len(state.answers.get(seat, ()))}"
    )
    match state.phase:
        case "stage":
            return _stage(state, seat, chance)
        case "reflect":
            return _reflect(state, seat, chance)
        case "group":
            pairs = likely_pairs(state)
            return Group(*pairs[0]) if pairs else Ready()
        case "vote":
            return _vote(state, seat, chance)
        case "discuss":
            wants_more = state.time_is_up and seat not in state.asked and chance.below(4) == 0
            return Longer() if wants_more and state.round == 1 else Ready()
        case "actions":
            return _agree(state, seat, chance)
        case "close" | "over":
            return Rate(MAX_RATING - chance.below(3))
        case _:
            assert_never(state.phase)


def _stage(state: State, seat: int, chance: Chance) -> Move:
    if seat not in state.ready:
        if state.safety_check and not state.safety_poll and seat not in state.safety:
            return AnswerSafety(chance.choice(SCALE[2:]))
        return CheckIn(chance.choice(_WORDS)) if seat not in state.words else Ready()
    if not state.anonymous and (mean_of(state.safety_poll or (0,) * len(SCALE)) or SCALE[-1]) < _SAFE:
        return MakeAnonymous()
    # everybody is ready, and the facilitator is asked what became of an action: an automatic one can't know
    return MarkAction(unmarked(state)[0], "keep") if unmarked(state) else Next()


def _reflect(state: State, seat: int, chance: Chance) -> Move:
    """It can't know which notes are its own, so chance decides whether it has written enough."""
    given = state.answers.get(seat, {})
    unrated = [topic for topic in range(1, len(state.health) + 1) if topic not in given and not state.profile]
    if unrated:
        return RateTopic(unrated[0], chance.choice(SCALE))
    few = len(state.notes) < state.seats
    if len(state.notes) >= MAX_NOTES or not (few or chance.below(2)):
        return Ready()
    column = chance.below(len(state.columns) - bool(state.health))
    return WriteNote(column, chance.choice(plausible_notes(state.columns[column].title)))


def _agree(state: State, seat: int, chance: Chance) -> Move:
    """Add at least one action, and now and then another that isn't on the list yet."""
    left = [what for what in _ACTIONS if what not in {action.what for action in state.actions}]
    wanted = not state.actions or (len(state.actions) < state.limit and chance.below(4) == 0)
    return AddAction(seat, chance.choice(left)) if left and wanted else Ready()


def _vote(state: State, seat: int, chance: Chance) -> Move:
    if len(state.placed.get(seat, ())) >= state.dots or not state.topics:
        return Ready()
    # a topic with several notes is more likely to get a dot
    numbers = [number for topic in state.topics for number in topic.notes]
    topic = state.topic_of(chance.choice(numbers))
    assert topic is not None
    return PutDot(topic.key)
