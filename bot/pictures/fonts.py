"""The fonts of this machine, read by HarfBuzz: which characters each has, and the shape of its glyphs.

Roboto comes as a package and is always the first choice, so pictures in Latin, Greek and Cyrillic look the same
everywhere. All other scripts, and emoji, use the machine's own fonts, and there may be none.
"""

import base64
import io
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from html import unescape
from importlib.resources import files
from math import ceil
from pathlib import Path

import uharfbuzz
from PIL import Image

from games.language import catalogue
from games.values import value

# --- fonts -----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

EM = 2048  # units of all outlines and widths, whatever units the font file uses
_HOME = Path("~")
_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    _HOME / ".local/share/fonts",
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    _HOME / "Library/Fonts",
    Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",  # not prose
    Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")) / "Microsoft/Windows/Fonts",  # not prose
)
_SUFFIXES = {".ttf", ".otf", ".ttc"}
# Apple's last resort has a box for every character
_SKIPPED = re.compile("bold|italic|oblique|light|thin|black|medium|condensed|lastresort", re.IGNORECASE)
_PREFERRED = (
    re.compile("emoji|emj", re.IGNORECASE),
    re.compile("^NotoSans(?!Mono|Math)"),
    re.compile("^(?!.*(Serif|Mono|Math))"),
)


class Font:
    """One font file. Of a collection only the first font is used; the others have the same characters."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.face = uharfbuzz.Face(_blob(path))
        self.characters = self.face.unicodes

    def has(self, text: str) -> bool:
        return all(ord(character) in self.characters for character in text)

    @cached_property
    def at_em(self) -> uharfbuzz.Font:
        """The font in the units of `EM`."""
        font = uharfbuzz.Font(self.face)
        font.scale = (EM, EM)
        return font

    @cached_property
    def in_colour(self) -> bool:
        return bool(self.face.has_color_paint or self.face.has_color_layers or self.face.has_color_png)

    @cached_property
    def bold(self) -> "Font":
        """The bold cut from the file next to this one; this font if there is none."""
        path = self.path.with_name(self.path.name.replace("Regular", "Bold"))
        return Font(path) if path != self.path and path.exists() else self


def _blob(path: Path) -> uharfbuzz.Blob:
    if sys.platform == "win32" and not str(path).isascii():
        return uharfbuzz.Blob(path.read_bytes())  # there HarfBuzz finds no file below C:/Users/Jörg
    return uharfbuzz.Blob.from_file_path(str(path))  # mapped, not read


@cache
def roboto() -> Font:
    return Font(Path(str(files("font_roboto") / "files" / "Roboto-Regular.ttf")))


@cache
def others() -> tuple[Font, ...]:
    """The machine's fonts that add characters to those before them: emoji come first, then plain letters."""
    return tuple(_useful(_FOLDERS))


@lru_cache(maxsize=4096)
def has(character: str) -> bool:
    """True if this machine can draw the character."""
    return roboto().has(character) or any(font.has(character) for font in others())


_TEXTS = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)


def can_write(svg: str) -> bool:
    """True if this machine can draw every letter of a picture's texts."""
    letters = {letter for text in _TEXTS.findall(svg) for letter in unescape(text) if letter.isalnum()}
    return all(map(has, letters))


def can_write_in(language: str) -> bool:
    """True if this machine can draw the letters of a language."""
    letters = {letter for text in catalogue(language).texts.values() for letter in text if letter.isalnum()}
    return all(map(has, letters))


def _useful(folders: Iterable[Path]) -> Iterator[Font]:
    known = uharfbuzz.Set()
    for path in _paths(folders):
        try:
            font = Font(path)
        except uharfbuzz.HarfBuzzError as error:
            log.debug("cannot read the font %s: %s", path.name, error)
            continue
        if not font.characters.issubset(known):  # a broken file has no characters
            known.update(font.characters)
            yield font


def _paths(folders: Iterable[Path]) -> list[Path]:
    found = (
        path
        for folder in folders
        for path in _files(Path(os.path.expanduser(folder)))  # noqa: PTH111  # Path's own fails without a home folder
        if path.suffix.lower() in _SUFFIXES and not _SKIPPED.search(path.stem)
    )
    return sorted(found, key=lambda path: (_rank(path.stem), path.name, path))


def _files(folder: Path) -> list[Path]:
    """Those below a folder; none if this user may not look into it."""
    return [Path(inside) / name for inside, _, names in os.walk(folder) for name in names]


def _rank(name: str) -> int:
    return next((rank for rank, form in enumerate(_PREFERRED) if form.search(name)), len(_PREFERRED))


# --- glyphs ----------------------------------------------------------------------------------------------------------


class _Pen:
    """A pen that writes an outline with relative coordinates: put anywhere, it's the same text."""

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
    """A glyph in colour; its place is in units of `EM`, y upwards."""

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
    """The glyph in colour; None if it has no colours."""
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
    """The layers and gradients of an emoji, drawn by HarfBuzz."""
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
