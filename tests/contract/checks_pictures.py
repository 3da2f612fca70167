"""What every game promises about its pictures."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any
from xml.etree import ElementTree as ET

from games.api import AnyGame
from games.chance import Chance
from games.graphics.drawing import Drawing
from games.graphics.svg import WIDTH, legal
from tests.contract.checks_secrets import viewers
from tests.contract.checks_words import WILD_NAMES
from tests.contract.play import Playthrough

FEW = 4
MAX_VIEWERS = 3
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "title", "rect", "circle", "ellipse", "path", "text"}
# no two of them the same, and all of them need care in XML
HOSTILE = (
    "<b>&amp;</b>",
    "]]>",
    "a\x00b\x0bc",
    "\"quoted\" & 'quoted'",
    "<!-- -->",
    "&#x41;",
    *filter(None, WILD_NAMES),
)


def pictured(drawing: Drawing | None) -> tuple[str | None, ...]:
    return () if drawing is None else (drawing.svg(), drawing.svg(dark=True))


def check_pictures(game: AnyGame, played: Playthrough) -> None:
    """Boards and charts are whole SVGs, as wide as all others, with nothing in them that could load or run."""
    for state, _ in played.sample(FEW):
        names = list(islice(cycle(HOSTILE), len(played.steps), len(played.steps) + played.seats))
        for viewer in (None, played.seats - 1):
            view = game.view(state, viewer)
            for drawing in (game.draw(view, names), game.chart(view, names)):
                for svg in pictured(drawing):
                    if svg is not None:
                        _is_whole(svg)


def _is_whole(svg: str) -> None:
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == str(WIDTH)
    assert 100 < float(root.get("height", "0")) < 4000
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED, f"{element.tag} has no business here"
        assert not any("href" in name or name.startswith("on") for name in element.attrib)


def check_names_are_in_the_picture(game: AnyGame, played: Playthrough) -> None:
    """Every player's name is in the board's picture, letter by letter as far as XML has the letters."""
    for index, (state, _) in enumerate(played.sample(FEW)):
        first = index * played.seats
        names = list(islice(cycle(HOSTILE), first, first + played.seats))
        svg = game.draw(game.view(state, None), names).svg()
        if svg is not None:
            found = {element.text for element in ET.fromstring(svg).iter(f"{SVG}title")}
            assert {legal(name) for name in names} <= found


def check_pictures_are_the_same_again(game: AnyGame, played: Playthrough) -> None:
    """The same view gives the same picture; light and dark differ."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    for state, _ in played.sample(FEW):
        one, other = (pictured(game.draw(game.view(state, None), names)) for _ in range(2))
        assert one == other
        assert one == (None, None) or one[0] != one[1]


def check_pictures_keep_secrets(game: AnyGame, played: Playthrough) -> None:
    """Dealing anew what somebody cannot see changes nothing in their pictures."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    for index, (state, _) in enumerate(played.sample(FEW)):
        for viewer in viewers(played)[:MAX_VIEWERS]:
            twin = game.imagine(state, viewer, Chance(played.seed).apart(f"pictured {index} {viewer}"))
            shown = [_all_pictures(game, game.view(each, viewer), viewer, names) for each in (state, twin)]
            assert shown[0] == shown[1], f"a picture tells {viewer} what is hidden"


def _all_pictures(game: AnyGame, view: Any, viewer: int | None, names: Sequence[str]) -> list[str | None]:
    looks = [
        game.answer(view, command.name, {}, names).drawing
        for command in game.commands
        if command.is_query and not (command.parameters or command.slow or game.thinks) and viewer is not None
    ]
    drawings = (game.draw(view, names), game.chart(view, names), *looks)
    return [drawing.svg() for drawing in drawings if drawing is not None]


def check_quiet_events_change_no_picture(game: AnyGame, played: Playthrough) -> None:
    """After an event of a quiet kind the picture of the room is the one before."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    steps = [step for step in played.steps if any(event.kind in game.quiet for event in step.events)]
    for step in steps[:: max(1, len(steps) // FEW)]:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            if event.kind in game.quiet:
                boards = [game.draw(game.view(each, None), names).svg() for each in (state, after)]
                assert boards[0] == boards[1], f"{event} is called quiet and changes the picture"
            state = after
