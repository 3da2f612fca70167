"""Promises about rules, moves, clocks, chance and events: each check raises AssertionError where one is broken."""

import json
import pickle
from typing import Any

from games.chance import Draw, number
from games.contract import AnyGame, IllegalMove, natures, public_moves, replay, suggested
from games.testing.play import CHANCE, CLOCKS, COURSE, EVENTS, FIGURES, MOVES, PLAYERS, Playthrough, seats_with_moves

FEW = 12  # states of a game for a check that tries everything in each
MANY = 60
MAX_REFUSALS = 100  # different moves that are tried where they should be refused


# --- the course of a game --------------------------------------------------------------------------------------------


def check_ends(game: AnyGame, played: Playthrough) -> None:
    """Random play comes to a result, and after it there is nothing left to do."""
    last = played.last
    result = game.result(last)
    assert result is not None, COURSE(f"The game must end; it has no `result` after {len(played.steps)} random moves.")
    seats = set(range(played.seats))
    assert set(result.winners) <= seats, COURSE(f"`result` names {result.winners}; the seats are 0 to {max(seats)}.")
    left = seats_with_moves(game, last, played.seats)
    assert left == [], COURSE(f"When there is a `result`, `moves` must be empty; seats {left} still have some.")
    assert game.awaits(last) == (), COURSE("When there is a `result`, `awaits` must be empty.")
    assert game.clock.deadline(last) is None, CLOCKS("When there is a `result`, `deadline` must be None.")


def check_somebody_is_awaited(game: AnyGame, played: Playthrough) -> None:
    """Until there is a result the game waits for somebody who has a move."""
    for state in played.states:
        if game.result(state) is None:
            awaited = game.awaits(state)
            assert awaited, COURSE("Until there is a `result`, `awaits` must name at least one seat.")
            assert len(set(awaited)) == len(awaited), COURSE(f"`awaits` must name each seat once, not {awaited}.")
            idle = set(awaited) - set(seats_with_moves(game, state, played.seats))
            assert not idle, COURSE(f"`awaits` names the seats {sorted(idle)}, for which `moves` is empty.")


def check_clock(game: AnyGame, played: Playthrough) -> None:
    """A clock has time, its move is accepted when no seat makes it, and no two clocks have the same name."""
    names = []
    for state, drawn in played.sample(MANY):
        clock = game.clock.deadline(state)
        names.append(clock.name if clock else "")
        if clock is not None:
            assert clock.seconds > 0, CLOCKS(f"The clock {clock.name!r} must have at least one second.")
            try:
                events = game.decide(state, None, clock.move, played.chance(drawn))
            except IllegalMove as refused:
                raise AssertionError(CLOCKS(f"`decide` must accept {clock.move} with seat None.")) from refused
            assert events, CLOCKS(f"When time is up, {clock.move} must lead to at least one event.")
        if (moving_on := game.clock.moves_on(state)) is not None:
            assert game.decide(state, None, moving_on, played.chance(drawn)), CLOCKS(
                "`moves_on` must lead to an event."
            )
    runs = [name for name, before in zip(names, ["", *names], strict=False) if name and name != before]
    assert len(runs) == len(set(runs)), CLOCKS(f"Each clock needs a name of its own; these ran: {runs}.")


# --- moves -----------------------------------------------------------------------------------------------------------


def check_listed_moves_are_accepted(game: AnyGame, played: Playthrough) -> None:
    """Every listed move is accepted and leads to an event."""
    for state, drawn in played.sample(MANY):
        for seat in range(played.seats):
            moves = game.moves(state, seat)
            assert len(moves) == len(_hashed(moves)), MOVES(f"`moves` must list each once: {moves}.")
            for move in moves:
                try:
                    events = game.decide(state, seat, move, played.chance(drawn))
                except IllegalMove as refused:
                    sentence = f"`moves` lists {move} for seat {seat}, but `decide` refuses it: {refused}"
                    raise AssertionError(MOVES(sentence)) from refused
                assert events, MOVES(f"`decide` must return at least one event for {move}.")


