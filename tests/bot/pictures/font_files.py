"""Fonts of other scripts for tests: Roboto under another name, in which some letters have other characters.

So a test knows what is drawn for a character, on every machine: a sign that stands for M is an M.
"""

import io
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.sbixGlyph import Glyph as SbixGlyph
from fontTools.ttLib.tables.sbixStrike import Strike
from PIL import Image

from bot.pictures.fonts import roboto


def disguised(path: Path, letters: dict[str, str]) -> Path:
    """A font that has just these characters, each with the letter that it looks like."""
    font = TTFont(roboto().path)
    names = font.getBestCmap()
    chosen = {ord(sign): names[ord(letter)] for sign, letter in letters.items()}
    for table in font["cmap"].tables:
        table.cmap = {code: name for code, name in chosen.items() if table.format != 4 or code < 0x10000}
    for tag in ("GSUB", "GPOS", "GDEF", "kern"):
        if tag in font:
            del font[tag]
    font.save(path)
    return path


def colour_font(path: Path, character: str, colours: dict[str, tuple[float, float, float, float]]) -> Path:
    """A colour font in layers, as Windows has: squares side by side, one for each colour."""
    builder = FontBuilder(1000, isTTF=True)
    layers = list(colours)
    builder.setupGlyphOrder([".notdef", "sign", *layers])
    builder.setupCharacterMap({ord(character): "sign"})
    shapes = {".notdef": _square(0, 1000), "sign": _square(0, 1000)}
    starts = {name: index * 1000 // len(layers) for index, name in enumerate(layers)}
    for name, start in starts.items():
        shapes[name] = _square(start, start + 1000 // len(layers))
    builder.setupGlyf(shapes)
    builder.setupHorizontalMetrics({name: (1000, starts.get(name, 0)) for name in shapes})
    builder.setupHorizontalHeader(ascent=1000, descent=0)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupCOLR({"sign": [(name, index) for index, name in enumerate(layers)]}, version=0)
    builder.setupCPAL([list(colours.values())])
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def bitmap(path: Path, character: str, colour: tuple[int, int, int]) -> Path:
    """A colour font of PNGs, as macOS has: a square of one colour."""
    picture = io.BytesIO()
    Image.new("RGB", (64, 64), colour).save(picture, "PNG")
    colour_font(path, character, {"layer": (0, 0, 0, 1)})
    font = TTFont(path)
    del font["COLR"], font["CPAL"]
    strike = Strike(ppem=64, resolution=72)
    strike.glyphs["sign"] = SbixGlyph(glyphName="sign", graphicType="png ", imageData=picture.getvalue())
    font["sbix"] = newTable("sbix")
    font["sbix"].version, font["sbix"].flags, font["sbix"].strikes = 1, 1, {64: strike}
    font.save(path)
    return path


def _square(left: int, right: int) -> object:
    pen = TTGlyphPen(None)
    pen.moveTo((left, 0))
    for point in ((left, 1000), (right, 1000), (right, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()
