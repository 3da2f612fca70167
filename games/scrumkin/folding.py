"""Folding events into the state: `evolve` and `randomness` of the contract. No rules and no chance.

`evolve` folds turns, the bulk of every game, and hands the rest on to sprints. That ends in `assert_never`, so mypy
reports an event that nobody folds. Comparing `kind` keeps folding as fast as a dictionary of functions, which mypy
could not check.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from games import contract
from games.chance import CARDS, Chance, Draw
from games.scrumkin.model import (
    ACTIONS,
    HAND,
    LEADER,
    PLAYS,
    TRACK,
    WORST,
    ActionTurned,
    BugFixed,
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
    Window,
    WindowOpened,
    burdens,
    velocity,
    worst_card,
)
from games.values import replace, value


def evolve(state: State | None, event: Event) -> State:
    if event.kind == "started":
        return _started(event)
    if state is None:
        raise ValueError(f"a game begins with Started, not with {event.kind}")
    match event.kind:
        case "turn_began":
            return replace(state, phase=Turn(event.seat))
        case "played":
            return _played(state, event)
        case "dropped":
            return _dropped(state, event)
        case "bug_fixed":
            return _bug_fixed(state, event)
        case "countered":
            return _countered(state, event)
        case "took_over":
            return _took_over(state, event)
        case "finished":
            return replace(state, phase=Over(event.winners))
        case _:
            return _fold_sprint(state, event)


def randomness(state: State | None, event: Event) -> tuple[Draw, ...]:
    match event:
        case Started():
            return (Draw(event.seats, event.leader, LEADER),)
        case HandsFilled():
            assert state is not None
            return tuple(each.draw for each in _drawn_cards(state, event) if each.draw is not None)
        case ActionTurned():
            assert state is not None
            return (Draw(len(state.actions), state.actions.index(event.card.number), ACTIONS),)
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
        limit=event.limit,
        drops=event.drops,
        attacks=event.attacks,
        retro=event.retro,
        known=event.known,
        hints=not event.unadvised,
    )


def _with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    if card not in cards:
        raise ValueError(f"card {card} is not there")
    return tuple(other for other in cards if other != card)


# --- drawing cards ---------------------------------------------------------------------------------------------------


@value
class _DrawnCard:
    seat: int
    card: int
    draw: Draw | None  # None: from under the stack, where the order is fixed
    known_to: int | None = None  # the seat that dropped it


def from_leader(state: State) -> Iterator[int]:
    """The seats, clockwise, starting with the leader."""
    count = len(state.players)
    return ((state.leader + step) % count for step in range(count))


def _drawn_cards(state: State, event: HandsFilled) -> Iterator[_DrawnCard]:
    stack, under = list(state.stack), list(state.under)
    for seat in from_leader(state):
        for card in event.cards[seat]:
            if stack:
                draw = Draw(len(stack), stack.index(card.number), CARDS)
                del stack[draw.value]
                yield _DrawnCard(seat, card.number, draw)
            else:
                number, dropped_by = under.pop(0)
                if number != card.number:
                    raise ValueError(f"card {card.number} is not the next one under the stack")
                yield _DrawnCard(seat, number, None, dropped_by)


def _hands_filled(state: State, event: HandsFilled) -> State:
    drawn = list(_drawn_cards(state, event))
    numbers = {each.card for each in drawn}
    return replace(
        state,
        players=tuple(
            _with_cards(player, seat, [each for each in drawn if each.seat == seat])
            for seat, player in enumerate(state.players)
        ),
        stack=tuple(card for card in state.stack if card not in numbers),
        under=state.under[sum(each.draw is None for each in drawn) :],
    )


def _with_cards(player: Player, seat: int, drawn: Sequence[_DrawnCard]) -> Player:
    if not drawn:
        return player
    known = [(each.card, each.known_to) for each in drawn if each.known_to is not None and each.known_to != seat]
    return replace(player, hand=(*player.hand, *(each.card for each in drawn)), known=(*player.known, *known))


def _stack_renewed(state: State, event: StackRenewed) -> State:
    if event.stack == "sprint":
        return replace(state, stack=state.discards, discards=())
    return replace(state, actions=state.spent, spent=())


# --- a sprint --------------------------------------------------------------------------------------------------------


def _fold_sprint(state: State, event: SprintEvent) -> State:
    match event.kind:
        case "said_ready":
            return _said_ready(state, event)
        case "hands_filled":
            return _hands_filled(state, event)
        case "sprint_began":
            return _sprint_began(state, event)
        case "action_turned":
            return _action_turned(state, event)
        case "window_opened":
            return replace(state, phase=Window())
        case "sprint_ended":
            return _sprint_ended(state, event)
        case "stack_renewed":
            return _stack_renewed(state, event)
        case "put_away":
            return _put_away(state, event)
        case _:
            assert_never(event)


def _sprint_began(state: State, event: SprintBegan) -> State:
    spent = state.spent if state.action is None else (*state.spent, state.action)
    return replace(state, sprint=event.number, leader=event.leader, action=None, spent=spent, attacked=())


def _action_turned(state: State, event: ActionTurned) -> State:
    before = state.players[event.seat]
    leader = replace(before, backlog=event.backlog)
    return replace(
        state,
        bugs=event.backlog - before.backlog,  # those beyond the end of the track don't count
        players=_with_player(state, event.seat, leader),
        actions=_without(state.actions, event.card.number),
        action=event.card.number,
    )


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


def _put_away(state: State, event: PutAway) -> State:
    player = state.players[event.seat]
    kept = tuple(laid for laid in player.game if laid.card != event.card.number)
    players = _with_player(state, event.seat, replace(player, game=kept))
    return replace(state, players=players, discards=(*state.discards, event.card.number))


def _older(game: Iterable[Laid], gone: set[int]) -> tuple[Laid, ...]:
    return tuple(Laid(laid.card, laid.age + 1) for laid in game if laid.card not in gone)


# --- a turn ----------------------------------------------------------------------------------------------------------


def _after_play(state: State, kind: Kind) -> Turn:
    turn = state.phase
    if not isinstance(turn, Turn) or len(turn.played) >= PLAYS:
        raise ValueError("a card can only be played during a turn")
    return replace(turn, played=(*turn.played, kind))


def _without_card(player: Player, card: int) -> Player:
    known = tuple(entry for entry in player.known if entry[0] != card) if player.known else ()
    return replace(player, hand=_without(player.hand, card), known=known)


def _played(state: State, event: Played) -> State:
    number = event.card.number
    phase = _after_play(state, "own" if event.seat == event.target else "other")
    players = list(state.players)
    players[event.seat] = _without_card(players[event.seat], number)
    target = players[event.target]
    players[event.target] = replace(target, game=(*target.game, Laid(number)))
    state = replace(state, players=tuple(players), phase=phase)
    if state.attacks == "one" and event.seat != event.target:
        return replace(state, attacked=(*state.attacked, event.target))
    return state


def _dropped(state: State, event: Dropped) -> State:
    phase = _after_play(state, "drop")
    # a seat that knew a card in this hand can no longer tell whether it is still there
    player = replace(_without_card(state.players[event.seat], event.card.number), known=())
    under = (*state.under, (event.card.number, event.seat))
    return replace(state, players=_with_player(state, event.seat, player), under=under, phase=phase)


def _bug_fixed(state: State, event: BugFixed) -> State:
    before = state.players[event.leader]
    leader = replace(before, backlog=event.backlog, taken=min(before.taken, event.backlog))
    return replace(state, players=_with_player(state, event.leader, leader), bugs=state.bugs - 1)


def _countered(state: State, event: Countered) -> State:
    players = list(state.players)
    players[event.seat] = _without_card(players[event.seat], event.shield.number)
    target = players[event.target]
    kept = tuple(laid for laid in target.game if laid.card != event.card.number)
    if len(kept) == len(target.game):
        raise ValueError(f"card {event.card.number} is not in that game")
    players[event.target] = replace(target, game=kept)
    # a shield may change minds: in the closing window everybody is asked again
    phase = Window() if isinstance(state.phase, Window) else state.phase
    discards = (*state.discards, event.shield.number, event.card.number)
    return replace(state, players=tuple(players), discards=discards, phase=phase)


def _took_over(state: State, event: TookOver) -> State:
    turn = state.phase
    assert isinstance(turn, Turn)
    players = list(state.players)
    giver, taker = players[event.target], players[event.seat]
    left = giver.backlog - event.count
    # a player's own items go first; taken-over items, with their penalty, only when nothing else is left
    players[event.target] = replace(giver, backlog=left, taken=min(giver.taken, left))
    players[event.seat] = replace(taker, backlog=taker.backlog + event.count, taken=taker.taken + event.count)
    return replace(state, players=tuple(players), phase=replace(turn, took=True))


# --- recording -------------------------------------------------------------------------------------------------------


class Recorder(contract.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


# --- drawing cards ---------------------------------------------------------------------------------------------------


def fill_hands(recorder: Recorder, needs: Mapping[int, int]) -> None:
    """Draw the cards that each seat needs, starting with the leader: from the stack, then from under it.

    When both are empty the discarded cards are reshuffled; if there are none, players go on with what they have.
    """
    stack, under = list(recorder.state.stack), list(recorder.state.under)
    batch: dict[int, list[int]] = {}
    for seat in from_leader(recorder.state):
        for _ in range(needs.get(seat, 0)):
            if not stack and not under:
                batch = _hand_out(recorder, batch)
                if not recorder.state.discards:
                    return
                recorder.record(StackRenewed("sprint"))
                stack = list(recorder.state.stack)
            card = stack.pop(recorder.chance.below(len(stack), CARDS)) if stack else under.pop(0)[0]
            batch.setdefault(seat, []).append(card)
    _hand_out(recorder, batch)


def _hand_out(recorder: Recorder, batch: dict[int, list[int]]) -> dict[int, list[int]]:
    state = recorder.state
    if batch:
        seats = range(len(state.players))
        recorder.record(HandsFilled(tuple(tuple(map(state.card, batch.get(seat, ()))) for seat in seats)))
    return {}


# --- a sprint --------------------------------------------------------------------------------------------------------


def begin_sprint(recorder: Recorder, number: int, leader: int) -> None:
    """Start a sprint: the leader turns an action card, a booster for everybody or bugs for the leader."""
    recorder.record(SprintBegan(number, leader))
    if not recorder.state.actions:
        recorder.record(StackRenewed("action"))
    state = recorder.state
    card = state.deck.action_card(recorder.chance.choice(state.actions, ACTIONS))
    recorder.record(ActionTurned(leader, card, min(TRACK, state.players[leader].backlog + card.bugs)))
    _begin_turn(recorder, leader)


def _begin_turn(recorder: Recorder, seat: int) -> None:
    recorder.record(TurnBegan(seat))
    continue_turn(recorder, seat)


def continue_turn(recorder: Recorder, seat: int) -> None:
    """Draw cards if the turn's remaining plays need them, or end the turn when no play is left."""
    turn = recorder.state.phase
    assert isinstance(turn, Turn)
    plays = PLAYS - len(turn.played)
    held = len(recorder.state.players[seat].hand)
    if held < plays:
        fill_hands(recorder, {seat: plays - held})
    if plays and recorder.state.players[seat].hand:
        return
    following = (seat + 1) % len(recorder.state.players)
    if following == recorder.state.leader:
        recorder.record(WindowOpened(recorder.state.seconds))
    else:
        _begin_turn(recorder, following)


