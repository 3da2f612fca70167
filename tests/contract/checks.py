"""What every game promises, one function a promise: `check(game, played)` raises AssertionError where it is broken.

They take the game apart from the playthrough so that a faulty game can be held against them, see test_faults.py.
"""

import pickle
from typing import Any

from games.api import AnyGame, IllegalMove, replay
from games.chance import Draw, number
from tests.contract.play import Playthrough, seats_with_moves

FEW = 12  # states of a game for a check that tries everything in each
MANY = 60
SOME = 100  # moves to be refused


# --- the course of a game ------------------------------------------------------------------------------------------


def check_ends(game: AnyGame, played: Playthrough) -> None:
    """Random play comes to a result, and after it nobody is waited for or may do anything."""
    last = played.last
    result = game.result(last)
    assert result is not None, "the game goes on for ever"
    assert set(result.winners) <= set(range(played.seats))
    assert seats_with_moves(game, last, played.seats) == []
    assert game.awaits(last) == ()
    assert game.deadline(last) is None


def check_somebody_is_awaited(game: AnyGame, played: Playthrough) -> None:
    """Until there is a result the game waits for somebody, and whoever it waits for has a move."""
    for state in played.states:
        if game.result(state) is None:
            awaited = game.awaits(state)
            assert awaited, "nobody is awaited"
            assert len(set(awaited)) == len(awaited)
            assert set(awaited) <= set(seats_with_moves(game, state, played.seats))


def check_clock(game: AnyGame, played: Playthrough) -> None:
    """A clock has time and a move that is accepted from nobody; its name never comes back once it is gone."""
    names = []
    for state, drawn in played.sample(MANY):
        clock = game.deadline(state)
        names.append(clock.name if clock else "")
        if clock is not None:
            assert clock.seconds > 0
            assert game.decide(state, None, clock.move, played.chance(drawn))
    runs = [name for name, before in zip(names, ["", *names], strict=False) if name and name != before]
    assert len(runs) == len(set(runs)), "a clock of the same name started twice"


# --- moves ---------------------------------------------------------------------------------------------------------


def check_listed_moves_are_accepted(game: AnyGame, played: Playthrough) -> None:
    """Every move that is listed may be made, and something happens then."""
    for state, drawn in played.sample(MANY):
        for seat in range(played.seats):
            moves = game.moves(state, seat)
            assert len(moves) == len({repr(move) for move in moves}), "a move is listed twice"
            for move in moves:
                try:
                    events = game.decide(state, seat, move, played.chance(drawn))
                except IllegalMove as refused:
                    raise AssertionError(f"{move} of seat {seat} is listed and refused: {refused}") from refused
                assert events, f"nothing came of {move}"


def check_other_moves_are_refused(game: AnyGame, played: Playthrough) -> None:
    """Moves from other seats and other moments are refused with a sentence and a paragraph, and change nothing."""
    pool = _all_moves(game, played)
    for state, drawn in played.sample(FEW):
        before = repr(state)
        clock = game.deadline(state)
        for seat in (None, *range(played.seats), played.seats, -1):
            allowed = [clock.move] if seat is None and clock else [] if seat is None else game.moves(state, seat)
            for move in pool:
                if move not in allowed:
                    _is_refused(game, played, (state, drawn), seat, move)
        assert repr(state) == before, "a refusal changed the state"
        check_usable(game, played, state, drawn)


def check_usable(game: AnyGame, played: Playthrough, state: Any, drawn: int) -> None:
    for seat in game.awaits(state):
        assert game.decide(state, seat, game.moves(state, seat)[0], played.chance(drawn))


