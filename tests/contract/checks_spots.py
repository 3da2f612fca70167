"""What every game promises about clicking on its pictures where they stand in a page."""

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

from games.api import AnyGame
from games.graphics.drawing import Drawing
from tests.contract.play import Playthrough

FEW = 8
LOADS = re.compile(r"url\(|javascript:", re.IGNORECASE)


def drawings(game: AnyGame, state: Any, seat: int | None, names: Sequence[str]) -> list[Drawing]:
    """What a seat has before it: the board, and what it holds (the looks that have a button)."""
    view = game.view(state, seat)
    looks = [] if seat is None else [command.name for command in game.commands if command.is_query and command.button]
    held = [game.answer(view, name, {}, names).drawing for name in looks]
    return [drawing for drawing in (game.draw(view, names), *held) if drawing is not None]


def _elements(drawn: Sequence[Drawing]) -> list[ET.Element]:
    svgs = [svg for drawing in drawn if (svg := drawing.svg()) is not None]
    return [element for svg in svgs for element in ET.fromstring(svg).iter()]


def check_spots_are_in_the_picture(game: AnyGame, played: Playthrough) -> int:
    """What is to be clicked for a move is somewhere before the one who may make it; how many moves can be clicked."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    clicked = 0
    for state, _ in played.sample(FEW):
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            wanted = [phrase for phrase in phrases if phrase.spots]
            if not wanted:
                continue
            there = {element.get("data-spot") for element in _elements(drawings(game, state, seat, names))}
            for phrase in wanted:
                assert set(phrase.spots) <= there, f"nothing to click for {phrase}"
            clicked += len(wanted)
    return clicked


def check_spots_tell_moves_apart(game: AnyGame, played: Playthrough) -> None:
    """The same clicks never mean two moves, but for one that still asks for words."""
    for state, _ in played.sample(FEW):
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            spots = [phrase.spots for phrase in phrases if phrase.spots and not phrase.asks]
            twice = {each for each in spots if spots.count(each) > 1}
            assert not twice, f"{twice} would be two moves of seat {seat}"


def check_pictures_stand_in_a_page(game: AnyGame, played: Playthrough) -> None:
    """Many of them fit into one page with a strict policy: no styles, no ids that could meet, nothing that loads."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    for state, _ in played.sample(FEW // 2):
        for viewer in (None, played.seats - 1):
            chart = game.chart(game.view(state, viewer), names)
            for element in _elements([*drawings(game, state, viewer, names), *([chart] if chart else [])]):
                assert not {"style", "class", "id"} & set(element.attrib), f"{element.attrib} may meet others in a page"
                assert not any(LOADS.search(value) for value in element.attrib.values())