def end_sprint(recorder: Recorder) -> None:
    """Compute velocities and backlogs and age the cards; then end the game, or refill hands and start a sprint."""
    ended, finished = outcome(recorder.state)
    recorder.record(ended)
    state = recorder.state
    if finished is not None:
        return recorder.record(finished)
    if state.retro == "on":
        _look_back(recorder, ended)
    fill_hands(recorder, {seat: max(0, HAND - len(player.hand)) for seat, player in enumerate(state.players)})
    return begin_sprint(recorder, state.sprint + 1, (state.leader + 1) % len(state.players))


def outcome(state: State) -> tuple[SprintEnded, Finished | None]:
    """The end of a sprint in which everybody has played, and of the game, if this is its last."""
    ended = _burndown(state)
    return ended, _finish(state, ended)


def _look_back(recorder: Recorder, ended: SprintEnded) -> None:
    """Let everybody who got nothing done put the worst card of their game away."""
    for seat, speed in enumerate(ended.velocities):
        worst = worst_card(recorder.state, seat) if speed <= 0 else None
        if worst is not None:
            recorder.record(PutAway(seat, recorder.state.card(worst)))


def _burndown(state: State) -> SprintEnded:
    speeds = [velocity(state, seat) for seat in range(len(state.players))]
    done = [max(0, min(speed, player.backlog)) for speed, player in zip(speeds, state.players, strict=True)]
    bugs = [-speed if state.collaborative and speed < WORST else 0 for speed in speeds]
    backlogs = [
        min(TRACK, player.backlog - less + more) for player, less, more in zip(state.players, done, bugs, strict=True)
    ]
    gone = [
        laid.card for player in state.players for laid in player.game if not state.effect(laid.card).stays(laid.age + 1)
    ]
    return SprintEnded(state.sprint, tuple(speeds), tuple(done), tuple(bugs), tuple(backlogs), tuple(gone))


