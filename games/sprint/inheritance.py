"""From the game to the team: the story of a sprint as questions about real work.

The questions name cards and days, never people: they are for everybody, and nobody is to blame.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from games.inheritance import write_prompts
from games.sprint.model import (
    CardDrawn,
    DayEnded,
    DiscussionClosed,
    Event,
    Finished,
    Freed,
    Rolled,
    ToolOffered,
    ToolRefused,
)
from games.sprint.narration import quoted

_LONG = 2  # turns that somebody is impeded before it is worth a question


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """Nothing from a game that was broken off: its story has no end yet."""
    if not any(isinstance(event, Finished) for event in events):
        return {}
    return {"prompts": write_prompts([*_longest(events), *_came_back(events), *_voted_down(events), *_talks(events)])}


def _longest(events: Sequence[Event]) -> Iterator[str]:
    """The impediment that held somebody up for the most turns."""
    held: dict[int, str] = {}
    turns: Counter[tuple[int, str]] = Counter()
    longest: Counter[str] = Counter()
    for event in events:
        match event:
            case CardDrawn(seat=seat, deck="impediments", card=card):
                held[seat] = card
                turns[seat, card] = 0
            case Rolled(seat=seat, impeded=True) if seat in held:
                turns[seat, held[seat]] += 1
                longest[held[seat]] = max(longest[held[seat]], turns[seat, held[seat]])
            case Freed(seat=seat):
                held.pop(seat, None)
            case _:
                pass
    for card, most in longest.most_common(1):
        if most >= _LONG:
            yield (
                f"In the game {quoted(card)} held somebody up for {most} turns. "
                "What keeps one of you waiting longest in your work, and what would set you free?"
            )


def _came_back(events: Sequence[Event]) -> Iterator[str]:
    drawn = Counter(event.card for event in events if isinstance(event, CardDrawn) and event.deck == "impediments")
    for card, times in drawn.most_common(1):
        if times > 1:
            yield f"{quoted(card)} was removed and came back. Which problem of yours keeps coming back, and why?"


def _voted_down(events: Sequence[Event]) -> Iterator[str]:
    """The first tool that did not convince everybody."""
    offered: ToolOffered | None = None
    for event in events:
        if isinstance(event, ToolOffered):
            offered = event
        if isinstance(event, ToolRefused) and offered is not None:
            yield (
                f"{quoted(event.card)} was offered against {quoted(offered.impediment)} and did not convince all. "
                "Which idea of yours has not had a fair try yet?"
            )
            return


def _talks(events: Sequence[Event]) -> Iterator[str]:
    """The first discussion without agreement, and the first day on which more work was left than the day before."""
    failed = [event for event in events if isinstance(event, DiscussionClosed) and (event.no or event.missing)]
    if failed:
        yield (
            f"You talked about {quoted(failed[0].card)} and did not all agree that it was dealt with. "
            "Which conversation do you still owe each other?"
        )
    days = [event for event in events if isinstance(event, DayEnded)]
    for before, after in pairwise(days):
        if after.hours > before.hours:
            yield (
                f"On day {after.day} the burndown turned up. "
                "How does new work reach you in the middle of a sprint, and who says yes to it?"
            )
            return
