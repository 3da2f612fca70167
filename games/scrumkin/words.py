"""Scrumkin in sentences: what happened, and what comes next."""

from collections.abc import Sequence
from typing import assert_never

from games.parts import ShownCard
from games.scrumkin.deck import ActionCard, SprintCard
from games.scrumkin.model import (
    TRACK,
    ActionTurned,
    BugFixed,
    Countered,
    Dropped,
    Event,
    Finished,
    HandsFilled,
    Kind,
    Laid,
    Mode,
    Over,
    Played,
    PutAway,
    SaidReady,
    SprintBegan,
    SprintEnded,
    SprintEvent,
    StackRenewed,
    Started,
    State,
    TookOver,
    Turn,
    TurnBegan,
    TurnEvent,
    View,
    Window,
    WindowOpened,
    card_value,
    velocity,
)
from games.scrumkin.rules import kinds_left
from games.text import listing, who

# --- narration -------------------------------------------------------------------------------------------------------

_CLOSE = 2  # items that a card could still add to what a player gets done this sprint
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


def change(state: State, target: int, number: int) -> str:
    """This sprint's velocity of a team before and after playing a card there: `+1 → -1`."""
    now = velocity(state, target)
    return f"{signed(now)} → {signed(now + card_value(state, target, Laid(number)))}"


def verdict(mode: Mode, winners: Sequence[int], sprint: int, left: int, *, unfinished: bool = False) -> str:
    if mode == "collaborative":
        if winners:
            return f"You’ve shipped the Mammoth! Every backlog is empty after {count(sprint, 'sprint')}: you all win."
        return f"Sprint {sprint} was the last, with {count(left, 'item')} left: the Mammoth ships without you."
    names = listing([who(seat) for seat in winners])
    if unfinished:
        how = "wins" if len(winners) == 1 else "share the win"
        return f"Sprint {sprint} was the last: {names} {how} with the smallest backlog!"
    if len(winners) > 1:
        return f"{names} finish neck and neck in sprint {sprint} and share the win!"
    return f"{names} finishes the backlog in sprint {sprint} and wins!"


# --- what happened ---------------------------------------------------------------------------------------------------


def narrate(event: Event, viewer: int | None) -> str | None:
    if isinstance(event, TurnEvent):
        return _turn_event(event, viewer)
    if isinstance(event, SprintEvent):
        return _sprint_event(event, viewer)
    if isinstance(event, Started):
        return _started(event)
    if isinstance(event, Finished):
        return verdict(event.mode, event.winners, event.sprint, event.left, unfinished=event.unfinished)
    assert_never(event)


def _started(event: Started) -> str:
    if event.mode == "collaborative":
        mode = f"empty all your backlogs within {event.limit} sprints"
    else:
        mode = "the first empty backlog wins"
        mode += f", or the smallest after {event.limit} sprints" if event.limit else ""
    deck = "" if event.deck.name == "standard" else f" The deck is “{_inner_quotes(event.deck.name)}”."
    return f"Welcome to Scrumkin Inc.: {mode}.{deck} {who(event.leader)} was the last to eat chocolate."


def _turn_event(event: TurnEvent, viewer: int | None) -> str:
    match event:
        case TurnBegan():
            return ""
        case Played():
            where = "for their own team" if event.seat == event.target else f"on {who(event.target)}"
            return f"{who(event.seat)} plays {_with_effect(event.card)} {where}. {event.card.text}".rstrip()
        case Dropped(seat=seat, card=card):
            dropped = f"You drop {_with_effect(card)}" if seat == viewer else f"{who(seat)} drops a card"
            return f"{dropped} face down under the stack."
        case BugFixed(leader=leader, backlog=left):
            return f"That fixes a bug: {who(leader)} now has {left} to do."
        case Countered():
            whose = "their own" if event.seat == event.target else f"{who(event.target)}’s"
            shield = f"{who(event.seat)} raises a shield: {quoted(event.shield)}"
            return f"{shield} counters {whose} {_with_effect(event.card)}, and both are discarded."
        case TookOver():
            taken = f"{who(event.seat)} takes over {count(event.count, 'item')} from {who(event.target)}"
            return f"{taken}: -{event.count} velocity until {'it’s' if event.count == 1 else 'they’re'} done."
        case _:
            assert_never(event)


def _sprint_event(event: SprintEvent, viewer: int | None) -> str:
    match event:
        case SprintBegan():
            return f"Sprint {event.number} begins, and {who(event.leader)} leads."
        case ActionTurned():
            return _action_turned(event)
        case HandsFilled():
            return _hands_filled(event, viewer)
        case StackRenewed():
            return f"The {event.stack} stack is used up, so the discarded cards are reshuffled."
        case WindowOpened():
            return "Everybody has played; the sprint is about to end."
        case SaidReady():
            return f"{who(event.seat)} is ready."
        case SprintEnded():
            return f"Sprint {event.number} is over. {'; '.join(map(_burned, *_columns(event)))}."
        case PutAway(seat=seat, card=card):
            return f"{who(seat)} got nothing done, looks back, and puts {_with_effect(card)} away."
        case _:
            assert_never(event)


