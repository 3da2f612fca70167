"""Scrumkin in sentences: what happened, and what comes next."""

from collections.abc import Sequence
from typing import assert_never

from games.language import lazy, t
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
_PLAYS: dict[Kind, str] = {
    "own": lazy("into your own game"),
    "other": lazy("on another player"),
    "drop": lazy("under the stack"),
}


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
        how = "wins" if len(winners) == 1 else t("share the win")
        return t(
            "Sprint {sprint} was the last: {names} {how} with the smallest backlog!",
            sprint=sprint,
            names=names,
            how=how,
        )
    if len(winners) > 1:
        return t("{names} finish neck and neck in sprint {sprint} and share the win!", names=names, sprint=sprint)
    return t("{names} finishes the backlog in sprint {sprint} and wins!", names=names, sprint=sprint)


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
        mode = t("empty all your backlogs within {limit} sprints", limit=event.limit)
    else:
        mode = t("the first empty backlog wins")
        mode += t(", or the smallest after {limit} sprints", limit=event.limit) if event.limit else ""
    deck = "" if event.deck.name == "standard" else t(" The deck is “{name}”.", name=_inner_quotes(event.deck.name))
    return t(
        "Welcome to Scrumkin Inc.: {mode}.{deck} {who} was the last to eat chocolate.",
        mode=mode,
        deck=deck,
        who=who(event.leader),
    )


def _turn_event(event: TurnEvent, viewer: int | None) -> str:
    match event:
        case TurnBegan():
            return ""
        case Played():
            where = t("for their own team") if event.seat == event.target else t("on {who}", who=who(event.target))
            return t(
                "{who} plays {card} {where}. {text}",
                who=who(event.seat),
                card=_with_effect(event.card),
                where=where,
                text=event.card.text,
            ).rstrip()
        case Dropped(seat=seat, card=card):
            dropped = (
                t("You drop {card}", card=_with_effect(card))
                if seat == viewer
                else t("{who} drops a card", who=who(seat))
            )
            return t("{dropped} face down under the stack.", dropped=dropped)
        case BugFixed(leader=leader, backlog=left):
            return t("That fixes a bug: {who} now has {left} to do.", who=who(leader), left=left)
        case Countered():
            whose = t("their own") if event.seat == event.target else f"{who(event.target)}’s"
            shield = t("{who} raises a shield: {shield}", who=who(event.seat), shield=quoted(event.shield))
            return t(
                "{shield} counters {whose} {card}, and both are discarded.",
                shield=shield,
                whose=whose,
                card=_with_effect(event.card),
            )
        case TookOver():
            taken = f"{who(event.seat)} takes over {count(event.count, 'item')} from {who(event.target)}"
            return f"{taken}: -{event.count} velocity until {'it’s' if event.count == 1 else 'they’re'} done."
        case _:
            assert_never(event)


def _sprint_event(event: SprintEvent, viewer: int | None) -> str:
    match event:
        case SprintBegan():
            return t("Sprint {number} begins, and {who} leads.", number=event.number, who=who(event.leader))
        case ActionTurned():
            return _action_turned(event)
        case HandsFilled():
            return _hands_filled(event, viewer)
        case StackRenewed():
            return t("The {stack} stack is used up, so the discarded cards are reshuffled.", stack=event.stack)
        case WindowOpened():
            return t("Everybody has played; the sprint is about to end.")
        case SaidReady():
            return t("{who} is ready.", who=who(event.seat))
        case SprintEnded():
            return t(
                "Sprint {number} is over. {burned}.",
                number=event.number,
                burned="; ".join(map(_burned, *_columns(event))),
            )
        case PutAway(seat=seat, card=card):
            return t(
                "{who} got nothing done, looks back, and puts {card} away.", who=who(seat), card=_with_effect(card)
            )
        case _:
            assert_never(event)


def _hands_filled(event: HandsFilled, viewer: int | None) -> str:
    """The sentence about drawn cards: which ones for their owner, how many for everybody else."""
    if viewer is not None and viewer < len(event.cards) and event.cards[viewer]:
        return t("You draw {cards}.", cards=listing([_with_effect(card) for card in event.cards[viewer]]))
    amounts = [len(cards) for cards in event.cards]
    if len(set(amounts)) == 1:
        return f"Everybody draws {count(amounts[0], 'card')}."
    drawing = [f"{who(seat)} draws {count(amount, 'card')}" for seat, amount in enumerate(amounts) if amount]
    return f"{listing(drawing)}."


