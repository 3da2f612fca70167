"""Promises about clicking on pictures, and about pictures that stand in a web page."""

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

from games.api import AnyGame, Phrase
from games.graphics.drawing import Drawing
from games.graphics.theme import Shape
from games.testing.pictures import in_turn
from games.testing.play import Playthrough, plain_names
from games.testing.sections import CLICKS, PICTURES

FEW = 8
LOADS = re.compile(r"url\(|javascript:", re.IGNORECASE)


def drawings(game: AnyGame, state: Any, seat: int | None, names: Sequence[str]) -> list[Drawing]:
    """What a seat has in front of it: the board, and the answers to queries that have a button."""
    view = game.view(state, seat)
    queries = [] if seat is None else [command.name for command in game.commands if command.is_query and command.button]
    held = [game.answer(view, name, {}, names).drawing for name in queries]
    return [drawing for drawing in (game.draw(view, names), *held) if drawing is not None]


def _elements(drawn: Sequence[Drawing], shape: Shape) -> list[ET.Element]:
    svgs = [svg for drawing in drawn if (svg := drawing.svg(shape=shape)) is not None]
    return [element for svg in svgs for element in ET.fromstring(svg).iter()]  # noqa: S314  drawn by the game


def check_spots_are_in_the_picture(game: AnyGame, played: Playthrough) -> int:
    """Every spot of a move is in a picture that its player sees. Returns how many moves can be clicked."""
    names = plain_names(played.seats)
    clicked = 0
    for index, (state, _) in enumerate(played.sample(FEW)):
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            wanted = [phrase for phrase in phrases if phrase.spots]
            if not wanted:
                continue
            shape = in_turn(played, index + seat)
            elements = _elements(drawings(game, state, seat, names), shape)
            _check_spots(wanted, {element.get("data-spot") for element in elements}, seat, shape)
            clicked += len(wanted)
    return clicked


def _check_spots(wanted: Sequence[Phrase], there: set[str | None], seat: int, shape: Shape) -> None:
    for phrase in wanted:
        missing = sorted(set(phrase.spots) - there)
        assert not missing, CLICKS(
            f"The button {phrase.label!r} names the spots {missing}, which no {shape} picture of seat {seat} has: "
            "mark that part of the picture with svg.spot."
        )


def check_spots_distinguish_moves(game: AnyGame, played: Playthrough) -> None:
    """The same clicks never mean two moves, except for a move that still asks for words."""
    for state, _ in played.sample(FEW):
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            spots = [phrase.spots for phrase in phrases if phrase.spots and not phrase.asks]
            twice = {each for each in spots if spots.count(each) > 1}
            assert not twice, CLICKS(f"Two moves of seat {seat} have the same spots: {sorted(twice)}.")


def check_pictures_stand_in_a_page(game: AnyGame, played: Playthrough) -> None:
    """Many pictures fit into one page with a strict policy: no styles, no ids that could clash, nothing that loads."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(FEW // 2)):
        for viewer in (None, played.seats - 1):
            chart = game.chart(game.view(state, viewer), names)
            drawn = [*drawings(game, state, viewer, names), *([chart] if chart else [])]
            for element in _elements(drawn, in_turn(played, index)):
                clashing = sorted({"style", "class", "id"} & set(element.attrib))
                assert not clashing, PICTURES(f"A picture must not use {clashing}: set fill, stroke and so on instead.")
                loading = [value for value in element.attrib.values() if LOADS.search(value)]
                assert not loading, PICTURES(f"A picture must not refer to anything outside itself: {loading}.")
