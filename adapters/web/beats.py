"""The beats of a page as JSON. The boards between are small: each says how it differs from the one that follows."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from adapters.web.serialization import Data, card, text_parts
from bot.messages import Beat, Page
from games.graphics.drawing import Drawing
from games.graphics.theme import Shape

log = logging.getLogger(__name__)

_TAG = "<"

Patch = tuple[int | str, ...]  # a text is new; two numbers are the first element to copy, and how many


def beats(page: Page, shape: Shape) -> list[Data]:
    found: list[Data] = []
    between = any(beat.board is not None for beat in page.beats)
    following = _svg(page.board, shape) if between else ""
    for beat in reversed(page.beats):
        data = _beat(beat, page.reply.names)
        board = _svg(beat.board, shape)
        if board and following:
            data["board"] = patch(following, board)
            following = board
        found.append(data)
    return found[::-1]


def _beat(beat: Beat, names: Sequence[str]) -> Data:
    return {
        "sequence": beat.sequence,
        "kind": beat.kind,
        "text": text_parts(beat.text, names),
        "turn": beat.turn,
        "dice": [{"seat": die.seat, "sides": die.sides, "shown": die.shown, "sign": die.sign} for die in beat.dice],
        "cards": [card(each, names) for each in beat.cards],
        "motions": [[motion.piece, *motion.path] for motion in beat.motions],
    }


def _svg(drawing: Drawing | None, shape: Shape) -> str:
    try:
        return (drawing.in_both_colours(shape=shape) if drawing else None) or ""
    except Exception:  # a broken drawing must not break the page
        log.exception("a drawing failed")
        return ""


@lru_cache(maxsize=64)
def patch(known: str, wanted: str) -> Patch:
    """How to get from a known picture to another one, element by element: see `patched` in playback.js."""
    before = known.split(_TAG)
    rare = _rare(before)
    found: list[int | str] = []
    end, new = 0, list[str]()  # where the last copied elements ended, and what is new since
    for token in wanted.split(_TAG):
        here = _place(before, token, (end, end + len(new)), rare)
        if here is None:
            new.append(token)
        elif here == end and not new and found:
            found[-1] = int(found[-1]) + 1
            end += 1
        else:
            found += [_TAG.join(new), here, 1] if new else [here, 1]
            end, new = here + 1, []
    return (*found, _TAG.join(new)) if new else tuple(found)


def _place(before: Sequence[str], token: str, expected: Sequence[int], rare: Mapping[str, int]) -> int | None:
    """Where to copy an element from: next to the last one, or wherever there is just one like it."""
    for place in expected:
        if place < len(before) and before[place] == token:
            return place
    return rare.get(token)


def _rare(tokens: Sequence[str]) -> dict[str, int]:
    """The elements of which there is only one, and where."""
    counts = Counter(tokens)
    return {token: place for place, token in enumerate(tokens) if counts[token] == 1}


def patched(known: str, changes: Patch) -> str:
    """The other picture; playback.js does the same."""
    before, tokens, at = known.split(_TAG), list[str](), 0
    while at < len(changes):
        change = changes[at]
        if isinstance(change, str):
            tokens.append(change)
            at += 1
        else:
            tokens += before[change : change + int(changes[at + 1])]
            at += 2
    return _TAG.join(tokens)
