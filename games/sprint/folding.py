"""Folding events into the state: `evolve` and `randomness` of the contract. No rules and no chance.

`evolve` folds turns and moves, the bulk of every game, and hands the rest on to votes, cards and work in turn. Each of
them returns or hands on; the last one has nothing left (`assert_never`), so mypy reports an event that nobody folds.
Comparing `kind` keeps folding as fast as a dictionary of functions, which mypy could not check.
"""

from typing import assert_never

from games import contract
from games.chance import Chance, Draw, dice_draws
from games.sprint.board import DECKS, REVIEW, Board, Deck, Space, card, load_board
from games.sprint.model import (
    MOVEMENT,
    PROGRESS,
    SCRUM,
    Ballot,
    CardDrawn,
    CardEvent,
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
    Freed,
    Moved,
    Over,
    PlanChanged,
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


def randomness(state: State | None, event: Event) -> tuple[Draw, ...]:
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


# --- landing ---------------------------------------------------------------------------------------------------------

MAX_DICE = 10
COST_OF_IMPEDIMENT = 5  # hours per day and impeded player, with impediments=costly
WORTH_OF_TOOL = 10  # hours that an accepted tool burns, with tools=helpful


class Recorder(contract.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)

    @property
    def board(self) -> Board:
        return load_board(self.state.board)

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, Over)


def progress(dice: tuple[int, ...]) -> int:
    """The hours that progress dice are worth: each scrum doubles the largest number not doubled yet."""
    numbers = sorted((face for face in dice if face != SCRUM), reverse=True)
    return sum(numbers) + sum(numbers[: dice.count(SCRUM)])


def land(recorder: Recorder, seat: int, space: Space) -> None:
    """Apply the effect of a space; once all the work is done, only End of Day and Sprint Review have one."""
    match space.kind:
        case "day":
            _end_day(recorder)
        case "review":
            review(recorder)
        case _ if recorder.state.hours == 0:
            pass
        case "hours":
            hours = max(0, recorder.state.hours + space.amount)
            recorder.record(PlanChanged(seat, space.amount, hours))
            free_everybody_when_done(recorder)
        case "die":
            take_die(recorder)
        case "report":
            report(recorder, seat, space.amount)
        case "tool":
            _draw_card(recorder, seat, "tools")
        case "impediment":
            _draw_card(recorder, seat, "impediments")
        case "opportunity":
            _opportunity(recorder, seat)


def _end_day(recorder: Recorder) -> None:
    state = recorder.state
    impeded = sum(player.impediment is not None for player in state.players)
    added = impeded * COST_OF_IMPEDIMENT if state.costly else 0
    recorder.record(DayEnded(state.day + 1, state.days, state.hours + added, added))
    if recorder.state.day >= state.days:
        recorder.record(Finished(won=False, reason="days", hours=recorder.state.hours, day=recorder.state.day))


def review(recorder: Recorder) -> None:
    state = recorder.state
    if all(player.space == REVIEW for player in state.players):
        won = state.hours == 0
        recorder.record(Finished(won, "review" if won else "unfinished", state.hours, state.day))


def report(recorder: Recorder, seat: int, times: int) -> None:
    dice = recorder.chance.dice(recorder.state.dice, purpose=PROGRESS)
    amount = progress(dice) * abs(times)
    hours = recorder.state.hours + amount if times < 0 else max(0, recorder.state.hours - amount)
    recorder.record(Reported(seat, dice, times, amount, hours))
    free_everybody_when_done(recorder)


def free_everybody_when_done(recorder: Recorder) -> None:
    if recorder.state.hours == 0:
        for seat, player in enumerate(recorder.state.players):
            if player.impediment is not None:
                recorder.record(Freed(seat, player.impediment, "work_done"))


def take_die(recorder: Recorder) -> None:
    if recorder.state.dice < MAX_DICE:
        recorder.record(DieTaken(recorder.state.dice + 1))


def _draw_card(recorder: Recorder, seat: int, deck: Deck) -> str | None:
    """Draw a random card from what is left of a deck, which is the same as drawing the top of a shuffled one."""
    state = recorder.state
    if not state.decks[deck] and state.discards[deck] and deck != "opportunities":
        recorder.record(DeckRenewed(deck))
    left = recorder.state.decks[deck]
    if not left:
        recorder.record(DeckWasEmpty(seat, deck))
        return None
    drawn = recorder.chance.choice(left, deck)
    recorder.record(CardDrawn(seat, deck, drawn))
    return drawn


def _opportunity(recorder: Recorder, seat: int) -> None:
    drawn = _draw_card(recorder, seat, "opportunities")
    if drawn is None:
        return
    match card(drawn).action:
        case "discuss":
            recorder.record(DiscussionOpened(drawn, recorder.state.discussions + 1, recorder.state.minutes))
        case "daily_scrum":
            send(recorder, seat, recorder.board.daily_scrum, sent=True)
        case "end_of_day":
            send(recorder, seat, recorder.board.end_of_day, sent=False)


def send(recorder: Recorder, seat: int, space: str, *, sent: bool) -> None:
    recorder.record(Moved(seat, space, (), circled=False, sent=sent))
    land(recorder, seat, recorder.board.spaces[space])
