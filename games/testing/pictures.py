"""Promises about pictures."""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any
from xml.etree import ElementTree as ET

from games.chance import Chance
from games.contract import AnyGame, Phrase, natures
from games.graphics.drawing import Drawing
from games.graphics.svg import LANDSCAPE, PHONE, WIDTH, legal
from games.graphics.theme import Shape
from games.testing.play import CLICKS, PICTURES, PIECES, SECRETS, Playthrough, plain_names
from games.testing.secrets import quick_queries, viewers, whose
from games.testing.words import WILD_NAMES

FEW = 4  # states of a game: drawing takes long
SOME = 8
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
    svg = game.board(game.view(played.states[0], None), plain_names(played.seats)).svg()
    assert svg, PICTURES("The drawing of the board must have a picture: give `Drawing` a third argument.")


def check_badges(game: AnyGame, played: Playthrough) -> None:
    """Small pictures of events, moves and cards are among the game's own, and what is hidden has none."""
    known, hidden = {"", *game.shows.badges}, natures(game).hidden
    for event in played.events:
        badges = game.shows.pictured(event)
        missing = {*badges} - known
        assert not missing, PICTURES(f"`pictured` names {sorted(missing)}, which `badges` doesn't draw.")
        shown = bool(badges) and event.kind in hidden
        assert not shown, PICTURES(f"“{event.kind}” is hidden: everybody would see a badge of it.")
    for state, _ in played.sample(SOME):
        phrases = (game.phrase(state, seat, move) for seat in game.awaits(state) for move in game.moves(state, seat))
        cards = game.shows.cards(game.view(state, None))
        missing = {*(each.badge for each in phrases), *(each.badge for each in cards)} - known
        assert not missing, PICTURES(f"`phrase` or `cards` name {sorted(missing)}, which `badges` doesn't draw.")


def check_pictures(game: AnyGame, played: Playthrough) -> None:
    """Boards and charts are complete SVGs of the usual width, with nothing in them that could load or run."""
    for index, (state, _) in enumerate(played.sample(FEW)):
        names = list(islice(cycle(HOSTILE), len(played.steps), len(played.steps) + played.seats))
        for viewer in (None, played.seats - 1):
            view = game.view(state, viewer)
            for drawing in (game.board(view, names), game.shows.chart(view, names)):
                for svg in filter(None, pictured(drawing, in_turn(played, index))):
                    _check_complete(svg)


def _check_complete(svg: str) -> None:
    root = _parsed(svg)
    assert root.tag == f"{SVG}svg", PICTURES("A picture must be an <svg> with its namespace: use svg.document.")
    wide, widths = root.get("width"), [str(each) for each in (LANDSCAPE[0], WIDTH, PHONE)]
    assert wide in widths, PICTURES(f"A picture must be {', '.join(widths[:-1])} or {widths[-1]} wide, not {wide}.")
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


def has_a_page(game: AnyGame, played: Playthrough) -> bool:
    """True if the board of a meeting is a page: people read and click there, not in a picture."""
    return game.meeting.board(game.view(played.states[0], None)) is not None


def check_names_are_in_the_picture(game: AnyGame, played: Playthrough) -> None:
    """Every player's whole name is in the picture of the board as a title, which browsers and screen readers show."""
    if has_a_page(game, played):
        return
    for index, (state, _) in enumerate(played.sample(FEW)):
        first = index * played.seats
        names = list(islice(cycle(HOSTILE), first, first + played.seats))
        for svg in filter(None, pictured(game.board(game.view(state, None), names), in_turn(played, index))):
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
        one, other = (pictured(game.board(game.view(state, None), names), shape) for _ in range(2))
        assert one == other, PICTURES("The same view must give the same picture.")
        differ = not any(one) or one[0] != one[1]
        assert differ, PICTURES("The light and the dark picture must differ: use the colours of the theme.")