def _finish(state: State, ended: SprintEnded) -> Finished | None:
    """The end of the game if this sprint was the last; `state` still has the cards that counted in it."""
    seats = range(len(state.players))
    left = sum(ended.backlogs)
    last = state.sprint == state.limit
    if state.collaborative:
        if left and not last:
            return None
        return Finished(state.mode, () if left else tuple(seats), state.sprint, left)
    least = min(ended.backlogs)
    if least and not last:
        return None
    first = [seat for seat in seats if ended.backlogs[seat] == least]
    return Finished(state.mode, winners(state, first, ended.velocities), state.sprint, left, unfinished=least > 0)


def winners(state: State, first: list[int], speeds: tuple[int, ...]) -> tuple[int, ...]:
    """Among players tied in the last sprint, the fastest wins, then those with the fewest burdens.

    With `attacks=one`, whoever was done first comes before that: the smallest backlog for their velocity.
    """

    def rank(seat: int) -> tuple[Fraction, int, int]:
        done = speeds[seat] >= state.players[seat].backlog
        first = Fraction(state.players[seat].backlog, speeds[seat]) if state.attacks == "one" and done else Fraction(0)
        return first, -speeds[seat], burdens(state, seat)

    best = min(map(rank, first))
    return tuple(seat for seat in first if rank(seat) == best)
