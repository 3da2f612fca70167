"""Find notes that are probably about the same thing: they share words. The same notes always give the same pairs."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from games.retro.model import State

MAX_PAIRS = 40
MAX_BUTTONS = 5  # pairs that the room is offered
_ENOUGH = 0.5  # of the words in the shorter note
_WORDS = re.compile(r"\w{3,}")
# words that don't say what a note is about
_COMMON = frozenset(
    _WORDS.findall(
        """about after again all also always and any are before because been but can could did does done every everybody
        for from get had has have her him his how into its just less made make many more most much nobody not now off
        one only our out over own same she should some somebody still than that the their them then there they things
        this too two until very want was week were what when where which who why will with work would you your"""
    )
)


def likely_pairs(state: State) -> tuple[tuple[int, int], ...]:
    """Topics that may belong together, likeliest first: (higher number, lower number)."""
    return _likely(tuple(topic.notes for topic in state.topics), tuple(note.text for note in state.notes))


@lru_cache(maxsize=64)  # called for every button
def _likely(topics: tuple[tuple[int, ...], ...], texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    about = {notes[0]: frozenset(word for number in notes for word in _words(texts[number - 1])) for notes in topics}
    scored = [(_overlap(about[one], about[other]), one, other) for one, other in combinations(about, 2)]
    likely = sorted((-score, one, other) for score, one, other in scored if score >= _ENOUGH)
    return tuple((other, one) for _, one, other in likely[:MAX_PAIRS])


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    shorter = min(len(one), len(other))
    return len(one & other) / shorter if shorter else 0.0


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """What a note is about: its words, without common words and inflected endings."""
    found = (word for word in _WORDS.findall(text.casefold()) if word not in _COMMON)
    return frozenset(_stem(word) for word in found)


def subjects(texts: Iterable[str]) -> dict[str, str]:
    """What these texts are about: words without their endings, each with one form in which it was written."""
    words = (word for text in texts for word in _WORDS.findall(text.casefold()) if word not in _COMMON)
    return {_stem(word): word for word in words}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
