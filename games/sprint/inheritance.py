"""What a finished sprint passes on to the next retrospective: questions about the team's real work.

The questions mention cards and days, never players: they are for the whole team, and nobody gets blamed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from games.inheritance import write_asked, write_counts, write_prompts
from games.sprint.model import (
    CardDrawn,
    DayEnded,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    Rolled,
    Started,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    VoteRecord,
)
from games.sprint.narration import quoted

_MIN_TURNS = 2  # that a player was stuck before it is worth a question
_MAX_VOTES = 40  # of each kind that are remembered: about six games


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """The prompts, except from a game that was abandoned, and what was discussed, so that it isn't asked again soon."""
    earlier = [key for event in events if isinstance(event, Started) for key in event.asked]
    now = [event.card for event in events if isinstance(event, DiscussionOpened)]
    known = {"asked": write_asked([*earlier, *now]), "votes": _votes(events)}
    if not any(isinstance(event, Finished) for event in events):
        return known
    prompts = [*_longest(events), *_came_back(events), *_voted_down(events), *_unresolved(events), *_new_work(events)]
    return {"prompts": write_prompts(prompts), **known}


def _votes(events: Sequence[Event]) -> str:
    """How often the team agreed, with the games before; the older, the less it counts."""
    before = next((event.votes for event in events if isinstance(event, Started)), VoteRecord())
    closed = [event for event in events if isinstance(event, DiscussionClosed)]
    agreed = sum(not event.no and not event.missing for event in closed)
    accepted = sum(isinstance(event, ToolAccepted) for event in events)
    refused = sum(isinstance(event, ToolRefused) for event in events)
    discussions = _remembered(before.discussions + len(closed), before.agreed + agreed)
    return write_counts(*discussions, *_remembered(before.tools + accepted + refused, before.accepted + accepted))


def _remembered(votes: int, agreed: int) -> tuple[int, int]:
    kept = min(votes, _MAX_VOTES)
    return kept, round(agreed * kept / votes) if votes else 0


def _longest(events: Sequence[Event]) -> Iterator[str]:
    """The impediment that held a player up for the most turns."""
    held: dict[int, str] = {}
    turns: Counter[tuple[int, str]] = Counter()
    longest: Counter[str] = Counter()
    for event in events:
        match event:
            case CardDrawn(seat=seat, deck="impediments", card=card):
                held[seat] = card
                turns[seat, card] = 0
            case Rolled(seat=seat, impeded=True):
                turns[seat, held[seat]] += 1
                longest[held[seat]] = max(longest[held[seat]], turns[seat, held[seat]])
            case _:
                pass
    for card, most in longest.most_common(1):
        if most >= _MIN_TURNS:
            yield (
                f"In the game, {quoted(card)} held somebody up for {most} turns. "
                "What keeps you waiting longest in your real work, and what would get you moving again?"
            )


def _came_back(events: Sequence[Event]) -> Iterator[str]:
    drawn = Counter(event.card for event in events if isinstance(event, CardDrawn) and event.deck == "impediments")
    for card, times in drawn.most_common(1):
        if times > 1:
            yield f"{quoted(card)} was removed and came back. Which of your problems keeps coming back, and why?"


def _voted_down(events: Sequence[Event]) -> Iterator[str]:
    """The first tool that was voted down."""
    offered: ToolOffered | None = None
    for event in events:
        if isinstance(event, ToolOffered):
            offered = event
        if isinstance(event, ToolRefused) and offered is not None:
            yield (
                f"{quoted(event.card)} was offered against {quoted(offered.impediment)} and didn’t convince everybody. "
                "Which of your ideas hasn’t had a fair try yet?"
            )
            return


def _unresolved(events: Sequence[Event]) -> Iterator[str]:
    """The first discussion that ended without agreement."""
    for event in events:
        if isinstance(event, DiscussionClosed) and (event.no or event.missing):
            yield (
                f"You talked about {quoted(event.card)} and didn’t all agree that you’d dealt with it. "
                "Which conversation do you still owe each other?"
            )
            return


def _new_work(events: Sequence[Event]) -> Iterator[str]:
    """The first day that ended with more work left than the day before."""
    days = [event for event in events if isinstance(event, DayEnded)]
    for before, after in pairwise(days):
        if after.hours > before.hours:
            yield (
                f"On day {after.day} the burndown went up instead of down. "
                "How does new work reach you in the middle of a sprint, and who says yes to it?"
            )
            return
