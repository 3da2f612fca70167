"""Scrumkin in sentences: what happened, what comes next."""

from collections.abc import Callable, Sequence
from typing import Any

from games.scrumkin.deck import ActionCard, SprintCard
from games.scrumkin.model import (
    SPRINTS,
    TRACK,
    ActionTurned,
    Countered,
    Dropped,
    Event,
    Finished,
    HandsFilled,
    Kind,
    Mode,
    Over,
    Played,
    SaidReady,
    SprintBegan,
    SprintEnded,
    StackRenewed,
    Started,
    State,
    TookOver,
    Turn,
    TurnBegan,
    View,
    Window,
    WindowOpened,
)
from games.scrumkin.rules import kinds_left
from games.text import listing, who

_PLAYS: dict[Kind, str] = {"own": "into your own game", "other": "on another player", "drop": "under the stack"}


def quoted(card: SprintCard | ActionCard) -> str:
    return f"“{_inner_quotes(card.title)}”"


def _inner_quotes(text: str) -> str:
    return text.replace("“", "‘").replace("”", "’")


def _with_effect(card: SprintCard) -> str:
    return f"{card.number} {quoted(card)} ({card.effect})"


def count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def verdict(mode: Mode, winners: Sequence[int], sprint: int, left: int) -> str:
    if mode == "collaborative":
        if winners:
            return f"The Mammoth is shipped! Every backlog is empty after {count(sprint, 'sprint')}: you all win."
        return f"Ten sprints are over and {count(left, 'item')} left undone: the Mammoth ships without you."
    names = listing([who(seat) for seat in winners])
    if len(winners) > 1:
        return f"{names} finish neck and neck in sprint {sprint} and share the win!"
    return f"{names} has emptied the backlog in sprint {sprint} and wins!"


# --- events --------------------------------------------------------------------------------------------------------


def narrate(event: Event, viewer: int | None) -> str | None:
    match event:
        case HandsFilled():
            return _hands_filled(event, viewer)
        case Dropped(seat=seat, card=card) if seat == viewer:
            return f"You put {_with_effect(card)} under the stack."
        case _:
            return _SENTENCES[type(event)](event)


def _started(event: Started) -> str:
    mode = (
        f"all backlogs have to be empty within {SPRINTS} sprints"
        if event.mode == "collaborative"
        else "the first empty backlog wins"
    )
    deck = "" if event.deck.name == "standard" else f" The deck is “{_inner_quotes(event.deck.name)}”."
    return f"Welcome to Scrumkin Inc.: {mode}. {who(event.leader)} ate chocolate last and leads the first sprint.{deck}"


def _hands_filled(event: HandsFilled, viewer: int | None) -> str | None:
    """The owner reads what came, the others how much."""
    if viewer is not None and viewer < len(event.cards) and event.cards[viewer]:
        return f"You draw {listing([_with_effect(card) for card in event.cards[viewer]])}."
    amounts = [len(cards) for cards in event.cards]
    if len(set(amounts)) == 1:
        return f"Everybody draws {count(amounts[0], 'card')}."
    drawing = [f"{who(seat)} draws {count(amount, 'card')}" for seat, amount in enumerate(amounts) if amount]
    return f"{listing(drawing)}."


def _stack_renewed(event: StackRenewed) -> str:
    return f"The {event.stack} stack is used up; what was discarded is shuffled again."


def _sprint_began(event: SprintBegan) -> str:
    return f"Sprint {event.number} begins, and {who(event.leader)} leads."


def _action_turned(event: ActionTurned) -> str:
    card = event.card
    if card.bugs:
        full = ", the end of the track" if event.backlog == TRACK else ""
        what = f"{count(card.bugs, 'bug')} for {who(event.seat)}, who has {event.backlog} to do now{full}"
    else:
        what = f"{card.boost:+d} velocity for everybody this sprint"
    return f"Action card {quoted(card)}, {what}. {card.text}".rstrip()


def _turn_began(_: TurnBegan) -> str:
    return ""


def _played(event: Played) -> str:
    where = "for their own team" if event.seat == event.target else f"on {who(event.target)}"
    return f"{who(event.seat)} plays {_with_effect(event.card)} {where}. {event.card.text}".rstrip()


def _dropped(event: Dropped) -> str:
    return f"{who(event.seat)} puts a card face down under the stack."


def _countered(event: Countered) -> str:
    whose = "their own" if event.seat == event.target else f"{who(event.target)}’s"
    return (
        f"{who(event.seat)} raises a shield: {quoted(event.shield)} sends {whose} {_with_effect(event.card)} away, "
        "and both are discarded."
    )


def _took_over(event: TookOver) -> str:
    return (
        f"{who(event.seat)} takes over {count(event.count, 'item')} from {who(event.target)}: "
        f"-{event.count} velocity until that is done."
    )


def _window_opened(event: WindowOpened) -> str:
    return f"Everybody has played. {count(event.seconds, 'second')} to counter, or until everybody is ready."


def _said_ready(event: SaidReady) -> str:
    return f"{who(event.seat)} is ready."


def _sprint_ended(event: SprintEnded) -> str:
    return f"Sprint {event.number} is over. {'; '.join(map(_burned, *_columns(event)))}."


def _columns(event: SprintEnded) -> tuple[Sequence[int], ...]:
    return range(len(event.velocities)), event.velocities, event.done, event.bugs, event.backlogs


def _burned(seat: int, velocity: int, done: int, bugs: int, left: int) -> str:
    change = f", {bugs} new bugs" if bugs else f", {done} done" if done else ""
    return f"{who(seat)}: velocity {signed(velocity)}{change}, {left} left"


def _finished(event: Finished) -> str:
    return verdict(event.mode, event.winners, event.sprint, event.left)


_SENTENCES: dict[type, Callable[[Any], str]] = {
    Started: _started,
    StackRenewed: _stack_renewed,
    SprintBegan: _sprint_began,
    ActionTurned: _action_turned,
    TurnBegan: _turn_began,
    Played: _played,
    Dropped: _dropped,
    Countered: _countered,
    TookOver: _took_over,
    WindowOpened: _window_opened,
    SaidReady: _said_ready,
    SprintEnded: _sprint_ended,
    Finished: _finished,
}

# --- what comes next -----------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.table
    match state.phase:
        case Turn() as turn:
            return _turn(state, turn)
        case Window(ready=ready):
            waiting = [who(seat) for seat in range(len(state.players)) if seat not in ready]
            return f"Last chance to counter: {listing(waiting)}, raise a shield or say “ready”."
        case Over(winners=winners):
            return verdict(state.mode, winners, state.sprint, sum(player.backlog for player in state.players))


def _turn(state: State, turn: Turn) -> str:
    ways = listing([_PLAYS[kind] for kind in kinds_left(state, turn)], "or")
    taking = " You may also take over items." if state.collaborative and not turn.took else ""
    if turn.played:
        return f"{who(turn.seat)}, one more card: {ways}.{taking}"
    if state.collaborative:
        ways = ways.replace(" or ", " and one ")
        return f"{who(turn.seat)}, play two cards: one {ways}.{taking} “hand” shows your cards."
    return f"{who(turn.seat)}, play two cards in two different ways: {ways}. “hand” shows your cards."