def check_public_moves(game: AnyGame, played: Playthrough) -> None:
    """What the room may be offered is listed in the same order, and what it is not offered is secret."""
    for state, _ in played.sample(MANY):
        for seat in range(played.seats):
            moves, public = game.moves(state, seat), public_moves(game, state, seat)
            kept = [move for move in moves if move in public]
            assert public == kept, MOVES(f"`public_moves` must be some of `moves`, in that order: {public}.")
            for move in moves:
                secret = move in public or game.phrase(state, seat, move).secret
                assert secret, MOVES(f"`public_moves` leaves out {move} of seat {seat}, whose `phrase` is not secret.")


def _hashed(moves: list[Any]) -> set[Any]:
    try:
        return set(moves)
    except TypeError as fault:
        raise AssertionError(MOVES(f"Moves must be hashable, so no lists or dicts in them: {moves}.")) from fault


def check_other_moves_are_refused(game: AnyGame, played: Playthrough) -> None:
    """Moves of other seats and other moments are refused with a sentence and a rule, and change nothing."""
    pool = _all_moves(game, played)
    for state, drawn in played.sample(FEW):
        before = repr(state)
        clock = game.clock.deadline(state)
        for seat in (None, *range(played.seats), played.seats, -1):
            allowed = [clock.move] if seat is None and clock else [] if seat is None else game.moves(state, seat)
            assert seat in {None, *range(played.seats)} or not allowed, MOVES(f"There is no seat {seat}: no moves.")
            for move in pool:
                if move not in allowed and not getattr(move, "partly_listed", False):
                    _check_refused(game, played, (state, drawn), seat, move)
        assert repr(state) == before, MOVES("A refused move must not change the state.")
        for seat in game.awaits(state):
            events = game.decide(state, seat, game.moves(state, seat)[0], played.chance(drawn))
            assert events, MOVES("After a refused move, a legal one must still be accepted.")


