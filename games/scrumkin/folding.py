"""Folding events into the state: what `evolve` and `draws` of the contract do. No rules and no chance in here."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.chance import Draw
from games.scrumkin.model import (
    PLAYS,
    ActionTurned,
    Countered,
    Dropped,
    Event,
    Finished,
    HandsFilled,
    Kind,
    Laid,
    Over,
    Played,
    Player,
    SaidReady,
    SprintBegan,
    SprintEnded,
    StackRenewed,
    Started,
    State,
    TookOver,
    Turn,
    TurnBegan,
    Window,
    WindowOpened,
)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a game begins with Started, not with {event.kind}")
    return _FOLDS[type(event)](state, event)


def draws(state: State | None, event: Event) -> tuple[Draw, ...]:
    match event:
        case Started():
            return (Draw(event.seats, event.leader),)
        case HandsFilled():
            assert state is not None
            return tuple(one.draw for one in _arrivals(state, event) if one.draw is not None)
        case ActionTurned():
            assert state is not None
            return (Draw(len(state.actions), state.actions.index(event.card.number)),)
        case _:
            return ()


def _started(event: Started) -> State:
    return State(
        mode=event.mode,
        seconds=event.seconds,
        deck=event.deck,
        players=(Player(),) * event.seats,
        leader=event.leader,
        phase=Turn(event.leader),
        stack=tuple(card.number for card in event.deck.sprint),
        actions=tuple(card.number for card in event.deck.action),
    )


def _with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    if card not in cards:
        raise ValueError(f"card {card} is not there")
    return tuple(other for other in cards if other != card)


# --- drawing cards -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Arrival:
    seat: int
    card: int
    draw: Draw | None  # None: it came from under the stack, where there is an order
    known_to: int | None = None  # who dropped it


def from_leader(state: State) -> Iterator[int]:
    """The seats, clockwise from the leader on."""
    count = len(state.players)
    return ((state.leader + step) % count for step in range(count))


def _arrivals(state: State, event: HandsFilled) -> Iterator[_Arrival]:
    stack, under = list(state.stack), list(state.under)
    for seat in from_leader(state):
        for card in event.cards[seat]:
            if stack:
                draw = Draw(len(stack), stack.index(card.number))
                del stack[draw.value]
                yield _Arrival(seat, card.number, draw)
            else:
                number, dropped_by = under.pop(0)
                if number != card.number:
                    raise ValueError(f"card {card.number} does not lie next under the stack")
                yield _Arrival(seat, number, None, dropped_by)


def _hands_filled(state: State, event: HandsFilled) -> State:
    arrived = list(_arrivals(state, event))
    drawn = {one.card for one in arrived}
    return replace(
        state,
        players=tuple(
            _with_cards(player, seat, [one for one in arrived if one.seat == seat])
            for seat, player in enumerate(state.players)
        ),
        stack=tuple(card for card in state.stack if card not in drawn),
        under=state.under[sum(one.draw is None for one in arrived) :],
    )


def _with_cards(player: Player, seat: int, arrived: Sequence[_Arrival]) -> Player:
    if not arrived:
        return player
    told = [(one.card, one.known_to) for one in arrived if one.known_to is not None and one.known_to != seat]
    return replace(player, hand=(*player.hand, *(one.card for one in arrived)), known=(*player.known, *told))


def _stack_renewed(state: State, event: StackRenewed) -> State:
    if event.stack == "sprint":
        return replace(state, stack=state.discards, discards=())
    return replace(state, actions=state.spent, spent=())


# --- a sprint ------------------------------------------------------------------------------------------------------


def _sprint_began(state: State, event: SprintBegan) -> State:
    spent = state.spent if state.action is None else (*state.spent, state.action)
    return replace(state, sprint=event.number, leader=event.leader, action=None, spent=spent)


def _action_turned(state: State, event: ActionTurned) -> State:
    leader = replace(state.players[event.seat], backlog=event.backlog)
    return replace(
        state,
        players=_with_player(state, event.seat, leader),
        actions=_without(state.actions, event.card.number),
        action=event.card.number,
    )


def _turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, phase=Turn(event.seat))


def _after_play(state: State, kind: Kind) -> Turn:
    turn = state.phase
    if not isinstance(turn, Turn) or len(turn.played) >= PLAYS:
        raise ValueError("a card is played in a turn")
    return replace(turn, played=(*turn.played, kind))


def _given_away(player: Player, card: int) -> Player:
    known = tuple(entry for entry in player.known if entry[0] != card) if player.known else ()
    return replace(player, hand=_without(player.hand, card), known=known)


def _played(state: State, event: Played) -> State:
    number = event.card.number
    phase = _after_play(state, "own" if event.seat == event.target else "other")
    players = list(state.players)
    players[event.seat] = _given_away(players[event.seat], number)
    target = players[event.target]
    players[event.target] = replace(target, game=(*target.game, Laid(number)))
    return replace(state, players=tuple(players), phase=phase)


def _dropped(state: State, event: Dropped) -> State:
    phase = _after_play(state, "drop")
    # whoever knew a card of this hand can no longer say whether it is still in there
    player = replace(_given_away(state.players[event.seat], event.card.number), known=())
    under = (*state.under, (event.card.number, event.seat))
    return replace(state, players=_with_player(state, event.seat, player), under=under, phase=phase)


def _countered(state: State, event: Countered) -> State:
    players = list(state.players)
    players[event.seat] = _given_away(players[event.seat], event.shield.number)
    target = players[event.target]
    kept = tuple(laid for laid in target.game if laid.card != event.card.number)
    if len(kept) == len(target.game):
        raise ValueError(f"card {event.card.number} does not lie there")
    players[event.target] = replace(target, game=kept)
    # what has changed may change minds: in the closing window everybody is asked again
    phase = Window() if isinstance(state.phase, Window) else state.phase
    discards = (*state.discards, event.shield.number, event.card.number)
    return replace(state, players=tuple(players), discards=discards, phase=phase)


def _took_over(state: State, event: TookOver) -> State:
    turn = state.phase
    assert isinstance(turn, Turn)
    players = list(state.players)
    giver, taker = players[event.target], players[event.seat]
    left = giver.backlog - event.count
    # the giver parts with items of their own first; a penalty goes only where nothing else is left
    players[event.target] = replace(giver, backlog=left, taken=min(giver.taken, left))
    players[event.seat] = replace(taker, backlog=taker.backlog + event.count, taken=taker.taken + event.count)
    return replace(state, players=tuple(players), phase=replace(turn, took=True))


def _window_opened(state: State, _: WindowOpened) -> State:
    return replace(state, phase=Window())


def _said_ready(state: State, event: SaidReady) -> State:
    assert isinstance(state.phase, Window)
    return replace(state, phase=Window((*state.phase.ready, event.seat)))


def _sprint_ended(state: State, event: SprintEnded) -> State:
    gone = set(event.gone)
    players = tuple(
        replace(
            player,
            game=_older(player.game, gone),
            backlog=event.backlogs[seat],
            taken=max(0, player.taken - event.done[seat]),
            velocities=(*player.velocities, event.velocities[seat]),
            backlogs=(*player.backlogs, event.backlogs[seat]),
        )
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, discards=(*state.discards, *event.gone))


def _older(game: Iterable[Laid], gone: set[int]) -> tuple[Laid, ...]:
    return tuple(Laid(laid.card, laid.age + 1) for laid in game if laid.card not in gone)


def _finished(state: State, event: Finished) -> State:
    return replace(state, phase=Over(event.winners))


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    HandsFilled: _hands_filled,
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
