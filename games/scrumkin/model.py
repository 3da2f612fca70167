"""The words of Scrumkin: state, moves, events, view."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from games.scrumkin.deck import ActionCard, Deck, Effect, SprintCard, effect_of

BACKLOG = 10  # items of every player at the start
TRACK = 20  # where the backlog track ends
HAND = 3
PLAYS = 2  # in a turn, of two different kinds
SPRINTS = 10  # that a team has in the collaborative game
WORST = -3  # a velocity below it adds bugs in the collaborative game
FACE_DOWN = 0  # in a view: a card that these eyes cannot see

Mode = Literal["competitive", "collaborative"]
Kind = Literal["own", "other", "drop"]

# --- state ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in somebody's game, in its so-many-th sprint (0: played in this one)."""

    card: int
    age: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    hand: tuple[int, ...] = ()
    game: tuple[Laid, ...] = ()
    backlog: int = BACKLOG
    taken: int = 0  # items of the backlog that were taken over and are not done yet: -1 velocity each
    known: tuple[tuple[int, int], ...] = ()  # (card, seat): in this hand, and this seat knows, because it dropped it
    velocities: tuple[int, ...] = ()  # of the sprints so far
    backlogs: tuple[int, ...] = (BACKLOG,)


@dataclass(frozen=True, slots=True)
class Turn:
    seat: int
    played: tuple[Kind, ...] = ()
    took: bool = False  # has taken over items in this turn


@dataclass(frozen=True, slots=True)
class Window:
    """Everybody has played: the last chance to counter."""

    ready: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    winners: tuple[int, ...]


Phase = Turn | Window | Over


@dataclass(frozen=True, slots=True)
class State:
    """Where every card lies. A view is the same with FACE_DOWN for what a seat cannot see.

    `stack` has no order: a card is drawn from it at random. `under` has one: (card, who dropped it), the next to be
    drawn first. It is reached when nothing is left above (docs/decisions/0007).
    """

    mode: Mode
    seconds: int  # of the closing window
    deck: Deck
    players: tuple[Player, ...]
    leader: int
    phase: Phase
    stack: tuple[int, ...]
    actions: tuple[int, ...]  # left in the action stack, without order
    under: tuple[tuple[int, int], ...] = ()
    discards: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()  # action cards of earlier sprints
    action: int | None = None  # of this sprint
    sprint: int = 0

    def card(self, number: int) -> SprintCard:
        return self.deck.sprint[number - 1]

    def effect(self, number: int) -> Effect:
        return effect_of(self.deck.sprint[number - 1].effect)

    @property
    def boost(self) -> int:
        """What the action card of this sprint adds to everybody's velocity."""
        return 0 if self.action is None else self.deck.action_card(self.action).boost

    @property
    def collaborative(self) -> bool:
        return self.mode == "collaborative"


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    table: State


# --- moves ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    card: int
    target: int  # one's own seat: into one's own game


@dataclass(frozen=True, slots=True)
class Drop:
    card: int


@dataclass(frozen=True, slots=True)
class Counter:
    """A shield from the hand against a card in somebody's game."""

    card: int
    against: int
    target: int


@dataclass(frozen=True, slots=True)
class TakeOver:
    count: int
    target: int


@dataclass(frozen=True, slots=True)
class Ready:
    pass


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """The clock's move: time to counter is over."""

    sprint: int


Move = Play | Drop | Counter | TakeOver | Ready | CloseWindow

# --- events --------------------------------------------------------------------------------------------------------
# They carry whole cards, so that a game with a deck of one's own can be told without the deck.


@dataclass(frozen=True, slots=True)
class Started:
    seats: int
    mode: Mode
    seconds: int
    leader: int
    deck: Deck
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class HandsFilled:
    """Who drew what: the cards of each seat, in the order in which they came; the leader draws first."""

    cards: tuple[tuple[SprintCard, ...], ...]
    kind: Literal["hands_filled"] = "hands_filled"


@dataclass(frozen=True, slots=True)
class StackRenewed:
    """What was discarded is shuffled and used again."""

    stack: Literal["sprint", "action"]
    kind: Literal["stack_renewed"] = "stack_renewed"


@dataclass(frozen=True, slots=True)
class SprintBegan:
    number: int
    leader: int
    kind: Literal["sprint_began"] = "sprint_began"


@dataclass(frozen=True, slots=True)
class ActionTurned:
    seat: int
    card: ActionCard
    backlog: int  # of the leader, bugs included
    kind: Literal["action_turned"] = "action_turned"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: int
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    card: SprintCard
    target: int
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class Dropped:
    seat: int
    card: SprintCard
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True, slots=True)
class Countered:
    seat: int
    shield: SprintCard
    card: SprintCard
    target: int
    kind: Literal["countered"] = "countered"


@dataclass(frozen=True, slots=True)
class TookOver:
    seat: int
    count: int
    target: int
    kind: Literal["took_over"] = "took_over"


@dataclass(frozen=True, slots=True)
class WindowOpened:
    seconds: int
    kind: Literal["window_opened"] = "window_opened"


@dataclass(frozen=True, slots=True)
class SaidReady:
    seat: int
    kind: Literal["said_ready"] = "said_ready"


@dataclass(frozen=True, slots=True)
class SprintEnded:
    """One of each for every seat; `gone` are the cards whose last value is used up."""

    number: int
    velocities: tuple[int, ...]
    done: tuple[int, ...]
    bugs: tuple[int, ...]
    backlogs: tuple[int, ...]
    gone: tuple[int, ...]
    kind: Literal["sprint_ended"] = "sprint_ended"


@dataclass(frozen=True, slots=True)
class Finished:
    mode: Mode
    winners: tuple[int, ...]
    sprint: int
    left: int  # items in all backlogs together
    kind: Literal["finished"] = "finished"


Event = Annotated[
    Started
    | HandsFilled
    | StackRenewed
    | SprintBegan
    | ActionTurned
    | TurnBegan
    | Played
    | Dropped
    | Countered
    | TookOver
    | WindowOpened
    | SaidReady
    | SprintEnded
    | Finished,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
