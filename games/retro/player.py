"""An automatic participant for rehearsals: it writes plausible notes, votes, adds actions and says that it is done."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from typing import assert_never

from games.chance import Chance
from games.language import source
from games.retro.formats import plausible_notes
from games.retro.health import mean_of
from games.retro.model import MAX_NOTES, MAX_RATING, SCALE, State
from games.retro.moves import (
    AddAction,
    AnswerSafety,
    CheckIn,
    Done,
    GroupNotes,
    Longer,
    MakeAnonymous,
    MarkAction,
    Move,
    Next,
    PutDot,
    Rate,
    RateTopics,
    WriteNotes,
)
from games.retro.phases import everybody_done, unmarked

# --- similar notes ---------------------------------------------------------------------------------------------------

_MAX_PAIRS = 40
_MAX_OFFERED = 5  # pairs that the room is offered
_ENOUGH = 0.5  # of the words in the shorter note
_LONG_WORDS = re.compile(r"\w{3,}")
# words that don't say what a note is about
_COMMON = frozenset(
    _LONG_WORDS.findall(
        """about after again all also always and any are before because been but can could did does done every everybody
        for from get had has have her him his how into its just less made make many more most much nobody not now off
        one only our out over own same she should some somebody still than that the their them then there they things
        this too two until very want was week were what when where which who why will with work would you your"""
    )
)


def likely_pairs(state: State) -> tuple[tuple[int, int], ...]:
    """Topics that may belong together, likeliest first: (higher number, lower number)."""
    return _likely(tuple(topic.notes for topic in state.topics), tuple(note.text for note in state.notes))


def offered_pairs(state: State) -> tuple[tuple[int, int], ...]:
    """The pairs that the room is offered; where nothing looks alike, the first two: there is always a way to group."""
    likely = likely_pairs(state)[:_MAX_OFFERED]
    return likely or tuple((other.key, one.key) for one, other in pairwise(state.topics[:2]))


@lru_cache(maxsize=64)  # called for every button
def _likely(topics: tuple[tuple[int, ...], ...], texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    about = {notes[0]: frozenset(word for number in notes for word in _words(texts[number - 1])) for notes in topics}
    scored = [(_overlap(about[one], about[other]), one, other) for one, other in combinations(about, 2)]
    likely = sorted((-score, one, other) for score, one, other in scored if score >= _ENOUGH)
    return tuple((other, one) for _, one, other in likely[:_MAX_PAIRS])


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    shorter = min(len(one), len(other))
    return len(one & other) / shorter if shorter else 0.0


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The subject of a note: its words, without common words and inflected endings."""
    found = (word for word in _LONG_WORDS.findall(text.casefold()) if word not in _COMMON)
    return frozenset(_stem(word) for word in found)


def subjects(texts: Iterable[str]) -> dict[str, str]:
    """The subjects of these texts: words without their endings, each with one form in which it was written."""
    words = (word for text in texts for word in _LONG_WORDS.findall(text.casefold()) if word not in _COMMON)
    return {_stem(word): word for word in words}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


# --- moves -----------------------------------------------------------------------------------------------------------

_WORDS = ("fine", "curious", "sleepy", "sunny", "busy", "hopeful", "rested", "awake")
_SAFE = 4.5  # the mean of a safety check from which on people may sign their notes
# stored like everybody's, in English: nothing says later that nobody typed them
_ACTIONS = (
    "Try it for two weeks and review it by the next retrospective",  # not prose
    "Ask three people who use it by Friday",  # not prose
    "Write down who decides, on one page",  # not prose
    "Sit together for a morning and fix it by next week",  # not prose
    "Show it to somebody from another team by Wednesday",  # not prose
)


def suggest(state: State, seat: int, chance: Chance, level: str = "") -> Move:
    del level  # there is only one
    # a retrospective hardly draws: without this the same seat would make the same choice over and over
    chance = chance.apart(
        f"{len(state.notes)} {len(state.ready)} {len(state.placed.get(seat, ()))} {len(state.actions)} "
        f"{len(state.answers.get(seat, ()))}"
    )
    if everybody_done(state):  # only the facilitator is asked then
        return _lead(state)
    match state.phase:
        case "stage":
            return _stage(state, seat, chance)
        case "reflect":
            return _reflect(state, seat, chance)
        case "group":
            pairs = likely_pairs(state)
            return GroupNotes(pairs[0]) if pairs else Done()
        case "vote":
            return _vote(state, seat, chance)
        case "discuss":
            wants_more = state.time_is_up and seat not in state.asked and chance.below(4) == 0
            return Longer() if wants_more and state.round == 1 else Done()
        case "actions":
            return _agree(state, seat, chance)
        case "close":
            return Rate(MAX_RATING - chance.below(3))
        case "review" | "over":
            return Done()
        case _:
            assert_never(state.phase)


def _lead(state: State) -> Move:
    """The move of an automatic facilitator, who can't know what became of an action: it stays open."""
    if state.phase == "stage" and not state.anonymous:
        safe = mean_of(state.safety_poll or (0,) * len(SCALE)) or SCALE[-1]
        return MakeAnonymous() if safe < _SAFE else Next()
    left = unmarked(state) if state.phase == "review" else ()
    return MarkAction(left[0], "keep") if left else Next()


def _stage(state: State, seat: int, chance: Chance) -> Move:
    if state.safety_check and not state.safety_poll and seat not in state.safety:
        return AnswerSafety(chance.choice(SCALE[2:]))
    return CheckIn(chance.choice(_WORDS)) if seat not in state.words else Done()


def _reflect(state: State, seat: int, chance: Chance) -> Move:
    """A move while notes are written. It can't know which notes are its own, so chance decides when it has enough."""
    given = state.answers.get(seat, {})
    unrated = [topic for topic in range(1, len(state.health) + 1) if topic not in given and not state.profile]
    if unrated:
        return RateTopics(((unrated[0], chance.choice(SCALE)),))
    few = len(state.notes) < state.seats
    if len(state.notes) >= MAX_NOTES or not (few or chance.below(2)):
        return Done()
    column = chance.below(len(state.columns) - bool(state.health))
    return WriteNotes(((column, chance.choice(plausible_notes(source(state.columns[column].title)))),))


def _agree(state: State, seat: int, chance: Chance) -> Move:
    """Add at least one action, and now and then another that isn't on the list yet."""
    left = [what for what in _ACTIONS if what not in {action.what for action in state.actions}]
    wanted = not state.actions or (len(state.actions) < state.limit and chance.below(4) == 0)
    return AddAction(seat, chance.choice(left)) if left and wanted else Done()


def _vote(state: State, seat: int, chance: Chance) -> Move:
    if len(state.placed.get(seat, ())) >= state.dots or not state.topics:
        return Done()
    # a topic with several notes is more likely to get a dot
    numbers = [number for topic in state.topics for number in topic.notes]
    topic = state.topic_of(chance.choice(numbers))
    assert topic is not None
    return PutDot(topic.key)
