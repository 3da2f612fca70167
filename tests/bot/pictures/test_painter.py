"""Pixels and PNGs: true to the drawing, and small."""

import io
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.pictures.encoding import flat_colours
from bot.pictures.painter import pixels, rasterise, size_of
from games import GAMES
from games.contract import defaults
from games.testing.play import play

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'
PAPER = '<rect width="40" height="20" fill="#fbfaf6"/>'


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


@cache
def states(key: str) -> list[Any]:
    game = GAMES[key]
    seats = min(4, game.seats[-1])
    return play(game, 1, seats, defaults(game), sense=0.0 if game.bots.thinks else 0.9).states


def board(key: str, *, dark: bool = False) -> str:
    game, found = GAMES[key], states(key)
    view = game.view(found[len(found) // 2], None)
    svg = game.board(view, [f"Player {seat}" for seat in range(game.seats[-1])]).svg(dark=dark)
    assert svg is not None
    return svg


def test_sizes() -> None:
    """An SVG says its size first, and the picture is exactly as large as its scale makes it."""
    assert size_of(SVG.format(""), 1.5) == (60, 30)
    assert pixels(SVG.format(PAPER), 1.51).size == (60, 30)
    with pytest.raises(ValueError, match="width and height"):
        size_of("<svg/>", 1)


def test_paper_reaches_the_edges() -> None:
    """Even where a scale gives a fraction of a pixel."""
    picture = pixels(SVG.format(PAPER), 1.51)
    assert picture.getcolors() == [(60 * 30, (0xFB, 0xFA, 0xF6))]


def test_transparent_pictures_stay_transparent() -> None:
    """A drawing without paper has no palette; half a colour is half a colour."""
    found = opened(rasterise(SVG.format('<rect width="20" height="20" fill="#204080" opacity="0.5"/>'), 1))
    assert found.mode == "RGBA"
    assert found.getpixel((30, 10)) == (0, 0, 0, 0)
    half = found.getpixel((10, 10))
    assert isinstance(half, tuple)
    assert all(abs(one - other) <= 2 for one, other in zip(half, (0x20, 0x40, 0x80, 128), strict=True))


def test_one_picture_leaves_nothing_for_the_next() -> None:
    """The memory of the canvas is used again."""
    first = pixels(SVG.format(PAPER), 1)
    pixels(SVG.format('<rect width="40" height="20" fill="#000000"/>'), 1)
    assert first.getcolors() == [(800, (0xFB, 0xFA, 0xF6))]
    assert pixels(SVG.format(""), 1).getcolors() == [(800, (0, 0, 0, 0))]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("key", GAMES)
def test_the_palette_is_true(key: str, *, dark: bool) -> None:
    """Colours that a board names are exact wherever they fill something; edges differ by less than anybody sees."""
    svg = board(key, dark=dark)
    full, reduced = pixels(svg), opened(rasterise(svg))
    assert reduced.mode == "P"
    counts = {colour: count for count, colour in full.getcolors(1 << 20) or ()}
    kept = {colour: count for count, colour in reduced.convert("RGB").getcolors(256) or ()}
    for colour in flat_colours([svg]):
        if counts.get(colour, 0) > 2000:
            assert kept.get(colour, 0) >= counts[colour]
    red, green, blue = ImageChops.difference(full, reduced.convert("RGB")).split()
    errors = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    assert sum(errors[17:]) < 0.002 * sum(errors)
    assert sum(errors[33:]) < 0.0002 * sum(errors)


@pytest.mark.parametrize("key", GAMES)
def test_boards_are_small(key: str) -> None:
    assert len(rasterise(board(key))) < 110_000
