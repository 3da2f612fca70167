"""Folding events into the state: `evolve` and `randomness` of the contract. No rules and no chance.

`evolve` folds turns and moves, the bulk of every game, and hands the rest on to votes, cards, work and releases. Each
of them returns or hands on; the last one has nothing left (`assert_never`), so mypy reports an event that nobody folds.
Comparing `kind` keeps folding as fast as a dictionary of functions, which mypy could not check.
"""

from collections.abc import Iterator
from typing import assert_never

from games.chance import Draw, dice_draws
from games.sprint.board import DECKS, Deck, load_board
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
    Planning,
    Player,
    Reflecting,
    ReleaseEvent,
    Reported,
    Rolled,
    SprintPlanned,
    Started,
    State,
    ToolAccepted,
    ToolRefused,
    Turn,
    Voted,
    VoteEvent,
    WorkEvent,
)
from games.sprint.release import PastSprint, Release, Tally
from games.values import replace

FIRST_DICE = 3
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


def randomness(state: State | None, event: Event) -> tuple[Draw, ...]:
    if isinstance(event, Rolled):
        return dice_draws(event.dice, purpose=MOVEMENT)
    if isinstance(event, Reported):
        return dice_draws(event.dice, purpose=PROGRESS)
    if isinstance(event, CardDrawn):
        assert state is not None
        deck = state.decks[event.deck]
        return (Draw(len(deck), deck.index(event.card), event.deck),)
    if isinstance(event, SprintPlanned) and event.tools:
        assert state is not None
        assert state.release is not None
        return tuple(_dealt(state.release.decks["tools"], event.tools))
    return ()


def _dealt(deck: tuple[str, ...], cards: tuple[str, ...]) -> Iterator[Draw]:
    for card in cards:
        yield Draw(len(deck), deck.index(card), "tools")
        deck = without(deck, card)


def without(deck: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(each for each in deck if each != card)


def _started(event: Started) -> State:
    state = State(
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
        late=event.late,
        hints=not event.unadvised,
        known=event.known,
    )
    if not event.release:
        return state
    pieces = (Player(load_board(event.board).end_of_day),) * event.seats
    return replace(state, players=pieces, phase=Planning({}), release=Release(event.decks))


def _with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


# --- turns and moves -------------------------------------------------------------------------------------------------


def _turn_began(state: State, seat: int) -> State:
    state = replace(state, turn=seat, phase=_NEW_TURN)
    if state.release is None:
        seen = len(state.mornings) > state.day
    else:
        seen = any(_sprint_and_day(each) == _sprint_and_day(state) for each in state.mornings[-1:])
    if seen:
        return state
    return replace(state, mornings=(*state.mornings, replace(state, mornings=())))


def _sprint_and_day(state: State) -> tuple[int, int]:
    return len(state.release.past) if state.release else 0, state.day


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


def _fold_vote(state: State, event: VoteEvent | CardEvent | WorkEvent | ReleaseEvent) -> State:
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
    phase = replace(state.phase, votes={**state.phase.votes, event.seat: event.yes})
    if isinstance(phase, Ballot) and event.reason:
        phase = replace(phase, reasons=(*phase.reasons, event.reason))
    return replace(state, phase=phase)


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


def _fold_card(state: State, event: CardEvent | WorkEvent | ReleaseEvent) -> State:
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
    decks = {**state.decks, event.deck: without(state.decks[event.deck], event.card)}
    state = replace(state, decks=decks, latest=(*state.latest, event))
    player = state.players[event.seat]
    if event.deck == "opportunities":
        return replace(state, discards=_discarded(state, event.deck, event.card))
    if event.deck == "tools":
        player = replace(player, tools=(*player.tools, event.card))
    else:
        player = replace(player, impediment=event.card)
        state = _tallied(state, impediments=1)
    return replace(state, players=_with_player(state, event.seat, player))


def _freed(state: State, event: Freed) -> State:
    players = _with_player(state, event.seat, replace(state.players[event.seat], impediment=None))
    latest = state.latest if event.by == "work_done" else (*state.latest, event)
    return replace(state, players=players, discards=_discarded(state, "impediments", event.card), latest=latest)


def _discarded(state: State, deck: Deck, card: str) -> dict[Deck, tuple[str, ...]]:
    return {**state.discards, deck: (*state.discards[deck], card)}


# --- hours, days and dice --------------------------------------------------------------------------------------------


def _fold_work(state: State, event: WorkEvent | ReleaseEvent) -> State:
    match event.kind:
        case "reported":
            return _reported(state, event)
        case "day_ended":
            return replace(state, day=event.day, hours=event.hours, burndown=(*state.burndown, event.hours))
        case "die_taken":
            return replace(state, dice=event.dice)
        case "plan_changed":
            # other players may already have burned hours: the planned line starts at the plan, not at what is left
            return replace(state, hours=event.hours, planned=max(0, state.planned + event.amount))
        case _:
            return _fold_release(state, event)


def _reported(state: State, event: Reported) -> State:
    """In the picture, no more is burned than was left; the event says what the dice were worth."""
    if event.times < 0:
        state = _tallied(state, added=event.amount)
        return replace(state, hours=event.hours, latest=(*state.latest, event))
    state = _tallied(state, reports=event.times)
    burned = replace(event, amount=min(event.amount, state.hours))
    return replace(state, hours=event.hours, latest=(*state.latest, burned))


# --- a release -------------------------------------------------------------------------------------------------------


def _fold_release(state: State, event: ReleaseEvent) -> State:
    release = state.release
    assert release is not None
    match event.kind:
        case "voted_for":
            assert isinstance(state.phase, Planning | Reflecting)
            return replace(state, phase=replace(state.phase, votes={**state.phase.votes, event.seat: event.choice}))
        case "sprint_planned":
            return _sprint_planned(state, release, event)
        case "sprint_closed":
            past = PastSprint(event.forecast, event.delivered, event.left, event.day)
            release = replace(release, past=(*release.past, past))
            return replace(state, release=release, phase=_NEW_TURN if release.over else Reflecting({}), latest=())
        case "improvement_chosen":
            release = replace(release, improvements=(*release.improvements, event.improvement))
            return replace(state, release=release, phase=Planning({}))
        case _:
            assert_never(event)


def _sprint_planned(state: State, release: Release, event: SprintPlanned) -> State:
    """Pieces, dice and decks as at the start of every sprint; opportunities come up once a release."""
    start = load_board(state.board).end_of_day
    hands = event.tools or ("",) * len(state.players)
    tools = release.decks["tools"]
    for tool in event.tools:
        tools = without(tools, tool)
    return replace(
        state,
        players=tuple(Player(start, tools=(tool,) if tool else ()) for tool in hands),
        hours=event.forecast,
        planned=event.forecast,
        opening=event.forecast,
        day=0,
        dice=FIRST_DICE + ("die" in release.improvements),
        burndown=(),
        decks={**state.decks, "tools": tools, "impediments": release.decks["impediments"]},
        discards={**state.discards, "tools": (), "impediments": ()},
        trace=(),
        latest=(),
        phase=_NEW_TURN,
        release=replace(release, forecast=event.forecast, tally=Tally()),
    )


def _tallied(state: State, **more: int) -> State:
    release = state.release
    if release is None:
        return state
    tally = replace(release.tally, **{name: getattr(release.tally, name) + count for name, count in more.items()})
    return replace(state, release=replace(release, tally=tally))
