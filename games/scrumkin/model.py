"""The data of Scrumkin: state, moves, events, view.

The whole deck is in the first event, so a game replays without the file that it came from.
"""

from operator import not_
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from games.scrumkin.deck import ActionCard, Deck, Effect, SprintCard, effect_of
from games.values import value

BACKLOG = 10  # items per player at the start
TRACK = 20  # the end of the backlog track
HAND = 3
PLAYS = 2  # per turn, of two different kinds
SPRINTS = 10  # limit in collaborative mode, unless the table chooses another
WORST = -3  # in collaborative mode, a velocity below this adds bugs
LEADER, ACTIONS = "leader", "actions"  # what is drawn besides the cards of the sprint stack
FACE_DOWN = 0  # in a view: a card that the seat may not see

Mode = Literal["competitive", "collaborative"]
Drops = Literal["never", "bugs"]  # in collaborative mode: what cards may be dropped for
Attacks = Literal["many", "one"]  # in competitive mode: how many cards of others a game takes in a sprint
Retro = Literal["off", "on"]  # on: after a sprint in which nothing got done, the worst card is put away
Kind = Literal["own", "other", "drop"]

# --- state -----------------------------------------------------------------------------------------------------------


@value
class Laid:
    """A card in a player's game; `age` counts the sprints since it was played."""

    card: int
    age: int = 0


@value
class Player:
    hand: tuple[int, ...] = ()
    game: tuple[Laid, ...] = ()
    backlog: int = BACKLOG
    taken: int = 0  # items taken over and not done yet: -1 velocity each
    known: tuple[tuple[int, int], ...] = ()  # (card, seat): a card in this hand that this seat dropped, so it knows it
    velocities: tuple[int, ...] = ()  # one per finished sprint
    backlogs: tuple[int, ...] = (BACKLOG,)


@value
class Turn:
    seat: int
    played: tuple[Kind, ...] = ()
    took: bool = False  # has taken over items this turn


@value
class Window:
    """Everybody has played: the last chance to counter."""

    ready: tuple[int, ...] = ()


@value
class Over:
    winners: tuple[int, ...]


_Phase = Turn | Window | Over


@value
class State:
    """The places of all cards. A view is a state with FACE_DOWN for cards that a seat may not see.

    `stack` has no order: cards are drawn from it at random. `under` is in drawing order, as (card, seat that dropped
    it), and is drawn from once the stack is empty.
    """

    mode: Mode
    seconds: int  # of the closing window
    deck: Deck
    players: tuple[Player, ...]
    leader: int
    phase: _Phase
    stack: tuple[int, ...]
    actions: tuple[int, ...]  # left in the action stack, in no order
    under: tuple[tuple[int, int], ...] = ()
    discards: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()  # action cards of earlier sprints
    action: int | None = None  # this sprint's
    sprint: int = 0
    limit: int = 0  # the last sprint; 0: there is none
    drops: Drops = "never"
    bugs: int = 0  # of this sprint's bug card, in the leader's backlog and not fixed by dropping a card
    attacks: Attacks = "many"
    retro: Retro = "off"
    known: tuple[str, ...] = ()  # remarks that the room has read before this game
    hints: bool = True
    attacked: tuple[int, ...] = ()  # the seats whose games have taken another player's card this sprint

    def card(self, number: int) -> SprintCard:
        return self.deck.sprint[number - 1]

    def effect(self, number: int) -> Effect:
        return effect_of(self.deck.sprint[number - 1].effect)

    @property
    def boost(self) -> int:
        """The velocity that this sprint's action card adds for everybody."""
        return 0 if self.action is None else self.deck.action_card(self.action).boost

    @property
    def collaborative(self) -> bool:
        return self.mode == "collaborative"


@value
class View:
    seat: int | None
    state: State


# --- moves -----------------------------------------------------------------------------------------------------------


@value
class Play:
    card: int
    target: int  # the player's own seat: into their own game
    kind: Literal["play"] = "play"


@value
class Drop:
    card: int
    kind: Literal["drop"] = "drop"


@value
class RaiseShield:
    """Counter a card in a player's game with a shield from the hand."""

    card: int
    against: int
    target: int
    kind: Literal["raise_shield"] = "raise_shield"


@value
class TakeOver:
    count: int
    target: int
    kind: Literal["take_over"] = "take_over"


@value
class Ready:
    kind: Literal["ready"] = "ready"


@value
class CloseWindow:
    """The clock's move: time is up for countering."""

    sprint: int
    kind: Literal["close_window"] = "close_window"


Move = Play | Drop | RaiseShield | TakeOver | Ready | CloseWindow
MOVES: TypeAdapter[Move] = TypeAdapter(
    Annotated[Move, Field(discriminator="kind")], config=ConfigDict(defer_build=True)
)

# --- events --------------------------------------------------------------------------------------------------------
# They contain whole cards, so a stored game doesn't need the deck it was played with.


