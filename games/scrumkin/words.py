"""Scrumkin in sentences: what happened, and what comes next."""

from collections.abc import Sequence
from typing import assert_never

from games.language import Lazy, lazy, n, t
from games.parts import ShownCard
from games.scrumkin.deck import STANDARD, ActionCard, SprintCard
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
_PLAYS: dict[Kind, Lazy] = {
    "own": lazy("into your own game"),
    "other": lazy("on another player"),
    "drop": lazy("under the stack"),
}


def quoted(card: SprintCard | ActionCard) -> str:
    return t("“{title}”", title=_inner_quotes(t(card.title)))


def _inner_quotes(text: str) -> str:
    return text.replace("“", "‘").replace("”", "’")


def _with_effect(card: SprintCard) -> str:
    return f"{card.number} {quoted(card)} ({card.effect})"


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def change(state: State, target: int, number: int) -> str:
    """This sprint's velocity of a team before and after playing a card there: `+1 → -1`."""
    now = velocity(state, target)
    return f"{signed(now)} → {signed(now + card_value(state, target, Laid(number)))}"


def stack_in_words(state: State) -> str:
    stack, under, discarded = len(state.stack), len(state.under), len(state.discards)
    if under:
        return t(
            "Stack {stack} + {dropped} dropped · discarded {discarded}",
            stack=stack,
            dropped=under,
            discarded=discarded,
        )
    return t("Stack {stack} · discarded {discarded}", stack=stack, discarded=discarded)


def verdict(mode: Mode, winners: Sequence[int], sprint: int, left: int, *, unfinished: bool = False) -> str:
    if mode == "collaborative":
        if winners:
            return n(
                "You’ve shipped the Mammoth! Every backlog is empty after {count} sprint: you all win.",
                "You’ve shipped the Mammoth! Every backlog is empty after {count} sprints: you all win.",
                sprint,
            )
        return n(
            "Sprint {sprint} was the last, with {count} item left: the Mammoth ships without you.",
            "Sprint {sprint} was the last, with {count} items left: the Mammoth ships without you.",
            left,
            sprint=sprint,
        )
    names = listing([who(seat) for seat in winners])
    if unfinished:
        if len(winners) == 1:
            return t("Sprint {sprint} was the last: {who} wins with the smallest backlog!", sprint=sprint, who=names)
        return t(
            "Sprint {sprint} was the last: {names} share the win with the smallest backlog!", sprint=sprint, names=names
        )
    if len(winners) > 1:
        return t("{names} finish neck and neck in sprint {sprint} and share the win!", names=names, sprint=sprint)
    return t("{who} finishes the backlog in sprint {sprint} and wins!", who=names, sprint=sprint)


def _sentences(*said: str) -> str:
    return " ".join(filter(None, said))


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
    deck = "" if event.deck.name == STANDARD else t("The deck is “{name}”.", name=_inner_quotes(event.deck.name))
    return _sentences(_welcome(event), deck, t("{who} was the last to eat chocolate.", who=who(event.leader)))


def _welcome(event: Started) -> str:
    if event.mode == "collaborative":
        return n(
            "Welcome to Scrumkin Inc.: empty all your backlogs within {count} sprint.",
            "Welcome to Scrumkin Inc.: empty all your backlogs within {count} sprints.",
            event.limit,
        )
    if event.limit:
        return n(
            "Welcome to Scrumkin Inc.: the first empty backlog wins, or the smallest after {count} sprint.",
            "Welcome to Scrumkin Inc.: the first empty backlog wins, or the smallest after {count} sprints.",
            event.limit,
        )
    return t("Welcome to Scrumkin Inc.: the first empty backlog wins.")


def _turn_event(event: TurnEvent, viewer: int | None) -> str:
    match event:
        case TurnBegan():
            return ""
        case Played():
            return _sentences(_played(event), t(event.card.text))
        case Dropped(seat=seat, card=card):
            if seat == viewer:
                return t("You drop {card} face down under the stack.", card=_with_effect(card))
            return t("{who} drops a card face down under the stack.", who=who(seat))
        case BugFixed(leader=leader, backlog=left):
            return t("That fixes a bug: {who} now has {left} to do.", who=who(leader), left=left)
        case Countered():
            return _countered(event)
        case TookOver():
            return n(
                "{who} takes over {count} item from {other}: -{count} velocity until it’s done.",
                "{who} takes over {count} items from {other}: -{count} velocity until they’re done.",
                event.count,
                who=who(event.seat),
                other=who(event.target),
            )
        case _:
            assert_never(event)