def _all_moves(game: AnyGame, played: Playthrough) -> list[Any]:
    """Different moves that were listed somewhere in the game, for anybody or for the clock; not more than some."""
    listed: dict[str, Any] = {}
    clocks: dict[str, Any] = {}
    for state in played.states:
        clock = game.deadline(state)
        clocks |= {repr(clock.move): clock.move} if clock else {}
        listed |= {repr(move): move for seat in range(played.seats) for move in game.moves(state, seat)}
    return [*list(listed.values())[:: max(1, len(listed) // SOME)], *list(clocks.values())[:SOME]]


def _is_refused(game: AnyGame, played: Playthrough, at: tuple[Any, int], seat: int | None, move: Any) -> None:
    state, drawn = at
    chance = played.chance(drawn)
    try:
        game.decide(state, seat, move, chance)
    except IllegalMove as refused:
        sentence, rule = refused.sentence, refused.rule
    else:
        raise AssertionError(f"{move} of seat {seat} is not listed and was accepted")
    assert sentence.strip(), "a refusal without a sentence"
    assert rule in {topic.key for topic in game.rules}, f"no paragraph {rule!r} in the rules"
    assert chance.drawn == drawn, "a refusal used up a draw"


def check_automatic_player(game: AnyGame, played: Playthrough) -> None:
    """Whoever is awaited gets a listed move from the automatic player, but for the words that a person would add."""
    for state, drawn in played.sample(2 if game.thinks else MANY):
        for seat in game.awaits(state):
            listed = [_without_asked(game, state, seat, move) for move in game.moves(state, seat)]
            for level in ("", *game.levels):
                move = game.suggest(state, seat, played.chance(drawn).apart(f"seat {seat}"), level)
                assert _without_asked(game, state, seat, move) in listed, f"{move} was suggested to {seat}, not listed"


def check_thinking_elsewhere(game: AnyGame, played: Playthrough) -> None:
    """Where a game thinks for long, its states and views can be handed to another process."""
    for state, _ in played.sample(FEW if game.thinks else 0):
        for sent in (state, *(game.view(state, seat) for seat in range(played.seats))):
            assert pickle.loads(pickle.dumps(sent)) == sent


def _without_asked(game: AnyGame, state: Any, seat: int, move: Any) -> tuple[str, dict[str, str]]:
    phrase = game.phrase(state, seat, move)
    return phrase.command, {name: word for name, word in phrase.arguments.items() if name != phrase.asks}


# --- events --------------------------------------------------------------------------------------------------------


def check_replay(game: AnyGame, played: Playthrough) -> None:
    """Events that were stored as JSON and read again lead to the same states."""
    state = None
    for step in played.steps:
        for event, after in zip(step.events, step.after, strict=True):
            read = game.events.validate_json(game.events.dump_json(event))
            assert read == event
            assert type(read) is type(event)
            state = game.evolve(state, read)
            assert state == after, f"{event} leads elsewhere when it is replayed"
    assert replay(game, played.events) == played.last


def check_evolve(game: AnyGame, played: Playthrough) -> None:
    """Folding an event leaves the state before it alone and comes to the same every time."""
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            before = repr((state, event))
            for _ in range(3):
                assert game.evolve(state, event) == after, f"{event} does not always lead to the same"
            assert repr((state, event)) == before, f"{event} changed the state before it"
            state = after


def check_same_seed(game: AnyGame, played: Playthrough) -> None:
    """The same seed and the same choices give the same events."""
    opening = game.start(played.seats, played.options, played.chance(0))
    assert tuple(opening) == played.steps[0].events
    for step in played.steps[1:]:
        again = game.decide(step.before, step.seat, step.move, played.chance(step.drawn))
        assert tuple(again) == step.events


def check_draws(game: AnyGame, played: Playthrough) -> None:
    """What the events record of chance is exactly what was drawn: nothing more, nothing less, in order."""
    recorded: list[Draw] = []
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            recorded += game.draws(state, event)
            state = after
    assert recorded == played.draws
    assert [draw.value for draw in recorded] == [
        number(played.seed, n, draw.below) for n, draw in enumerate(recorded)
    ], "the draws do not follow from the seed"


def check_tally(game: AnyGame, played: Playthrough) -> None:
    """A finished game can be counted, and the figures are plain values."""
    counted = game.tally(played.events)
    figures = game.figures(counted, 1)
    assert figures
    assert all(isinstance(value, int | float | str | dict | list) for value in figures.values())