@value
class Started:
    seats: int
    mode: Mode
    seconds: int
    leader: int
    deck: Deck
    sprints: int = 0  # as the option; 0: the mode decides
    drops: Drops = "never"
    # added later: they leave no trace in games that don't use them
    attacks: Annotated[Attacks, Field(exclude_if=lambda chosen: chosen == "many")] = "many"
    retro: Annotated[Retro, Field(exclude_if=lambda chosen: chosen == "off")] = "off"
    known: Annotated[tuple[str, ...], Field(exclude_if=not_)] = ()  # remarks that the room has read
    unadvised: Annotated[bool, Field(exclude_if=not_)] = False  # nobody gets hints
    kind: Literal["started"] = "started"
    begins_turn = True

    @property
    def limit(self) -> int:
        """The last sprint; 0 if there is none."""
        return self.sprints or (SPRINTS if self.mode == "collaborative" else 0)


@value
class HandsFilled:
    """The cards that each seat drew, in drawing order; the leader draws first."""

    cards: tuple[tuple[SprintCard, ...], ...]
    kind: Literal["hands_filled"] = "hands_filled"
    hidden = True


@value
class StackRenewed:
    """The discarded cards are the new stack."""

    stack: Literal["sprint", "action"]
    kind: Literal["stack_renewed"] = "stack_renewed"


@value
class SprintBegan:
    number: int
    leader: int
    kind: Literal["sprint_began"] = "sprint_began"
    begins_turn = True


@value
class ActionTurned:
    seat: int
    card: ActionCard
    backlog: int  # of the leader, bugs included
    kind: Literal["action_turned"] = "action_turned"


@value
class TurnBegan:
    seat: int
    kind: Literal["turn_began"] = "turn_began"
    begins_turn = True


@value
class Played:
    seat: int
    card: SprintCard
    target: int
    kind: Literal["played"] = "played"
    reveals = True


@value
class Dropped:
    seat: int
    card: SprintCard
    kind: Literal["dropped"] = "dropped"
    hidden = True


@value
class BugFixed:
    """A card was dropped against a bug of this sprint, which leaves the leader's backlog."""

    seat: int
    leader: int
    backlog: int  # of the leader, without the bug
    kind: Literal["bug_fixed"] = "bug_fixed"


@value
class Countered:
    seat: int
    shield: SprintCard
    card: SprintCard
    target: int
    kind: Literal["countered"] = "countered"
    reveals = True


@value
class TookOver:
    seat: int
    count: int
    target: int
    kind: Literal["took_over"] = "took_over"


@value
class WindowOpened:
    seconds: int
    kind: Literal["window_opened"] = "window_opened"


@value
class SaidReady:
    seat: int
    kind: Literal["said_ready"] = "said_ready"
    quiet = True


@value
class SprintEnded:
    """A sprint's results, one value per seat, except `gone`: the cards that leave the table after their last value."""

    number: int
    velocities: tuple[int, ...]
    done: tuple[int, ...]
    bugs: tuple[int, ...]
    backlogs: tuple[int, ...]
    gone: tuple[int, ...]
    kind: Literal["sprint_ended"] = "sprint_ended"
    milestone = True


@value
class PutAway:
    """Whoever got nothing done puts the worst card of their game away, where the table plays so."""

    seat: int
    card: SprintCard
    kind: Literal["put_away"] = "put_away"


@value
class Finished:
    mode: Mode
    winners: tuple[int, ...]
    sprint: int
    left: int  # items in all backlogs combined
    unfinished: bool = False  # won by the smallest backlog when the sprints were over
    kind: Literal["finished"] = "finished"
    begins_turn = milestone = reveals = True


# By topic: `evolve` and `narrate` handle one group at a time, and mypy finds an event that they leave out.
TurnEvent = TurnBegan | Played | Dropped | BugFixed | Countered | TookOver
SprintEvent = SprintBegan | ActionTurned | HandsFilled | StackRenewed | WindowOpened | SaidReady | SprintEnded | PutAway
Event = Annotated[Started | TurnEvent | SprintEvent | Finished, Field(discriminator="kind")]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))  # built when it is first used

# --- velocity --------------------------------------------------------------------------------------------------------


def _has_scrum(state: State, seat: int) -> bool:
    return any(state.effect(laid.card).scrum for laid in state.players[seat].game)


def scrums_of_others(state: State, seat: int) -> int:
    """The value of each of this seat's Team Exchange cards."""
    return sum(_has_scrum(state, other) for other in range(len(state.players)) if other != seat)


def card_value(state: State, seat: int, laid: Laid, ahead: int = 0) -> int:
    """The velocity that a card in a seat's game adds, this sprint or `ahead` sprints later."""
    effect = state.effect(laid.card)
    return scrums_of_others(state, seat) if effect.scrum else effect.at(laid.age + ahead)


def velocity(state: State, seat: int) -> int:
    """This sprint's velocity: cards plus booster, minus 1 per item taken over and not done yet."""
    player = state.players[seat]
    return sum(card_value(state, seat, laid) for laid in player.game) + state.boost - player.taken


def burdens(state: State, seat: int) -> int:
    """The number of cards with a negative value this sprint."""
    return sum(card_value(state, seat, laid) < 0 for laid in state.players[seat].game)


_LOOKING_BACK = 4  # sprints over which a card is judged: it has at most four values


def worst_card(state: State, seat: int) -> int | None:
    """The card in a seat's game that costs most velocity over the next four sprints; None if none costs any.

    Of several, the one that was played first.
    """
    game = state.players[seat].game
    costs = [sum(card_value(state, seat, laid, ahead) for ahead in range(_LOOKING_BACK)) for laid in game]
    return game[costs.index(min(costs))].card if costs and min(costs) < 0 else None
