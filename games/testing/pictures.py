"""Promises about pictures."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any
from xml.etree import ElementTree as ET

from games.api import AnyGame
from games.chance import Chance
from games.graphics.drawing import Drawing
from games.graphics.svg import LANDSCAPE, WIDTH, legal
from games.graphics.theme import Shape
from games.testing.play import Playthrough, plain_names
from games.testing.secrets import quick_queries, viewers, whose
from games.testing.sections import PICTURES, SECRETS
from games.testing.words import WILD_NAMES

FEW = 4
MAX_VIEWERS = 3
HEIGHTS = range(101, 4000)
SHAPES: tuple[Shape, ...] = ("landscape", "portrait")
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = ("svg", "g", "title", "rect", "circle", "ellipse", "path", "text")
# all different, and all of them need care in XML
HOSTILE = (
    "<b>&amp;</b>",
    "]]>",
    "a\x00b\x0bc",
    "\"quoted\" & 'quoted'",
    "<!-- -->",
    "&#x41;",
    *filter(None, WILD_NAMES),
)


def pictured(drawing: Drawing | None, *shapes: Shape) -> tuple[str | None, ...]:
    """The picture light and dark, in these shapes."""
    if drawing is None:
        return ()
    return tuple(drawing.svg(dark=dark, shape=shape) for shape in shapes for dark in (False, True))


def in_turn(played: Playthrough, number: int) -> Shape:
    """The shape to draw this time: each takes long, and in a few games every moment comes in both."""
    return SHAPES[(played.number + number) % len(SHAPES)]


def check_board_has_a_picture(game: AnyGame, played: Playthrough) -> None:
    """There is a picture of the board: chat platforms and the web table show it."""
    svg = game.draw(game.view(played.states[0], None), plain_names(played.seats)).svg()
    assert svg, PICTURES("The drawing of the board must have a picture: give `Drawing` a third argument.")


def check_pictures(game: AnyGame, played: Playthrough) -> None:
    """Boards and charts are complete SVGs of the usual width, with nothing in them that could load or run."""
    for index, (state, _) in enumerate(played.sample(FEW)):
        names = list(islice(cycle(HOSTILE), len(played.steps), len(played.steps) + played.seats))
        for viewer in (None, played.seats - 1):
            view = game.view(state, viewer)
            for drawing in (game.draw(view, names), game.chart(view, names)):
                for svg in filter(None, pictured(drawing, in_turn(played, index))):
                    _check_complete(svg)


def _check_complete(svg: str) -> None:
    root = _parsed(svg)
    assert root.tag == f"{SVG}svg", PICTURES("A picture must be an <svg> with its namespace: use svg.document.")
    wide, widths = root.get("width"), (str(LANDSCAPE[0]), str(WIDTH))
    assert wide in widths, PICTURES(f"A picture must be {widths[0]} (landscape) or {widths[1]} wide, not {wide}.")
    height = float(root.get("height", "0"))
    fits = HEIGHTS.start <= height < HEIGHTS.stop
    assert fits, PICTURES(f"A picture must be between {HEIGHTS.start} and {HEIGHTS.stop} high, not {height}.")
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        assert tag in ALLOWED, PICTURES(f"A picture must not have <{tag}>; use {', '.join(ALLOWED)}.")
        active = [name for name in element.attrib if "href" in name or name.startswith("on")]
        assert not active, PICTURES(f"A picture must not link or run anything: <{tag}> has {active}.")


def _parsed(svg: str) -> ET.Element:
    try:
        return ET.fromstring(svg)  # noqa: S314  drawn by the game
    except ET.ParseError as fault:
        sentence = (
            f"A picture must be well-formed XML ({fault}): build it with games.graphics.svg, which escapes names."
        )
        raise AssertionError(PICTURES(sentence)) from fault


def check_names_are_in_the_picture(game: AnyGame, played: Playthrough) -> None:
    """Every player's whole name is in the picture of the board as a title, which browsers and screen readers show."""
    for index, (state, _) in enumerate(played.sample(FEW)):
        first = index * played.seats
        names = list(islice(cycle(HOSTILE), first, first + played.seats))
        for svg in filter(None, pictured(game.draw(game.view(state, None), names), in_turn(played, index))):
            found = {element.text for element in _parsed(svg).iter(f"{SVG}title")}
            missing = sorted({legal(name) for name in names} - found)
            assert not missing, PICTURES(
                f"The picture must have a <title> with the whole name of each player, such as "
                f"svg.group(…, title=name); it has none for {[name[:40] for name in missing]}."
            )


def check_pictures_are_the_same_again(game: AnyGame, played: Playthrough) -> None:
    """The same view gives the same picture; light and dark differ."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(FEW)):
        shape = in_turn(played, index)
        one, other = (pictured(game.draw(game.view(state, None), names), shape) for _ in range(2))
        assert one == other, PICTURES("The same view must give the same picture.")
        differ = not any(one) or one[0] != one[1]
        assert differ, PICTURES("The light and the dark picture must differ: use the colours of the theme.")


def check_pictures_keep_secrets(game: AnyGame, played: Playthrough) -> None:
    """Dealing the things hidden from a viewer again changes nothing in their pictures."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(FEW)):
        for viewer in viewers(played)[:MAX_VIEWERS]:
            twin = game.imagine(state, viewer, Chance(played.seed).apart(f"pictured {index} {viewer}"))
            drawn = [_all_drawings(game, game.view(each, viewer), viewer, names) for each in (state, twin)]
            pictures = [[drawing.svg(shape=in_turn(played, index)) for drawing in each] for each in drawn]
            assert pictures[0] == pictures[1], SECRETS(f"A picture shows {whose(viewer)} something hidden.")


def _all_drawings(game: AnyGame, view: Any, viewer: int | None, names: Sequence[str]) -> list[Drawing]:
    queries = quick_queries(game) if viewer is not None else []
    answers = [game.answer(view, command, {}, names).drawing for command in queries]
    return [drawing for drawing in (game.draw(view, names), game.chart(view, names), *answers) if drawing]


def check_quiet_events_change_no_picture(game: AnyGame, played: Playthrough) -> None:
    """After an event of a quiet kind the room's picture is the same as before."""
    names = plain_names(played.seats)
    steps = [step for step in played.steps if any(event.kind in game.quiet for event in step.events)]
    for index, step in enumerate(steps[:: max(1, len(steps) // FEW)]):
        state, shape = step.before, in_turn(played, index)
        for event, after in zip(step.events, step.after, strict=True):
            if event.kind in game.quiet:
                boards = [pictured(game.draw(game.view(each, None), names), shape) for each in (state, after)]
                assert boards[0] == boards[1], PICTURES(
                    f"`quiet` names {event.kind}, but such an event changes the picture: take it out of `quiet`."
                )
            state = after
