"""Promises about hidden things: no view, board, sentence or answer gives one away."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.chance import Chance
from games.contract import AnyGame, IllegalMove, natures
from games.graphics.drawing import Drawing
from games.testing.play import SECRETS, PlayedMove, Playthrough, plain_names

FEW = 15
MANY = 60
MAX_STEPS = 20  # of a game, for the checks that try other courses of events
MAX_VIEWERS = 4
TWINS = 4  # states imagined for one viewer
MAX_MOVES = 3  # tried in one of them

Course = tuple[Any, Sequence[Any]]  # a state, and the events that follow it


def viewers(played: Playthrough) -> tuple[int | None, ...]:
    return (None, *range(played.seats))


def shown(drawing: Drawing | None) -> tuple[str, ...]:
    return () if drawing is None else (drawing.text, drawing.alt)


def whose(viewer: int | None) -> str:
    return "the room" if viewer is None else f"seat {viewer}"


def _chance_for(played: Playthrough, number: int, viewer: int | None) -> Chance:
    return Chance(played.seed).apart(f"imagined {number} {viewer}")


def check_imagined_states_look_alike(game: AnyGame, played: Playthrough) -> None:
    """Dealing the hidden things again changes nothing that a viewer sees: view, board, chart, prompt, own moves."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(FEW)):
        for viewer in viewers(played):
            twin = game.secrets.imagine(state, viewer, _chance_for(played, index, viewer))
            views = game.view(state, viewer), game.view(twin, viewer)
            assert views[0] == views[1], SECRETS(
                f"The view of {whose(viewer)} must not hold anything hidden from it; dealing the hidden things again "
                f"changes it. If nothing is hidden there, `imagine` must leave it alone."
            )
            _check_seen_alike(game, views, viewer, names)
            _check_public_alike(game, (state, twin), viewer)


def _check_seen_alike(game: AnyGame, views: tuple[Any, Any], viewer: int | None, names: Sequence[str]) -> None:
    boards, charts = ([shown(make(view, names)) for view in views] for make in (game.board, game.shows.chart))
    assert boards[0] == boards[1], SECRETS(f"The board shows {whose(viewer)} something hidden.")
    assert charts[0] == charts[1], SECRETS(f"The chart shows {whose(viewer)} something hidden.")
    assert game.shows.cards(views[0]) == game.shows.cards(views[1]), SECRETS(
        f"A card shows {whose(viewer)} something hidden."
    )
    prompts = [game.prompt(view) for view in views]
    assert prompts[0] == prompts[1], SECRETS(f"The prompt tells {whose(viewer)} something hidden: {prompts[0]!r}.")
    for command in quick_queries(game) if viewer is not None else ():
        answers = [game.shows.answer(view, command, {}, names) for view in views]
        texts = [(answer.text, shown(answer.drawing)) for answer in answers]
        assert texts[0] == texts[1], SECRETS(f"The answer to {command} shows {whose(viewer)} something hidden.")


def quick_queries(game: AnyGame) -> list[str]:
    """The queries that can be answered without arguments and without waiting."""
    found = [command for command in game.commands if command.is_query and not command.parameters]
    return [] if game.bots.thinks else [command.name for command in found if not command.slow]


def _check_public_alike(game: AnyGame, states: tuple[Any, Any], viewer: int | None) -> None:
    """Awaited seats, clocks and results are shown to everybody, and its own moves to a seat."""
    public = {"awaits": game.awaits, "deadline": game.clock.deadline, "result": game.result}
    for name, function in public.items():
        found = [function(state) for state in states]
        assert found[0] == found[1], SECRETS(f"Everybody sees `{name}`, so it must not depend on hidden things.")
    if viewer is not None:
        moves = [game.moves(state, viewer) for state in states]
        same = moves[0] == moves[1]
        assert same, SECRETS(f"The moves of {whose(viewer)} must not depend on what is hidden from it.")


def imagined_differently(game: AnyGame, played: Playthrough) -> set[str]:
    """The viewers (`room`, `seat`) for whom a state changes when the things hidden from them are dealt again."""
    return {
        "room" if viewer is None else "seat"
        for index, (state, _) in enumerate(played.sample(MANY))
        for viewer in viewers(played)
        if game.secrets.imagine(state, viewer, _chance_for(played, index, viewer)) != state
    }


def check_views_are_pure(game: AnyGame, played: Playthrough) -> None:
    """The same state gives the same view."""
    for state, _ in played.sample(FEW):
        for viewer in viewers(played):
            same = game.view(state, viewer) == game.view(state, viewer)
            assert same, SECRETS("`view` must depend on its arguments alone, and views must compare by value.")


