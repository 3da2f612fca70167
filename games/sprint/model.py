"""The data of The Scrum Game: state, moves, events, view.

A deck is what remains of it, without an order: what isn't stored can't leak, and a draw is one random number.
"""

from collections.abc import Mapping
from dataclasses import field
from operator import not_
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from games.sprint.board import START, Deck, Landing
from games.sprint.release import Improvement, Release
from games.values import value

SCRUM = 6  # the sixth side of every die
MOVEMENT, PROGRESS = "movement", "progress"  # what dice are rolled for; each deck is a purpose of its own


_Later = Field(exclude_if=not_)  # added later: it leaves no trace in games that don't use it

# --- state -----------------------------------------------------------------------------------------------------------


@value
class Player:
    space: str = START
    turns: int = 0  # rolls made so far; the first roll is made with one die
    impediment: str | None = None
    tools: tuple[str, ...] = ()
    circled: bool = False  # has been in the daily circle on this lap
    sent: bool = False  # a card sent the piece to the Daily Scrum, so its next move enters the circle


@value
class Turn:
    """The player whose turn it is may roll or offer a tool."""

    refused: tuple[tuple[str, int], ...] = ()  # (tool, target seat) pairs voted down this turn


@value
class Fork:
    """The dice have been rolled, and the player chooses where to land."""

    landings: tuple[Landing, ...]
    may_stay: bool


@value
class Ballot:
    """A tool has been offered, and every other seat votes. In a view, a vote that the seat may not see is None."""

    card: str
    target: int
    reason: str
    votes: Mapping[int, bool | None]
    refused: tuple[tuple[str, int], ...]
    reasons: tuple[str, ...] = field(default=(), repr=False)  # of automatic players who said no


@value
class Discussion:
    """The team discusses an opportunity, and everybody votes on whether it has been dealt with."""

    card: str
    number: int
    votes: Mapping[int, bool | None]


@value
class Planning:
    """The next sprint of a release is planned, and everybody votes for a forecast."""

    votes: Mapping[int, str | None]


@value
class Reflecting:
    """A sprint of a release is over, and everybody votes for an improvement."""

    votes: Mapping[int, str | None]


_Reason = Literal["review", "unfinished", "days", "release"]


@value
class Over:
    won: bool
    reason: _Reason


Phase = Turn | Fork | Ballot | Discussion | Planning | Reflecting | Over


@value
class VoteRecord:
    """The record of votes in a room, in this game and in the last ones."""

    discussions: int = 0
    agreed: int = 0  # of those discussions
    tools: int = 0  # offered and voted on
    accepted: int = 0  # of those tools


@value
class State:
    board: str
    days: int
    minutes: int
    costly: bool
    players: tuple[Player, ...]
    hours: int
    planned: int  # hours at the start, plus or minus what Sprint Planning changed
    turn: int
    phase: Phase
    decks: Mapping[Deck, tuple[str, ...]]  # cards left; drawn at random, so their order reveals nothing
    discards: Mapping[Deck, tuple[str, ...]]
    day: int = 0
    dice: int = 3
    burndown: tuple[int, ...] = ()  # hours at each End of Day
    discussions: int = 0
    trace: tuple[str, ...] = ()  # the path of the last move, for the picture
    opening: int = 0  # hours before Sprint Planning, for the chart
    # since the last roll, for the picture; a forecast's seed is made from the repr, and this changes no forecast
    latest: tuple["Rolled | Reported | CardDrawn | Freed", ...] = field(default=(), repr=False)
    helpful: bool = field(default=False, repr=False)  # an accepted tool also gets some work done
    votes: VoteRecord = field(default_factory=VoteRecord, repr=False)  # what forecasts learn from
    # the first turn of each day so far, for looking back: a position is the same however the team got there
    mornings: tuple["State", ...] = field(default=(), repr=False, compare=False)
    late: bool = field(default=False, repr=False)  # Sprint Review opens only when little work is left
    release: Release | None = field(default=None, repr=False)
    hints: bool = field(default=True, repr=False)
    known: tuple[str, ...] = field(default=(), repr=False)  # remarks that this room has read in earlier games


@value
class View:
    """The state as a seat sees it: all of it is public except other players' votes during a vote, which are None."""

    seat: int | None
    state: State


# --- moves -----------------------------------------------------------------------------------------------------------


@value
class Roll:
    kind: Literal["roll"] = "roll"


@value
class Go:
    space: str | None  # None: stay
    kind: Literal["go"] = "go"


@value
class PlayTool:
    card: str
    target: int
    reason: str
    kind: Literal["play_tool"] = "play_tool"


@value
class Vote:
    yes: bool
    reason: Annotated[str, _Later] = ""  # of an automatic player who says no
    kind: Literal["vote"] = "vote"


@value
class Done:
    """Close a discussion after everybody has voted, or pass a turn in Sprint Review."""

    kind: Literal["done"] = "done"


@value
class Plan:
    """Vote for a forecast."""

    hours: int
    kind: Literal["plan"] = "plan"


@value
class Improve:
    """Vote for an improvement."""

    improvement: Improvement
    kind: Literal["improve"] = "improve"


@value
class CallTime:
    """The clock's move: time is up for this discussion, or for planning or reflecting on this sprint of a release."""

    number: int
    of: Annotated[Literal["", "planning", "reflection"], _Later] = ""
    kind: Literal["call_time"] = "call_time"


Move = Roll | Go | PlayTool | Vote | Done | Plan | Improve | CallTime
MOVES: TypeAdapter[Move] = TypeAdapter(
    Annotated[Move, Field(discriminator="kind")], config=ConfigDict(defer_build=True)
)

# --- events ----------------------------------------------------------------------------------------------------------


