"""Folding events into the state: `evolve` and `draws` of the contract. No rules and no chance.

`evolve` folds turns and moves, the bulk of every game, and hands the rest on to votes, cards and work in turn. Each of
them returns or hands on; the last one has nothing left (`assert_never`), so mypy reports an event that nobody folds.
Comparing `kind` keeps folding as fast as a dictionary of functions, which mypy could not check.
"""

from typing import assert_never

from games.chance import Draw, dice_draws
from games.sprint.cards import DECKS, Deck
from games.sprint.model import (
    MOVEMENT,
    PROGRESS,
    Ballot,
    CardDrawn,
    CardEvent,
    Discussion,
    DiscussionClosed,
    Event,
    Fork,
    Freed,
    Moved,
    Over,
    Player,
    Reported,
    Rolled,
    Started,
    State,
    ToolAccepted,
    ToolRefused,
    Turn,
    Voted,
    VoteEvent,
    WorkEvent,
)
from games.values import replace

_NEW_TURN = Turn()  # immutable, so every turn can start with the same one


def evolve(state: State | None, event: Event) -> State:
    if event.kind == "started":
        return _started(event)
    if state is None:
        raise ValueError(f"a game begins with Started, not with {event.kind}")
    match event.kind:
        case "turn_began":
            return _turn_began(state, event.seat)
        case "rolled":
            return _rolled(state, event)
        case "moved":
            return _moved(state, event)
        case "fork_reached":
            return replace(state, phase=Fork(event.landings, event.may_stay))
        case "stayed":
            return replace(state, phase=_NEW_TURN)
        case "turn_passed":
            return replace(state, latest=())
        case "finished":
            return replace(state, phase=Over(event.won, event.reason))
        case _:
            return _fold_vote(state, event)


def draws(state: State | None, event: Event) -> tuple[Draw, ...]:
    if isinstance(event, Rolled):
        return dice_draws(event.dice, purpose=MOVEMENT)
    if isinstance(event, Reported):
        return dice_draws(event.dice, purpose=PROGRESS)
    if isinstance(event, CardDrawn):
        assert state is not None
        deck = state.decks[event.deck]
        return (Draw(len(deck), deck.index(event.card), event.deck),)
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
        helpful=event.helpful,
        votes=event.votes,
    )


def _with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


# --- turns and moves -------------------------------------------------------------------------------------------------


def _turn_began(state: State, seat: int) -> State:
    state = replace(state, turn=seat, phase=_NEW_TURN)
    if len(state.mornings) > state.day:
        return state
    return replace(state, mornings=(*state.mornings, replace(state, mornings=())))


def _rolled(state: State, event: Rolled) -> State:
    player = state.players[event.seat]
    players = _with_player(state, event.seat, replace(player, turns=player.turns + 1))
    return replace(state, players=players, latest=(event,))


def _moved(state: State, event: Moved) -> State:
    player = state.players[event.seat]
    # when a card sends a piece on, the jump extends the trace of the same move
    trace = (player.space, *event.path) if event.path else (*state.trace, event.space)
    moved = replace(player, space=event.space, circled=event.circled, sent=event.sent)
    return replace(state, players=_with_player(state, event.seat, moved), phase=_NEW_TURN, trace=trace)


# --- votes -----------------------------------------------------------------------------------------------------------


def _fold_vote(state: State, event: VoteEvent | CardEvent | WorkEvent) -> State:
    match event.kind:
        case "voted":
            return _voted(state, event)
        case "tool_offered":
            refused = state.phase.refused if isinstance(state.phase, Turn) else ()
            return replace(state, phase=Ballot(event.card, event.target, event.reason, {}, refused), latest=())
        case "tool_accepted":
            return _tool_accepted(state, event)
        case "tool_refused":
            return _tool_refused(state, event)
        case "discussion_opened":
            return replace(state, phase=Discussion(event.card, event.number, {}), discussions=event.number)
        case "discussion_closed":
            return _discussion_closed(state, event)
        case _:
            return _fold_card(state, event)


def _voted(state: State, event: Voted) -> State:
    assert isinstance(state.phase, Ballot | Discussion)
    return replace(state, phase=replace(state.phase, votes={**state.phase.votes, event.seat: event.yes}))


def _tool_accepted(state: State, event: ToolAccepted) -> State:
    player = state.players[event.seat]
    players = _with_player(
        state, event.seat, replace(player, tools=tuple(tool for tool in player.tools if tool != event.card))
    )
    return replace(
        state,
        players=players,
        hours=state.hours - event.burned,
        discards=_discarded(state, "tools", event.card),
        phase=_NEW_TURN,
        votes=replace(state.votes, tools=state.votes.tools + 1, accepted=state.votes.accepted + 1),
    )


def _tool_refused(state: State, event: ToolRefused) -> State:
    assert isinstance(state.phase, Ballot)
    phase = Turn((*state.phase.refused, (event.card, event.target)))
    return replace(state, phase=phase, votes=replace(state.votes, tools=state.votes.tools + 1))


def _discussion_closed(state: State, event: DiscussionClosed) -> State:
    votes = state.votes
    agreed = votes.agreed + (not event.no and not event.missing)
    return replace(state, phase=_NEW_TURN, votes=replace(votes, discussions=votes.discussions + 1, agreed=agreed))


# --- cards -----------------------------------------------------------------------------------------------------------


def _fold_card(state: State, event: CardEvent | WorkEvent) -> State:
    match event.kind:
        case "card_drawn":
            return _card_drawn(state, event)
        case "freed":
            return _freed(state, event)
        case "deck_renewed":
            decks = {**state.decks, event.deck: state.discards[event.deck]}
            return replace(state, decks=decks, discards={**state.discards, event.deck: ()})
        case "deck_was_empty":
            return state
        case _:
            return _fold_work(state, event)


def _card_drawn(state: State, event: CardDrawn) -> State:
    decks = {**state.decks, event.deck: tuple(card for card in state.decks[event.deck] if card != event.card)}
    state = replace(state, decks=decks, latest=(*state.latest, event))
    player = state.players[event.seat]
    if event.deck == "opportunities":
        return replace(state, discards=_discarded(state, event.deck, event.card))
    if event.deck == "tools":
        player = replace(player, tools=(*player.tools, event.card))
    else:
        player = replace(player, impediment=event.card)
    return replace(state, players=_with_player(state, event.seat, player))


def _freed(state: State, event: Freed) -> State:
    players = _with_player(state, event.seat, replace(state.players[event.seat], impediment=None))
    latest = state.latest if event.by == "work_done" else (*state.latest, event)
    return replace(state, players=players, discards=_discarded(state, "impediments", event.card), latest=latest)


def _discarded(state: State, deck: Deck, card: str) -> dict[Deck, tuple[str, ...]]:
    return {**state.discards, deck: (*state.discards[deck], card)}


# --- hours, days and dice --------------------------------------------------------------------------------------------


def _fold_work(state: State, event: WorkEvent) -> State:
    match event.kind:
        case "reported":
            return replace(state, hours=event.hours, latest=(*state.latest, event))
        case "day_ended":
            return replace(state, day=event.day, hours=event.hours, burndown=(*state.burndown, event.hours))
        case "die_taken":
            return replace(state, dice=event.dice)
        case "plan_changed":
            # other players may already have burned hours: the planned line starts at the plan, not at what is left
            return replace(state, hours=event.hours, planned=max(0, state.planned + event.amount))
        case _:
            assert_never(event)
