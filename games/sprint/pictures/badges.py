"""The badges of words on The Scrum Game's buttons and cards: what a space does, and the dice."""

from collections.abc import Mapping
from functools import partial
from xml.etree.ElementTree import Element

from games.graphics.badges import badge
from games.graphics.drawing import Drawing
from games.graphics.theme import BLUE, ORANGE, SKY, VERMILION, YELLOW
from games.sprint.board import Space
from games.sprint.pictures.track import die, icon

_SCRUM = 6  # the side of a die


def _icon(space: Space, at: Element, ink: str, fill: str) -> None:
    icon(at, space, ink, fill)


def _die(face: int, at: Element, ink: str, fill: str) -> None:
    die(at, ink, fill, face)


BADGES: Mapping[str, Drawing] = {
    "dice": badge("dice", ORANGE, partial(_die, 5)),
    "scrum": badge("scrum", ORANGE, partial(_die, _SCRUM)),
    "tool": badge("tool", SKY, partial(_icon, Space("", "tool", ()))),
    "impediment": badge("impediment", VERMILION, partial(_icon, Space("", "impediment", ()))),
    "opportunity": badge("opportunity", YELLOW, partial(_icon, Space("", "opportunity", ()))),
    "day": badge("day", BLUE, partial(_icon, Space("", "day", ()))),
}