def _hands_filled(event: HandsFilled, viewer: int | None) -> str:
    """The sentence about drawn cards: which ones for their owner, how many for everybody else."""
    if viewer is not None and viewer < len(event.cards) and event.cards[viewer]:
        return f"You draw {listing([_with_effect(card) for card in event.cards[viewer]])}."
    amounts = [len(cards) for cards in event.cards]
    if len(set(amounts)) == 1:
        return f"Everybody draws {count(amounts[0], 'card')}."
    drawing = [f"{who(seat)} draws {count(amount, 'card')}" for seat, amount in enumerate(amounts) if amount]
    return f"{listing(drawing)}."


def _action_turned(event: ActionTurned) -> str:
    card = event.card
    if card.bugs:
        full = ", the end of the track" if event.backlog == TRACK else ""
        what = f"{count(card.bugs, 'bug')} for {who(event.seat)}, who now has {event.backlog} to do{full}"
    else:
        what = f"{card.boost:+d} velocity for everybody this sprint"
    return f"Action card {quoted(card)}: {what}. {card.text}".rstrip()


def _columns(event: SprintEnded) -> tuple[Sequence[int], ...]:
    return range(len(event.velocities)), event.velocities, event.done, event.bugs, event.backlogs


def _burned(seat: int, velocity: int, done: int, bugs: int, left: int) -> str:
    change = f", {bugs} new bugs" if bugs else f", {done} done" if done else ""
    return f"{who(seat)}: velocity {signed(velocity)}{change}, {left} left"


def pictured(event: Event) -> tuple[str, ...]:
    """The badges of what happened: a shield that was raised."""
    return ("shield",) if isinstance(event, Countered) else ()


# --- what comes next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    match state.phase:
        case Turn() as turn:
            return _turn(state, turn) + _tie_break(state)
        case Window(ready=ready):
            waiting = [who(seat) for seat in range(len(state.players)) if seat not in ready]
            others = "everybody has" if not ready else f"{listing(waiting)} {'has' if len(waiting) == 1 else 'have'}"
            counter = "Last chance to counter a card: look at your hand."
            return (
                f"{counter} The sprint ends when time is up, or as soon as {others} chosen Ready below the hand."
                f"{_tie_break(state)}"
            )
        case Over(winners=winners):
            return _outcome(state, winners)


def gist(view: View) -> str:
    state = view.state
    left = sorted(player.backlog for player in state.players)
    backlogs = f"backlogs {listing([str(each) for each in left])}"
    return f"sprint {state.sprint}{f' of {state.limit}' if state.limit else ''}, {backlogs}"


def _tie_break(state: State) -> str:
    """The tie-break, explained once two players are close to finishing: it decides most games of four."""
    close = [seat for seat, player in enumerate(state.players) if player.backlog <= velocity(state, seat) + _CLOSE]
    if state.collaborative or len(close) < 2:
        return ""
    if state.attacks == "one":
        return " If several finish this sprint, whoever has the fewest items left for their velocity was done first."
    return " If several finish this sprint, the highest velocity wins, then the fewest cards with a negative value."


def _outcome(state: State, winners: Sequence[int]) -> str:
    left = sum(player.backlog for player in state.players)
    unfinished = any(state.players[seat].backlog for seat in winners)
    return verdict(state.mode, winners, state.sprint, left, unfinished=unfinished)


def _turn(state: State, turn: Turn) -> str:
    kinds = kinds_left(state, turn)
    ways = listing([_PLAYS[kind] for kind in kinds], "or")
    if state.collaborative and "drop" in kinds:
        ways += f" against a bug ({state.bugs} left)"
    taking = " You can also take over items." if state.collaborative and not turn.took else ""
    if turn.played:
        return f"{who(turn.seat)}, one more card: {ways}.{taking}"
    if state.collaborative and "drop" not in kinds:
        ways = ways.replace(" or ", " and one ")
        return f"{who(turn.seat)}, play two cards: one {ways}.{taking}"
    return f"{who(turn.seat)}, play two cards in two different ways: {ways}.{taking}"


# --- shown cards -----------------------------------------------------------------------------------------------------


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.state
    if state.action is None:
        return ()
    card = state.deck.action_card(state.action)
    return (ShownCard(card.title, card.text, "Action", f"Turned over for sprint {state.sprint}."),)


def every_card(view: View) -> tuple[ShownCard, ...]:
    """All cards of the deck. Which are still to come isn't said."""
    deck = view.state.deck
    return tuple(
        {card.title: card for card in (*map(_sprint_card, deck.sprint), *map(_action_card, deck.action))}.values()
    )


def _sprint_card(card: SprintCard) -> ShownCard:
    shield = " It has a shield." if card.shield else ""
    return ShownCard(
        card.title, card.text, f"Sprint card {card.number}", f"Velocity, sprint by sprint: {card.effect}.{shield}"
    )


def _action_card(card: ActionCard) -> ShownCard:
    effect = f"{count(card.bugs, 'bug')} for the leader." if card.bugs else f"{card.boost:+d} velocity for everybody."
    return ShownCard(card.title, card.text, "Action card", effect)
