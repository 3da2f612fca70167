"""Folding events into the state: what `evolve` and `draws` of the contract do. No rules and no chance in here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.chance import Draw, dice_draws
from games.sprint.cards import DECKS
from games.sprint.model import (
    Ballot,
    CardDrawn,
    DayEnded,
    DeckRenewed,
    DeckWasEmpty,
    DieTaken,
    Discussion,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    Fork,
    ForkReached,
    Freed,
    Moved,
    Over,
    PlanChanged,
    Player,
    Reported,
    Rolled,
    Started,
    State,
    Stayed,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    Turn,
    TurnBegan,
    TurnPassed,
    Voted,
)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a game begins with Started, not with {event.kind}")
    return _FOLDS[type(event)](state, event)


def draws(state: State | None, event: Event) -> tuple[Draw, ...]:
    if isinstance(event, Rolled | Reported):
        return dice_draws(event.dice)
    if isinstance(event, CardDrawn):
        assert state is not None
        deck = state.decks[event.deck]
        return (Draw(len(deck), deck.index(event.card)),)
    return ()


def _started(event: Started) -> State:
    return State(
        board=event.board,
        days=event.days,
        minutes=event.minutes,
        costly=event.costly,
        players=(Player(),) * event.seats,
        hours=event.hours,
        planned=event.hours,
        turn=0,
        phase=Turn(),
        decks=event.decks,
        discards=dict.fromkeys(DECKS, ()),
        opening=event.hours,
    )


def _with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, turn=event.seat, phase=Turn())


def _rolled(state: State, event: Rolled) -> State:
    player = state.players[event.seat]
    return replace(state, players=_with_player(state, event.seat, replace(player, turns=player.turns + 1)))


def _freed(state: State, event: Freed) -> State:
    player = replace(state.players[event.seat], impediment=None)
    discards = {**state.discards, "impediments": (*state.discards["impediments"], event.card)}
    return replace(state, players=_with_player(state, event.seat, player), discards=discards)


def _fork_reached(state: State, event: ForkReached) -> State:
    return replace(state, phase=Fork(event.landings, event.may_stay))


def _stayed(state: State, _: Stayed) -> State:
    return replace(state, phase=Turn())


def _moved(state: State, event: Moved) -> State:
    player = state.players[event.seat]
    # a card that sends a piece adds its jump to the trace of the same move
    trace = (player.space, *event.path) if event.path else (*state.trace, event.space)
    moved = replace(player, space=event.space, circled=event.circled, sent=event.sent)
    return replace(state, players=_with_player(state, event.seat, moved), phase=Turn(), trace=trace)


def _plan_changed(state: State, event: PlanChanged) -> State:
    # others may have burned hours down already: the planned line starts at what was planned, not at what is left
    return replace(state, hours=event.hours, planned=max(0, state.planned + event.amount))


def _die_taken(state: State, event: DieTaken) -> State:
    return replace(state, dice=event.dice)


def _card_drawn(state: State, event: CardDrawn) -> State:
    decks = {**state.decks, event.deck: tuple(card for card in state.decks[event.deck] if card != event.card)}
    player = state.players[event.seat]
    if event.deck == "opportunities":
        discards = {**state.discards, event.deck: (*state.discards[event.deck], event.card)}
        return replace(state, decks=decks, discards=discards)
    if event.deck == "tools":
        player = replace(player, tools=(*player.tools, event.card))
    else:
        player = replace(player, impediment=event.card)
    return replace(state, decks=decks, players=_with_player(state, event.seat, player))


def _deck_renewed(state: State, event: DeckRenewed) -> State:
    return replace(
        state,
        decks={**state.decks, event.deck: state.discards[event.deck]},
        discards={**state.discards, event.deck: ()},
    )


def _day_ended(state: State, event: DayEnded) -> State:
    return replace(state, day=event.day, hours=event.hours, burndown=(*state.burndown, event.hours))


def _reported(state: State, event: Reported) -> State:
    return replace(state, hours=event.hours)


def _tool_offered(state: State, event: ToolOffered) -> State:
    refused = state.phase.refused if isinstance(state.phase, Turn) else ()
    return replace(state, phase=Ballot(event.card, event.target, event.reason, {}, refused))


def _voted(state: State, event: Voted) -> State:
    assert isinstance(state.phase, Ballot | Discussion)
    return replace(state, phase=replace(state.phase, votes={**state.phase.votes, event.seat: event.yes}))


def _tool_accepted(state: State, event: ToolAccepted) -> State:
    player = state.players[event.seat]
    player = replace(player, tools=tuple(card for card in player.tools if card != event.card))
    discards = {**state.discards, "tools": (*state.discards["tools"], event.card)}
    return replace(state, players=_with_player(state, event.seat, player), discards=discards, phase=Turn())


def _tool_refused(state: State, event: ToolRefused) -> State:
    assert isinstance(state.phase, Ballot)
    return replace(state, phase=Turn((*state.phase.refused, (event.card, event.target))))


def _discussion_opened(state: State, event: DiscussionOpened) -> State:
    return replace(state, phase=Discussion(event.card, event.number, {}), discussions=event.number)


def _discussion_closed(state: State, _: DiscussionClosed) -> State:
    return replace(state, phase=Turn())


def _unchanged(state: State, _: Event) -> State:
    return state


def _finished(state: State, event: Finished) -> State:
    return replace(state, phase=Over(event.won, event.reason))


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    TurnBegan: _turn_began,
    Rolled: _rolled,
    Freed: _freed,
    ForkReached: _fork_reached,
    Stayed: _stayed,
    Moved: _moved,
    PlanChanged: _plan_changed,
    DieTaken: _die_taken,
    CardDrawn: _card_drawn,
    DeckRenewed: _deck_renewed,
    DeckWasEmpty: _unchanged,
    DayEnded: _day_ended,
    Reported: _reported,
    ToolOffered: _tool_offered,
    Voted: _voted,
    ToolAccepted: _tool_accepted,
    ToolRefused: _tool_refused,
    DiscussionOpened: _discussion_opened,
    DiscussionClosed: _discussion_closed,
    TurnPassed: _unchanged,
    Finished: _finished,
}