def _played(event: Played) -> str:
    card = _with_effect(event.card)
    if event.seat == event.target:
        return t("{who} plays {card} for their own team.", who=who(event.seat), card=card)
    return t("{who} plays {card} on {other}.", who=who(event.seat), card=card, other=who(event.target))


def _countered(event: Countered) -> str:
    shield, card = quoted(event.shield), _with_effect(event.card)
    if event.seat == event.target:
        return t(
            "{who} raises a shield: {shield} counters their own {card}, and both are discarded.",
            who=who(event.seat),
            shield=shield,
            card=card,
        )
    return t(
        "{who} raises a shield: {shield} counters {owner}’s {card}, and both are discarded.",
        who=who(event.seat),
        shield=shield,
        owner=who(event.target),
        card=card,
    )


def _sprint_event(event: SprintEvent, viewer: int | None) -> str:
    match event:
        case SprintBegan():
            return t("Sprint {number} begins, and {who} leads.", number=event.number, who=who(event.leader))
        case ActionTurned():
            return _sentences(_action_turned(event), t(event.card.text))
        case HandsFilled():
            return _hands_filled(event, viewer)
        case StackRenewed(stack="sprint"):
            return t("The sprint stack is used up, so the discarded cards are reshuffled.")
        case StackRenewed():
            return t("The action stack is used up, so the discarded cards are reshuffled.")
        case WindowOpened():
            return t("Everybody has played; the sprint is about to end.")
        case SaidReady():
            return t("{who} is ready.", who=who(event.seat))
        case SprintEnded():
            results = "; ".join(map(_burned, *_columns(event)))
            return t("Sprint {number} is over. {results}.", number=event.number, results=results)
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
        return n("Everybody draws {count} card.", "Everybody draws {count} cards.", amounts[0])
    drawing = [
        n("{who} draws {count} card", "{who} draws {count} cards", amount, who=who(seat))
        for seat, amount in enumerate(amounts)
        if amount
    ]
    return f"{listing(drawing)}."


def _action_turned(event: ActionTurned) -> str:
    card, title = event.card, quoted(event.card)
    if not card.bugs:
        return t(
            "Action card {card}: {boost} velocity for everybody this sprint.", card=title, boost=signed(card.boost)
        )
    if event.backlog == TRACK:
        return n(
            "Action card {card}: {count} bug for {who}, who now has {left} to do, the end of the track.",
            "Action card {card}: {count} bugs for {who}, who now has {left} to do, the end of the track.",
            card.bugs,
            card=title,
            who=who(event.seat),
            left=event.backlog,
        )
    return n(
        "Action card {card}: {count} bug for {who}, who now has {left} to do.",
        "Action card {card}: {count} bugs for {who}, who now has {left} to do.",
        card.bugs,
        card=title,
        who=who(event.seat),
        left=event.backlog,
    )


def _columns(event: SprintEnded) -> tuple[Sequence[int], ...]:
    return range(len(event.velocities)), event.velocities, event.done, event.bugs, event.backlogs


def _burned(seat: int, velocity: int, done: int, bugs: int, left: int) -> str:
    speed = signed(velocity)
    if bugs:
        return n(
            "{who}: velocity {velocity}, {count} new bug, {left} left",
            "{who}: velocity {velocity}, {count} new bugs, {left} left",
            bugs,
            who=who(seat),
            velocity=speed,
            left=left,
        )
    if done:
        return t(
            "{who}: velocity {velocity}, {done} done, {left} left", who=who(seat), velocity=speed, done=done, left=left
        )
    return t("{who}: velocity {velocity}, {left} left", who=who(seat), velocity=speed, left=left)


def pictured(event: Event) -> tuple[str, ...]:
    """The badges of what happened: a shield that was raised."""
    return ("shield",) if isinstance(event, Countered) else ()


