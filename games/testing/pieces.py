"""Promises about the pieces of pictures: a page carries each from its place in one picture to that in the next."""

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from games.api import AnyGame
from games.graphics.drawing import Drawing
from games.graphics.theme import Shape
from games.testing.pictures import in_turn
from games.testing.play import Playthrough, plain_names
from games.testing.sections import PIECES
from games.testing.spots import drawings

FEW = 8


def check_pieces_have_their_own_names(game: AnyGame, played: Playthrough) -> None:
    """No two pieces of a picture share a name, and none is inside another: both would be moved."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(FEW // 2)):
        for viewer in (None, played.seats - 1):
            for drawing in drawings(game, state, viewer, names):
                _check_pieces(drawing, in_turn(played, index))


def _check_pieces(drawing: Drawing, shape: Shape) -> None:
    pieces = [element for element in _elements(drawing, shape) if "data-piece" in element.attrib]
    found = [element.get("data-piece") for element in pieces]
    twice = sorted({str(name) for name in found if found.count(name) > 1})
    assert not twice, PIECES(f"Two pieces of a {shape} picture have the same name: {twice}.")
    nested = [
        (outer.get("data-piece"), inner.get("data-piece"))
        for outer in pieces
        for inner in outer.iter()
        if inner is not outer and "data-piece" in inner.attrib
    ]
    assert not nested, PIECES(f"A piece of a {shape} picture is inside another one: {nested[:3]}.")


def check_motions(game: AnyGame, played: Playthrough) -> int:
    """Every part that a motion passes is in the picture before or after it. Returns how many motions there were."""
    names = plain_names(played.seats)
    moving = [found for found in _events(played) if game.motions(found[0], found[1])]
    count = 0
    for index, (before, event, after) in enumerate(moving[:: max(1, len(moving) // FEW)]):
        shape = in_turn(played, index)
        known = {part for state in (before, after) for part in _parts(game, state, names, shape)}
        for motion in game.motions(before, event):
            missing = sorted({*motion.path} - known)
            assert motion.path, PIECES(f"The motion of {motion.piece!r} in a {event.kind} event leads nowhere.")
            assert not missing, PIECES(
                f"The motion of {motion.piece!r} in a {event.kind} event passes {missing}, which no {shape} "
                "picture before or after it has: name that part with svg.piece or svg.spot."
            )
            count += 1
    return count


def _events(played: Playthrough) -> Iterator[tuple[Any, Any, Any]]:
    """Every event with the state before and after it."""
    for step in played.steps:
        befores = (step.before, *step.after[:-1])
        yield from zip(befores, step.events, step.after, strict=True)


def _parts(game: AnyGame, state: Any, names: Sequence[str], shape: Shape) -> set[str]:
    if state is None:
        return set()
    elements = _elements(game.draw(game.view(state, None), names), shape)
    found = {element.get(name) for element in elements for name in ("data-piece", "data-spot")}
    return {name for name in found if name is not None}


def _elements(drawing: Drawing, shape: Shape) -> list[ET.Element]:
    svg = drawing.svg(shape=shape)
    return [] if svg is None else list(ET.fromstring(svg).iter())  # noqa: S314  drawn by the game


def check_dice(game: AnyGame, played: Playthrough) -> None:
    """A die shows one of its sides, and a seat of the game rolled it."""
    for event in played.events:
        for die in game.dice(event):
            fits = 1 <= die.shown <= die.sides and 0 <= die.seat < played.seats
            assert fits, PIECES(f"`dice` says that seat {die.seat} rolled a {die.shown} of {die.sides}.")