# --- narration -------------------------------------------------------------------------------------------------------


def check_narration_keeps_secrets(game: AnyGame, played: Playthrough) -> int:
    """The sentence about a hidden event is the same whatever is hidden in it.

    Two courses of events that leave a viewer with the same view must be narrated in the same words. The other course
    is another move of the same seat, or one of its moves in a state that the viewer cannot distinguish from this one.
    Returns how many pairs of different events were compared, so that a test can ask for more than none.
    """
    hiding = [step for step in played.steps if any(event.kind in natures(game).hidden for event in step.events)]
    compared = 0
    for step in hiding[:: max(1, len(hiding) // MAX_STEPS)]:
        others = [viewer for viewer in viewers(played) if viewer != step.seat or viewer is None]
        for viewer in others[:MAX_VIEWERS]:
            for course in _other_courses(game, played, step, viewer):
                compared += _narrated_alike(game, (step.before, step.events), course, viewer)
    return compared


def _other_courses(game: AnyGame, played: Playthrough, step: PlayedMove, viewer: int | None) -> Iterator[Course]:
    """Other events that could have happened here, as far as the viewer knows."""
    if step.before is None:
        yield None, game.start(played.seats, played.options, Chance(played.seed).apart("another opening"))
        return
    for state in (step.before, *_twins(game, played, step, viewer)):
        # the clock's move is the same in all states that look alike
        moves = [step.move] if step.seat is None else game.moves(state, step.seat)
        same = [move for move in moves if move == step.move]
        for move in [*same, *(move for move in moves if move not in same)][:MAX_MOVES]:
            yield state, game.decide(state, step.seat, move, Chance(played.seed, step.drawn))


def _twins(game: AnyGame, played: Playthrough, step: PlayedMove, viewer: int | None) -> list[Any]:
    return [game.secrets.imagine(step.before, viewer, _chance_for(played, twin, viewer)) for twin in range(TWINS)]


def _narrated_alike(game: AnyGame, one: Course, other: Course, viewer: int | None) -> int:
    """Compare two courses while the viewer cannot distinguish them; returns how many different events there were."""
    compared = 0
    state, twin = one[0], other[0]
    for event, counterpart in zip(one[1], other[1], strict=False):
        if event.kind != counterpart.kind or (event != counterpart and event.kind not in natures(game).hidden):
            break  # something public differs: from here on the sentences may differ
        after, counterpart_after = game.evolve(state, event), game.evolve(twin, counterpart)
        if game.view(after, viewer) != game.view(counterpart_after, viewer):
            break
        if event != counterpart:
            sentences = game.narrate(event, viewer), game.narrate(counterpart, viewer)
            assert sentences[0] == sentences[1], SECRETS(
                f"`narrate` tells {whose(viewer)} what is hidden in a {event.kind} event: {sentences[0]!r}."
            )
            _check_moved_alike(game, (state, event), (twin, counterpart), viewer)
            compared += 1
        state, twin = after, counterpart_after
    return compared


def _check_moved_alike(game: AnyGame, one: tuple[Any, Any], other: tuple[Any, Any], viewer: int | None) -> None:
    """Everybody sees how pieces move: it must be the same whatever is hidden in an event, and in the state before."""
    moved = [game.shows.motions(state, event) for state, event in (one, other)]
    assert moved[0] == moved[1], SECRETS(
        f"`motions` shows {whose(viewer)} what is hidden in a {one[1].kind} event: {moved[0]}."
    )


# --- undo ------------------------------------------------------------------------------------------------------------


def check_revealing(game: AnyGame, played: Playthrough) -> None:
    """A move that shows the room something hidden has an event of a revealing kind, so that nobody can undo it."""
    steps = played.steps[1:] if natures(game).hidden else []
    for step in steps[:: max(1, len(steps) // MAX_STEPS)]:
        if natures(game).reveals & {event.kind for event in step.events}:
            continue
        for twin in _twins(game, played, step, None):
            try:
                events = game.decide(twin, step.seat, step.move, Chance(played.seed, step.drawn))
            except IllegalMove:
                continue  # the move itself depends on something hidden, such as a card in the hand
            views = [game.view(_after(game, state, some), None) for state, some in (_course(step), (twin, events))]
            assert views[0] == views[1], SECRETS(
                f"{step.move} shows the room something hidden, so `revealing` must name one of the events "
                f"{[event.kind for event in step.events]}. Otherwise players could undo it after they have seen that."
            )


def _course(step: PlayedMove) -> Course:
    return step.before, step.events


def _after(game: AnyGame, state: Any, events: Sequence[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state
