"""The badges of The Scrum Game: what a space does, the faces of the dice, the pieces; and what they stand for."""

from collections.abc import Mapping
from functools import partial
from xml.etree.ElementTree import Element

from games.graphics.badges import badge, seats
from games.graphics.drawing import Drawing
from games.graphics.theme import BLUE, ORANGE, SKY, VERMILION, YELLOW
from games.sprint.board import Space
from games.sprint.memories import dice
from games.sprint.model import CardDrawn, DayEnded, Event
from games.sprint.pictures.track import die, icon
from games.sprint.words.cards import BADGES as OF_DECK

_SCRUM = 6  # the side of a die
_MOST = 12  # seats


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
    **{f"die{face}": badge(f"a {face}", ORANGE, partial(_die, face)) for face in range(1, _SCRUM)},
    **seats(_MOST),
}


def pictured(event: Event) -> tuple[str, ...]:
    """The dice that were rolled, the card that was drawn, the day that ended."""
    if isinstance(event, CardDrawn):
        return (OF_DECK[event.deck],)
    if isinstance(event, DayEnded):
        return ("day",)
    rolled = sorted(dice(event), key=lambda each: each.shown)  # as sentences name them
    return tuple(each.sign or f"die{each.shown}" for each in rolled)
