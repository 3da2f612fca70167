"""Nobody learns what is hidden: promises about views, pictures and sentences."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.api import AnyGame
from games.chance import Chance
from games.graphics.drawing import Drawing
from tests.contract.play import Playthrough, Step

FEW = 15
MANY = 60
MAX_STEPS = 20  # of a game, for the check that tries other courses
MAX_VIEWERS = 4
DREAMS = 4  # states imagined for one viewer
MAX_MOVES = 3  # tried in one of them


def viewers(played: Playthrough) -> tuple[int | None, ...]:
    return (None, *range(played.seats))


def shown(drawing: Drawing | None) -> tuple[str, ...]:
    return () if drawing is None else (drawing.text, drawing.alt)


def _dreams(played: Playthrough, state_number: int, viewer: int | None) -> Chance:
    return Chance(played.seed).apart(f"imagined {state_number} {viewer}")


def check_imagined_states_look_alike(game: AnyGame, played: Playthrough) -> None:
    """Dealing anew what somebody cannot see changes nothing that they see: view, board, chart, prompt, own moves."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    for index, (state, _) in enumerate(played.sample(FEW)):
        for viewer in viewers(played):
            twin = game.imagine(state, viewer, _dreams(played, index, viewer))
            seen, imagined = game.view(state, viewer), game.view(twin, viewer)
            assert imagined == seen, f"the view of {viewer} tells what is hidden"
            assert shown(game.draw(imagined, names)) == shown(game.draw(seen, names))
            assert shown(game.chart(imagined, names)) == shown(game.chart(seen, names))
            assert game.prompt(imagined) == game.prompt(seen)
            if viewer is not None and not game.thinks:
                for command in game.commands:
                    if command.is_query and not command.parameters and not command.slow:
                        looks = [game.answer(view, command.name, {}, names) for view in (seen, imagined)]
                        assert looks[0].text == looks[1].text
                        assert shown(looks[0].drawing) == shown(looks[1].drawing)
            _same_to_the_service(game, state, twin, viewer)


def imagined_differently(game: AnyGame, played: Playthrough) -> dict[str, int]:
    """How many states look different when what is hidden from the room, or from a seat, is dealt anew."""
    changed = {"room": 0, "seat": 0}
    for index, (state, _) in enumerate(played.sample(MANY)):
        for viewer in viewers(played):
            imagined = game.imagine(state, viewer, _dreams(played, index, viewer))
            changed["room" if viewer is None else "seat"] += imagined != state
    return changed


def _same_to_the_service(game: AnyGame, state: Any, twin: Any, viewer: int | None) -> None:
    """Whom the game waits for, clocks and results are shown to all; its own moves are shown to a seat."""
    assert game.awaits(twin) == game.awaits(state)
    assert game.deadline(twin) == game.deadline(state)
    assert game.result(twin) == game.result(state)
    if viewer is not None:
        assert game.moves(twin, viewer) == game.moves(state, viewer)


def check_views_are_pure(game: AnyGame, played: Playthrough) -> None:
    """Looking twice shows the same."""
    for state, _ in played.sample(FEW):
        for viewer in viewers(played):
            assert game.view(state, viewer) == game.view(state, viewer)


def check_secrets_are_not_told(game: AnyGame, played: Playthrough) -> int:
    """What is told of a hidden event is the same whatever is hidden in it.

    Two courses of events that leave somebody with the same view must be told to them in the same words. The other
    course is another move of the same seat, or one of its moves in a state that the viewer cannot tell from this one.
    Answers how many pairs of different events were compared, so that a test can ask for more than none.
    """
    hiding = [step for step in played.steps if any(event.kind in game.hidden for event in step.events)]
    compared = 0
    for step in hiding[:: max(1, len(hiding) // MAX_STEPS)]:
        others = [viewer for viewer in viewers(played) if viewer != step.seat or viewer is None]
        for viewer in others[:MAX_VIEWERS]:
            for state, events in _twins(game, played, step, viewer):
                compared += _told_alike(game, (step.before, step.events), (state, events), viewer)
    return compared


def _twins(game: AnyGame, played: Playthrough, step: Step, viewer: int | None) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Other courses that this step could have taken for all that the viewer knows."""
    if step.before is None:
        yield None, game.start(played.seats, played.options, Chance(played.seed).apart("another opening"))
        return
    imagined = [game.imagine(step.before, viewer, _dreams(played, dream, viewer)) for dream in range(DREAMS)]
    for state in (step.before, *imagined):
        # the clock's move is the same for all states that look alike
        moves = [step.move] if step.seat is None else game.moves(state, step.seat)
        same = [move for move in moves if move == step.move]
        for move in [*same, *(move for move in moves if move not in same)][:MAX_MOVES]:
            yield state, game.decide(state, step.seat, move, Chance(played.seed, step.drawn))


def _told_alike(
    game: AnyGame, one: tuple[Any, Sequence[Any]], other: tuple[Any, Sequence[Any]], viewer: int | None
) -> int:
    """Compare two courses as far as the viewer cannot tell them apart; how many different events were compared."""
    compared = 0
    state, twin = one[0], other[0]
    for event, counterpart in zip(one[1], other[1], strict=False):
        if event.kind != counterpart.kind or (event != counterpart and event.kind not in game.hidden):
            break  # something public differs: from here on they may be told differently
        state, twin = game.evolve(state, event), game.evolve(twin, counterpart)
        if game.view(state, viewer) != game.view(twin, viewer):
            break
        if event != counterpart:
            told, twin_told = game.narrate(event, viewer), game.narrate(counterpart, viewer)
            assert told == twin_told, f"{viewer} is told what is hidden in {event}: {told!r}"
            compared += 1
    return compared