def _all_moves(game: AnyGame, played: Playthrough) -> list[Any]:
    """Different moves that some seat, or the clock, could make at some time in the game."""
    listed: dict[str, Any] = {}
    clocks: dict[str, Any] = {}
    for state in played.states:
        clock = game.clock.deadline(state)
        clocks |= {repr(clock.move): clock.move} if clock else {}
        listed |= {repr(move): move for seat in range(played.seats) for move in game.moves(state, seat)}
    return [
        *list(listed.values())[:: max(1, len(listed) // MAX_REFUSALS)],
        *list(clocks.values())[:MAX_REFUSALS],
    ]


def _check_refused(game: AnyGame, played: Playthrough, at: tuple[Any, int], seat: int | None, move: Any) -> None:
    state, drawn = at
    chance = played.chance(drawn)
    try:
        game.decide(state, seat, move, chance)
    except IllegalMove as refused:
        sentence, rule = refused.sentence, refused.rule
    else:
        raise AssertionError(MOVES(f"`decide` accepts {move} of seat {seat}, which `moves` does not list."))
    keys = [topic.key for topic in game.rules]
    assert sentence.strip(), MOVES(f"The IllegalMove for {move} must carry a sentence for the player.")
    assert rule in keys, MOVES(f"The IllegalMove for {move} names the rule {rule!r}; `rules` has {keys}.")
    assert chance.drawn == drawn, MOVES(f"`decide` must refuse {move} before it draws from `chance`.")


# --- automatic players -----------------------------------------------------------------------------------------------


def check_automatic_player(game: AnyGame, played: Playthrough) -> None:
    """The automatic player suggests a listed move, apart from the words that a person would add.

    One that thinks for long is asked at its levels in turn.
    """
    levels = ("", *game.bots.levels)
    for index, (state, drawn) in enumerate(played.sample(2 if game.bots.thinks else MANY)):
        asked = [levels[(played.number + index) % len(levels)]] if game.bots.thinks else levels
        for seat in game.awaits(state):
            listed = [_without_asked(game, state, seat, move) for move in game.moves(state, seat)]
            for level in asked:
                move = suggested(game, state, seat, played.chance(drawn).apart(f"seat {seat}"), level)
                known = _without_asked(game, state, seat, move) in listed
                assert known, PLAYERS(f"`suggest` must return a move from `moves`; seat {seat} was suggested {move}.")


def check_thinking_elsewhere(game: AnyGame, played: Playthrough) -> None:
    """The states and views of a game that thinks for long can be sent to another process."""
    for state, _ in played.sample(FEW if game.bots.thinks else 0):
        for sent in (state, *(game.view(state, seat) for seat in range(played.seats))):
            same = pickle.loads(pickle.dumps(sent)) == sent  # noqa: S301  what was just written
            assert same, PLAYERS("With `thinks`, states and views must be equal after pickling.")


def _without_asked(game: AnyGame, state: Any, seat: int, move: Any) -> tuple[str, dict[str, str]]:
    phrase = game.phrase(state, seat, move)
    return phrase.command, {name: word for name, word in phrase.arguments.items() if name != phrase.asks}


# --- events ----------------------------------------------------------------------------------------------------------


def check_replay(game: AnyGame, played: Playthrough) -> None:
    """Events that were stored as JSON and read again lead to the same states."""
    state = None
    for step in played.steps:
        for event, after in zip(step.events, step.after, strict=True):
            read = game.events.validate_json(game.events.dump_json(event))
            same = read == event and type(read) is type(event)
            assert same, EVENTS(f"`events` must read what it writes; {event} was read as {read}.")
            state = game.evolve(state, read)
            assert state == after, EVENTS(f"`evolve` must depend on the state and {event} alone; a replay differs.")
    assert replay(game, played.events) == played.last, EVENTS("A replay of all events must lead to the same state.")


def check_stored_moves(game: AnyGame, played: Playthrough) -> None:
    """Moves that were stored as JSON and read again lead to the same events."""
    if game.proof.stored_moves is None:
        return
    assert not natures(game).sealed, MOVES(
        "A game with `sealed` events must not store moves: they would show what is sealed."
    )
    for step in played.steps[1:]:
        text = game.proof.stored_moves.dump_json(step.move).decode()
        again = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
        assert text == again, MOVES(f"`stored_moves` must write plain JSON, without {text}.")
        read = game.proof.stored_moves.validate_json(text)
        assert read == step.move, MOVES(f"`stored_moves` must read what it writes; {step.move} was read as {read}.")
        events = game.decide(step.before, step.seat, read, played.chance(step.drawn))
        assert tuple(events) == step.events, MOVES(f"`decide` must always lead to the same events; {read} does not.")


def check_evolve(game: AnyGame, played: Playthrough) -> None:
    """Folding an event leaves the state before it alone and always leads to the same state."""
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            before = repr((state, event))
            for _ in range(3):
                same = game.evolve(state, event) == after
                assert same, EVENTS(f"`evolve` must always lead to the same state; {event} does not.")
            assert repr((state, event)) == before, EVENTS(f"`evolve` must not change its arguments; {event} does.")
            state = after


def check_same_seed(game: AnyGame, played: Playthrough) -> None:
    """The same seed and the same moves lead to the same events."""
    opening = game.start(played.seats, played.options, played.chance(0))
    same = tuple(opening) == played.steps[0].events
    assert same, CHANCE("`start` must depend on its arguments alone; the same seed led to other events.")
    for step in played.steps[1:]:
        again = tuple(game.decide(step.before, step.seat, step.move, played.chance(step.drawn)))
        assert again == step.events, CHANCE(f"`decide` must depend on its arguments alone; {step.move} led elsewhere.")


def check_randomness(game: AnyGame, played: Playthrough) -> None:
    """The events record exactly what was drawn, in order."""
    recorded: list[Draw] = []
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            recorded += game.proof.randomness(state, event)
            state = after
    assert recorded == played.draws, CHANCE(
        f"`randomness` must name every draw of chance, in order: {len(played.draws)} were made, "
        f"{len(recorded)} are named{_first_difference(recorded, played.draws)}."
    )
    expected = [number(played.seed, n, draw.below) for n, draw in enumerate(recorded)]
    assert [draw.value for draw in recorded] == expected, CHANCE("All chance must come from the given `chance`.")


def _first_difference(recorded: list[Draw], drawn: list[Draw]) -> str:
    pairs = zip(recorded, drawn, strict=False)
    return next((f"; number {n + 1} is {one}, not {other}" for n, (one, other) in enumerate(pairs) if one != other), "")


def check_tally(game: AnyGame, played: Playthrough) -> None:
    """A finished game has figures that are plain values."""
    figures = game.statistics.figures(game.statistics.tally(played.events), 1)
    assert figures, FIGURES("`figures` must not be empty for a finished game.")
    plain = all(isinstance(value, int | float | str | dict | list) for value in figures.values())
    assert plain, FIGURES(f"`figures` must hold numbers, texts, lists and dictionaries only: {figures}.")