def _action_turned(event: ActionTurned) -> str:
    card = event.card
    if card.bugs:
        full = t(", the end of the track") if event.backlog == TRACK else ""
        what = f"{count(card.bugs, 'bug')} for {who(event.seat)}, who now has {event.backlog} to do{full}"
    else:
        what = t("{boost:+d} velocity for everybody this sprint", boost=card.boost)
    return t("Action card {card}: {what}. {text}", card=quoted(card), what=what, text=card.text).rstrip()


def _columns(event: SprintEnded) -> tuple[Sequence[int], ...]:
    return range(len(event.velocities)), event.velocities, event.done, event.bugs, event.backlogs


def _burned(seat: int, velocity: int, done: int, bugs: int, left: int) -> str:
    change = t(", {bugs} new bugs", bugs=bugs) if bugs else t(", {done} done", done=done) if done else ""
    return t(
        "{who}: velocity {velocity}{change}, {left} left",
        who=who(seat),
        velocity=signed(velocity),
        change=change,
        left=left,
    )


# --- what comes next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    match state.phase:
        case Turn() as turn:
            return _turn(state, turn) + _tie_break(state)
        case Window(ready=ready):
            waiting = [who(seat) for seat in range(len(state.players)) if seat not in ready]
            others = t("everybody has") if not ready else f"{listing(waiting)} {'has' if len(waiting) == 1 else 'have'}"
            counter = t("Last chance to counter a card: look at your hand.")
            return t(
                "{counter} The sprint ends when time is up, or as soon as {others} chosen Ready below the hand.{state}",
                counter=counter,
                others=others,
                state=_tie_break(state),
            )
        case Over(winners=winners):
            return _outcome(state, winners)


def gist(view: View) -> str:
    state = view.state
    left = sorted(player.backlog for player in state.players)
    backlogs = t("backlogs {left}", left=listing([str(each) for each in left]))
    return f"sprint {state.sprint}{f' of {state.limit}' if state.limit else ''}, {backlogs}"


def _tie_break(state: State) -> str:
    """The tie-break, explained once two players are close to finishing: it decides most games of four."""
    close = [seat for seat, player in enumerate(state.players) if player.backlog <= velocity(state, seat) + _CLOSE]
    if state.collaborative or len(close) < 2:
        return ""
    if state.attacks == "one":
        return t(" If several finish this sprint, whoever has the fewest items left for their velocity was done first.")
    return t(" If several finish this sprint, the highest velocity wins, then the fewest cards with a negative value.")


def _outcome(state: State, winners: Sequence[int]) -> str:
    left = sum(player.backlog for player in state.players)
    unfinished = any(state.players[seat].backlog for seat in winners)
    return verdict(state.mode, winners, state.sprint, left, unfinished=unfinished)


def _turn(state: State, turn: Turn) -> str:
    kinds = kinds_left(state, turn)
    ways = listing([_PLAYS[kind] for kind in kinds], "or")
    if state.collaborative and "drop" in kinds:
        ways += t(" against a bug ({bugs} left)", bugs=state.bugs)
    taking = t(" You can also take over items.") if state.collaborative and not turn.took else ""
    if turn.played:
        return t("{who}, one more card: {ways}.{taking}", who=who(turn.seat), ways=ways, taking=taking)
    if state.collaborative and "drop" not in kinds:
        ways = ways.replace(" or ", " and one ")
        return t("{who}, play two cards: one {ways}.{taking}", who=who(turn.seat), ways=ways, taking=taking)
    return t(
        "{who}, play two cards in two different ways: {ways}.{taking}", who=who(turn.seat), ways=ways, taking=taking
    )


# --- shown cards -----------------------------------------------------------------------------------------------------


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.state
    if state.action is None:
        return ()
    card = state.deck.action_card(state.action)
    return (ShownCard(card.title, card.text, t("Action"), t("Turned over for sprint {sprint}.", sprint=state.sprint)),)


def every_card(view: View) -> tuple[ShownCard, ...]:
    """All cards of the deck. Which are still to come isn't said."""
    deck = view.state.deck
    return tuple(
        {card.title: card for card in (*map(_sprint_card, deck.sprint), *map(_action_card, deck.action))}.values()
    )


def _sprint_card(card: SprintCard) -> ShownCard:
    shield = t(" It has a shield.") if card.shield else ""
    return ShownCard(
        card.title,
        card.text,
        t("Sprint card {number}", number=card.number),
        t("Velocity, sprint by sprint: {effect}.{shield}", effect=card.effect, shield=shield),
    )


def _action_card(card: ActionCard) -> ShownCard:
    effect = (
        f"{count(card.bugs, 'bug')} for the leader."
        if card.bugs
        else t("{boost:+d} velocity for everybody.", boost=card.boost)
    )
    return ShownCard(card.title, card.text, t("Action card"), effect)