def check_pictures_keep_secrets(game: AnyGame, played: Playthrough) -> None:
    """Dealing the things hidden from a viewer again changes nothing in their pictures."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(FEW)):
        for viewer in viewers(played)[:MAX_VIEWERS]:
            twin = game.secrets.imagine(state, viewer, Chance(played.seed).apart(f"pictured {index} {viewer}"))
            drawn = [_all_drawings(game, game.view(each, viewer), viewer, names) for each in (state, twin)]
            pictures = [[drawing.svg(shape=in_turn(played, index)) for drawing in each] for each in drawn]
            assert pictures[0] == pictures[1], SECRETS(f"A picture shows {whose(viewer)} something hidden.")
            words = [_words(game, game.view(each, viewer)) for each in (state, twin)]
            assert words[0] == words[1], SECRETS(f"A sheet or a page shows {whose(viewer)} something hidden.")


def _words(game: AnyGame, view: Any) -> tuple[object, ...]:
    return game.shows.sheet(view), game.shows.lead(view), game.meeting.board(view)


def _all_drawings(game: AnyGame, view: Any, viewer: int | None, names: Sequence[str]) -> list[Drawing]:
    queries = quick_queries(game) if viewer is not None else []
    answers = [game.shows.answer(view, command, {}, names).drawing for command in queries]
    return [drawing for drawing in (game.board(view, names), game.shows.chart(view, names), *answers) if drawing]


def check_quiet_events_change_no_picture(game: AnyGame, played: Playthrough) -> None:
    """After an event of a quiet kind the room's picture is the same as before."""
    names = plain_names(played.seats)
    steps = [step for step in played.steps if any(event.kind in natures(game).quiet for event in step.events)]
    for index, step in enumerate(steps[:: max(1, len(steps) // FEW)]):
        state, shape = step.before, in_turn(played, index)
        for event, after in zip(step.events, step.after, strict=True):
            if event.kind in natures(game).quiet:
                boards = [pictured(game.board(game.view(each, None), names), shape) for each in (state, after)]
                assert boards[0] == boards[1], PICTURES(
                    f"`quiet` names {event.kind}, but such an event changes the picture: take it out of `quiet`."
                )
            state = after


# --- spots -----------------------------------------------------------------------------------------------------------

LOADS = re.compile(r"url\(|javascript:", re.IGNORECASE)


def drawings(game: AnyGame, state: Any, seat: int | None, names: Sequence[str]) -> list[Drawing]:
    """The drawings that a seat sees: the board, and the answers to queries that have a button."""
    view = game.view(state, seat)
    queries = [] if seat is None else [command.name for command in game.commands if command.is_query and command.button]
    held = [game.shows.answer(view, name, {}, names).drawing for name in queries]
    return [drawing for drawing in (game.board(view, names), *held) if drawing is not None]


def _all_elements(drawn: Sequence[Drawing], shape: Shape) -> list[ET.Element]:
    return [element for drawing in drawn for element in _elements(drawing, shape)]


def check_spots_are_in_the_picture(game: AnyGame, played: Playthrough) -> int:
    """Every spot of a move is in a picture that its player sees. Returns how many moves can be clicked."""
    names = plain_names(played.seats)
    clicked = 0
    for index, (state, _) in enumerate(played.sample(SOME)):
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            wanted = [phrase for phrase in phrases if phrase.spots]
            if not wanted:
                continue
            shape = in_turn(played, index + seat)
            elements = _all_elements(drawings(game, state, seat, names), shape)
            there = {element.get("data-spot") for element in elements} | _held_spots(game, state, shape)
            _check_spots(wanted, there, seat, shape)
            clicked += len(wanted)
    return clicked


def _held_spots(game: AnyGame, state: Any, shape: Shape) -> set[str | None]:
    """The parts that a page shows with the players, beside a picture without them."""
    held = () if shape == "landscape" else game.shows.holdings(game.view(state, None))
    return {holding.spot for each in held for holding in each}


def _check_spots(wanted: Sequence[Phrase], there: set[str | None], seat: int, shape: Shape) -> None:
    for phrase in wanted:
        missing = sorted(set(phrase.spots) - there)
        assert not missing, CLICKS(
            f"The button {phrase.label!r} names the spots {missing}, which no {shape} picture of seat {seat} has: "
            "mark that part of the picture with svg.spot."
        )


def check_spots_distinguish_moves(game: AnyGame, played: Playthrough) -> None:
    """The same clicks never mean two moves, except for a move that still asks for words."""
    for state, _ in played.sample(SOME):
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            spots = [phrase.spots for phrase in phrases if phrase.spots and not phrase.asks]
            twice = {each for each in spots if spots.count(each) > 1}
            assert not twice, CLICKS(f"Two moves of seat {seat} have the same spots: {sorted(twice)}.")


def check_pictures_stand_in_a_page(game: AnyGame, played: Playthrough) -> None:
    """Many pictures fit into one page with a strict policy: no styles, no ids that could clash, nothing that loads."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(SOME // 2)):
        for viewer in (None, played.seats - 1):
            chart = game.shows.chart(game.view(state, viewer), names)
            drawn = [*drawings(game, state, viewer, names), *([chart] if chart else [])]
            for element in _all_elements(drawn, in_turn(played, index)):
                clashing = sorted({"style", "class", "id"} & set(element.attrib))
                assert not clashing, PICTURES(f"A picture must not use {clashing}: set fill, stroke and so on instead.")
                loading = [value for value in element.attrib.values() if LOADS.search(value)]
                assert not loading, PICTURES(f"A picture must not refer to anything outside itself: {loading}.")


# --- pieces ----------------------------------------------------------------------------------------------------------


def check_pieces_have_their_own_names(game: AnyGame, played: Playthrough) -> None:
    """No two pieces of a picture share a name, and none is inside another: both would be moved."""
    names = plain_names(played.seats)
    for index, (state, _) in enumerate(played.sample(SOME // 2)):
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
    moving = [found for found in _events(played) if game.shows.motions(found[0], found[1])]
    count = 0
    for index, (before, event, after) in enumerate(moving[:: max(1, len(moving) // SOME)]):
        shape = in_turn(played, index)
        known = {part for state in (before, after) for part in _parts(game, state, names, shape)}
        for motion in game.shows.motions(before, event):
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
    elements = _elements(game.board(game.view(state, None), names), shape)
    found = {element.get(name) for element in elements for name in ("data-piece", "data-spot")}
    found |= _held_spots(game, state, shape)
    return {name for name in found if name is not None}


def _elements(drawing: Drawing, shape: Shape) -> list[ET.Element]:
    svg = drawing.svg(shape=shape)
    return [] if svg is None else list(ET.fromstring(svg).iter())  # noqa: S314  drawn by the game


def check_dice(game: AnyGame, played: Playthrough) -> None:
    """A die shows one of its sides, and a seat of the game rolled it."""
    for event in played.events:
        for die in game.proof.dice(event):
            fits = 1 <= die.shown <= die.sides and 0 <= die.seat < played.seats
            assert fits, PIECES(f"`dice` says that seat {die.seat} rolled a {die.shown} of {die.sides}.")