# --- what comes next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    match state.phase:
        case Turn() as turn:
            taking = t("You can also take over items.") if state.collaborative and not turn.took else ""
            return _sentences(_turn(state, turn), taking, _tie_break(state))
        case Window(ready=ready):
            return _sentences(
                t("Last chance to counter a card: look at your hand."), _closing(state, ready), _tie_break(state)
            )
        case Over(winners=winners):
            return _outcome(state, winners)


def _closing(state: State, ready: Sequence[int]) -> str:
    if not ready:
        return t(
            "The sprint ends when time is up, or as soon as everybody has chosen Ready below the hand.",
        )
    waiting = [who(seat) for seat in range(len(state.players)) if seat not in ready]
    return n(
        "The sprint ends when time is up, or as soon as {names} has chosen Ready below the hand.",
        "The sprint ends when time is up, or as soon as {names} have chosen Ready below the hand.",
        len(waiting),
        names=listing(waiting),
    )


def gist(view: View) -> str:
    state = view.state
    backlogs = listing([str(left) for left in sorted(player.backlog for player in state.players)])
    if state.limit:
        return t(
            "sprint {sprint} of {limit}, backlogs {backlogs}", sprint=state.sprint, limit=state.limit, backlogs=backlogs
        )
    return t("sprint {sprint}, backlogs {backlogs}", sprint=state.sprint, backlogs=backlogs)


def _tie_break(state: State) -> str:
    """The tie-break, explained once two players are close to finishing: it decides most games of four."""
    close = [seat for seat, player in enumerate(state.players) if player.backlog <= velocity(state, seat) + _CLOSE]
    if state.collaborative or len(close) < 2:
        return ""
    if state.attacks == "one":
        return t("If several finish this sprint, whoever has the fewest items left for their velocity was done first.")
    return t("If several finish this sprint, the highest velocity wins, then the fewest cards with a negative value.")


def _outcome(state: State, winners: Sequence[int]) -> str:
    left = sum(player.backlog for player in state.players)
    unfinished = any(state.players[seat].backlog for seat in winners)
    return verdict(state.mode, winners, state.sprint, left, unfinished=unfinished)


def _turn(state: State, turn: Turn) -> str:
    kinds = kinds_left(state, turn)
    ways = listing([_way(state, kind) for kind in kinds], "or")
    if turn.played:
        return t("{who}, one more card: {ways}.", who=who(turn.seat), ways=ways)
    if state.collaborative and "drop" not in kinds:
        return t("{who}, play two cards: one into your own game and one on another player.", who=who(turn.seat))
    return t("{who}, play two cards in two different ways: {ways}.", who=who(turn.seat), ways=ways)


def _way(state: State, kind: Kind) -> str:
    """A way of playing a card, as one of several that are listed."""
    if state.collaborative and kind == "drop":
        return t("under the stack against a bug ({bugs} left)", bugs=state.bugs)
    return str(_PLAYS[kind])


# --- shown cards -----------------------------------------------------------------------------------------------------


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.state
    if state.action is None:
        return ()
    card = state.deck.action_card(state.action)
    note = t("Turned over for sprint {sprint}.", sprint=state.sprint)
    return (ShownCard(t(card.title), t(card.text), lazy("Action"), note, rule="cards"),)


def every_card(view: View) -> tuple[ShownCard, ...]:
    """All cards of the deck. Which are still to come isn't said."""
    deck = view.state.deck
    return tuple(
        {card.title: card for card in (*map(_sprint_card, deck.sprint), *map(_action_card, deck.action))}.values()
    )


def _sprint_card(card: SprintCard) -> ShownCard:
    effect = t("Velocity, sprint by sprint: {effect}.", effect=card.effect)
    return ShownCard(
        t(card.title),
        t(card.text),
        t("Sprint card {number}", number=card.number),
        _sentences(effect, t("It has a shield.") if card.shield else ""),
    )


def _action_card(card: ActionCard) -> ShownCard:
    effect = (
        n("{count} bug for the leader.", "{count} bugs for the leader.", card.bugs)
        if card.bugs
        else t("{boost} velocity for everybody.", boost=signed(card.boost))
    )
    return ShownCard(t(card.title), t(card.text), lazy("Action card"), effect)
