"""SVG to pixels and to PNG. The only place that knows the renderer, ThorVG."""

import re
from functools import cache
from typing import Any

from PIL import Image
from thorvg_python.base import Result
from thorvg_python.canvas.sw import SwCanvas
from thorvg_python.engine import Engine
from thorvg_python.paint.picture import Picture

from bot.pictures.encoding import encoded, flat_colours, palette, reduced, sample
from bot.pictures.lettering import lettered

SCALE = 1.75  # pixels a unit, sharp on a phone; the time grows with the pixels
_BLOCK = 16_384
_SIZE = re.compile('<svg[^>]* width="([0-9.]+)"[^>]* height="([0-9.]+)"')


def rasterise(svg: str, scale: float = SCALE) -> bytes:
    """The PNG; ValueError if this isn't an SVG."""
    picture = pixels(svg, scale)
    if picture.mode == "RGB":
        picture = reduced(picture, palette([sample(picture)], flat_colours([svg])))
    return encoded(picture)


def size_of(svg: str, scale: float) -> tuple[int, int]:
    """The width and height in pixels."""
    found = _SIZE.match(svg)
    if found is None:
        raise ValueError("an SVG must begin with its width and height")
    width, height = (max(1, round(float(length) * scale)) for length in found.groups())
    return width, height


def pixels(svg: str, scale: float = SCALE) -> Image.Image:
    """The pixels as RGB, or as RGBA where the SVG leaves something transparent."""
    data = lettered(svg, scale).encode()
    # padded, because the binding keeps a type in memory for every length that it has seen
    data += b" " * (-len(data) % _BLOCK)
    size = size_of(svg, scale)
    picture = Picture(_engine())
    picture.ref()  # the canvas gives its own reference back
    try:
        if picture.load_data(data, "svg", None, copy=True) != Result.SUCCESS:
            raise ValueError("the renderer can't read this SVG")
        picture.set_size(*size)
        return _drawn(picture, size)
    finally:
        picture.unref(free=True)


def _drawn(picture: Picture, size: tuple[int, int]) -> Image.Image:
    canvas = _canvas()
    if (canvas.w, canvas.h) != size:
        canvas.set_target(*size)
    canvas.add(picture)
    try:
        canvas.update()
        canvas.draw(clear=True)
        canvas.sync()
    finally:
        canvas.remove()
    data: Any = canvas.buffer_arr
    shown = Image.frombuffer("RGBA", size, data, "raw", "RGBA", 0, 1)  # no copy
    if sample(shown).getchannel("A").getextrema() == (255, 255):
        return Image.frombytes("RGB", size, data, "raw", "RGBX")
    return Image.frombytes("RGBa", size, data, "raw", "RGBa").convert("RGBA")


@cache
def _engine() -> Engine:
    return Engine(threads=0)


@cache
def _canvas() -> SwCanvas:
    return SwCanvas(_engine())