@value
class Started:
    seats: int
    board: str
    hours: int
    days: int
    minutes: int
    costly: bool
    decks: dict[Deck, tuple[str, ...]]
    asked: tuple[str, ...] = ()  # what the team discussed in its last games in this room, oldest first
    helpful: bool = False
    votes: VoteRecord = field(default_factory=VoteRecord)  # of the last games in this room
    release: Annotated[bool, _Later] = False
    late: Annotated[bool, _Later] = False
    unadvised: Annotated[bool, _Later] = False
    known: Annotated[tuple[str, ...], _Later] = ()
    kind: Literal["started"] = "started"
    begins_turn = True


@value
class TurnBegan:
    seat: int
    kind: Literal["turn_began"] = "turn_began"
    begins_turn = True


@value
class Rolled:
    seat: int
    dice: tuple[int, ...]
    impeded: bool = False
    kind: Literal["rolled"] = "rolled"


@value
class Freed:
    """A player's impediment was removed."""

    seat: int
    card: str
    by: Literal["scrum", "tool", "work_done"]
    kind: Literal["freed"] = "freed"


@value
class ForkReached:
    seat: int
    landings: tuple[Landing, ...]
    may_stay: bool
    kind: Literal["fork_reached"] = "fork_reached"


@value
class Stayed:
    seat: int
    kind: Literal["stayed"] = "stayed"


@value
class Moved:
    seat: int
    space: str
    path: tuple[str, ...]
    circled: bool = False
    sent: bool = False  # by a card
    kind: Literal["moved"] = "moved"


@value
class PlanChanged:
    seat: int
    amount: int
    hours: int
    kind: Literal["plan_changed"] = "plan_changed"


@value
class DieTaken:
    dice: int
    kind: Literal["die_taken"] = "die_taken"


@value
class CardDrawn:
    seat: int
    deck: Deck
    card: str
    kind: Literal["card_drawn"] = "card_drawn"


@value
class DeckRenewed:
    deck: Deck
    kind: Literal["deck_renewed"] = "deck_renewed"


@value
class DeckWasEmpty:
    seat: int
    deck: Deck
    kind: Literal["deck_was_empty"] = "deck_was_empty"


@value
class DayEnded:
    day: int
    of: int
    hours: int
    added: int = 0  # by impediments, with impediments=costly
    kind: Literal["day_ended"] = "day_ended"
    milestone = True


@value
class Reported:
    seat: int
    dice: tuple[int, ...]
    times: int  # multiplier; -1 burns up
    amount: int  # hours burned, or added when burning up
    hours: int
    kind: Literal["reported"] = "reported"


@value
class ToolOffered:
    seat: int
    card: str
    target: int
    reason: str
    impediment: str
    kind: Literal["tool_offered"] = "tool_offered"


@value
class Voted:
    seat: int
    yes: bool
    reason: Annotated[str, _Later] = ""
    kind: Literal["voted"] = "voted"
    hidden = quiet = True


@value
class ToolAccepted:
    seat: int
    card: str
    target: int
    burned: int = 0  # hours, with tools=helpful
    kind: Literal["tool_accepted"] = "tool_accepted"
    reveals = True


@value
class ToolRefused:
    seat: int
    card: str
    target: int
    yes: int
    no: int
    reasons: Annotated[tuple[str, ...], _Later] = ()
    kind: Literal["tool_refused"] = "tool_refused"
    reveals = True


@value
class DiscussionOpened:
    card: str
    number: int
    minutes: int
    kind: Literal["discussion_opened"] = "discussion_opened"


@value
class DiscussionClosed:
    card: str
    yes: int
    no: int
    missing: int
    kind: Literal["discussion_closed"] = "discussion_closed"
    reveals = True


@value
class VotedFor:
    """A vote for one of several things: a forecast or an improvement."""

    seat: int
    choice: str
    kind: Literal["voted_for"] = "voted_for"
    hidden = quiet = True


@value
class SprintPlanned:
    sprint: int
    forecast: int
    votes: dict[str, int]  # for each forecast; empty: there was only one
    tools: tuple[str, ...] = ()  # that each seat begins with
    kind: Literal["sprint_planned"] = "sprint_planned"
    begins_turn = reveals = True


@value
class SprintClosed:
    sprint: int
    forecast: int
    delivered: int
    left: int  # hours of the forecast
    day: int  # days that are over
    total: int  # hours delivered so far
    kind: Literal["sprint_closed"] = "sprint_closed"
    begins_turn = milestone = True


@value
class ImprovementChosen:
    improvement: Improvement | None  # None: nobody voted
    votes: dict[str, int]
    kind: Literal["improvement_chosen"] = "improvement_chosen"
    begins_turn = reveals = True


@value
class TurnPassed:
    seat: int
    kind: Literal["turn_passed"] = "turn_passed"


@value
class Finished:
    won: bool
    reason: _Reason
    hours: int  # left; at the end of a release, those that weren't delivered
    day: int
    kind: Literal["finished"] = "finished"
    begins_turn = milestone = True


# By topic: `evolve` and `narrate` handle one group at a time, and mypy finds an event that they leave out.
MoveEvent = TurnBegan | Rolled | ForkReached | Moved | Stayed | TurnPassed
WorkEvent = Reported | DayEnded | DieTaken | PlanChanged
CardEvent = CardDrawn | Freed | DeckRenewed | DeckWasEmpty
VoteEvent = Voted | ToolOffered | ToolAccepted | ToolRefused | DiscussionOpened | DiscussionClosed
ReleaseEvent = VotedFor | SprintPlanned | SprintClosed | ImprovementChosen
Event = Annotated[
    Started | MoveEvent | WorkEvent | CardEvent | VoteEvent | ReleaseEvent | Finished,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))  # built when it is first used
