"""Glyphs as outlines for an SVG path, and colour glyphs as images."""

import base64
import io
from functools import lru_cache
from math import ceil

import uharfbuzz
from PIL import Image

from bot.pictures.fonts import EM, Font
from games.values import value


class _Pen:
    """Writes an outline with relative coordinates: put anywhere, it's the same text."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._x = self._y = 0
        self._start = 0, 0

    def _to(self, letter: str, *points: tuple[float, float]) -> None:
        rounded = [(round(x), round(y)) for x, y in points]
        numbers = " ".join(f"{x - self._x} {y - self._y}" for x, y in rounded)
        self.parts.append(f"{letter}{numbers}")
        self._x, self._y = rounded[-1]

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # the names that pens have
        self._to("m", point)
        self._start = self._x, self._y

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._to("l", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._to("q", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._to("c", *points)

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("z")
        self._x, self._y = self._start


@lru_cache(maxsize=8192)
def outline(font: Font, glyph: int) -> str:
    """Path commands in units of `EM`, y upwards, from wherever the path is; empty for a space."""
    pen = _Pen()
    font.at_em.draw_glyph_with_pen(glyph, pen)
    return "".join(pen.parts)


@value
class Emoji:
    """A glyph in colour; where it stands is in units of `EM`, y upwards."""

    font: Font
    glyph: int
    left: float
    top: float
    width: float
    height: float

    def element(self, x: float, y: float, size: float, scale: float) -> str:
        """An `<image>`, as sharp as the scale needs; `size` is that of one unit."""
        wide, high = self.width * size, self.height * size
        return (
            f'<image x="{x + self.left * size:.2f}" y="{y - self.top * size:.2f}" width="{wide:.2f}" '
            f'height="{high:.2f}" href="{_data(self, ceil(wide * scale), ceil(high * scale))}"/>'
        )


@lru_cache(maxsize=1024)
def emoji(font: Font, glyph: int) -> Emoji | None:
    """None if this glyph has no colours."""
    extents = font.at_em.get_glyph_extents(glyph)
    if (
        extents is None
        or not extents.width
        or not (
            _bitmap(font, glyph) or font.face.glyph_has_color_paint(glyph) or font.face.get_glyph_color_layers(glyph)
        )
    ):
        return None
    return Emoji(font, glyph, extents.x_bearing, extents.y_bearing, extents.width, -extents.height)


def _bitmap(font: Font, glyph: int) -> bytes:
    """The PNG that fonts like Apple's and older ones of Google's have for an emoji."""
    found = font.at_em.get_glyph_color_png(glyph) if font.face.has_color_png else None
    return found.data if found else b""


@lru_cache(maxsize=256)
def _data(glyph: Emoji, width: int, height: int) -> str:
    if bitmap := _bitmap(glyph.font, glyph.glyph):
        picture = Image.open(io.BytesIO(bitmap)).convert("RGBA")
    else:
        picture = _painted(glyph, width)
    out = io.BytesIO()
    picture.resize((width, height), Image.Resampling.LANCZOS).save(out, "PNG", compress_level=1)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


def _painted(glyph: Emoji, width: int) -> Image.Image:
    """Layers and gradients, drawn by HarfBuzz."""
    font = uharfbuzz.Font(glyph.font.face)
    scale = round(64 * EM * width / glyph.width)  # 64 units a pixel
    font.scale = (scale, scale)
    paint = uharfbuzz.RasterPaint()
    paint.scale_factor = (64, 64)
    paint.set_glyph_extents(font.get_glyph_extents(glyph.glyph))
    paint.paint_glyph(font, glyph.glyph)
    image = paint.render()
    box = image.extents
    pixels = Image.frombuffer("RGBa", (box.width, box.height), image.buffer, "raw", "BGRa", box.stride, -1)
    return pixels.convert("RGBA")
