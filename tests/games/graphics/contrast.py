"""The contrast of each text with what lies behind its letters, measured on the rendered picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from PIL import Image, ImageChops

from bot.pictures.painter import pixels
from tests.games.graphics.sizes import Box, boxes

LEAST = 4.5  # to one: what the accessibility guidelines (WCAG 2.2, 1.4.3) ask for
_SHARE = 0.1  # of a text's pixels may be on something else, such as the edge of a box
_SVG = "{http://www.w3.org/2000/svg}"
_PAINTED = ("rect", "circle", "ellipse", "path")
_INK = 128  # how much of a pixel a letter must cover


@dataclass(frozen=True, slots=True)
class Faint:
    """A text with too little contrast, and the colour behind most of its faint part."""

    text: str
    ink: str
    behind: str
    ratio: float
    share: float


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faint_texts(svg: str) -> Iterator[Faint]:
    """The texts of a picture that have too little contrast."""
    surface, letters = pixels(_without_texts(svg), 1.0), _letters(svg)
    for box in boxes(svg):
        if box.tag == "text" and box.text.strip():
            found = _faint(box, surface, letters)
            if found is not None:
                yield found


def _faint(box: Box, surface: Image.Image, letters: Image.Image) -> Faint | None:
    if box.halo:
        ratio = contrast(box.fill, box.halo)
        return None if ratio >= LEAST else Faint(box.text, box.fill, box.halo, ratio, 1.0)
    edges = (int(box.left) - 1, int(box.top) - 1, int(box.right) + 2, int(box.bottom) + 2)
    colours = _colours(surface.crop(edges), letters.crop(edges))
    ratios = {colour: contrast(box.fill, colour) for colour in colours}
    faint = {colour: count for colour, count in colours.items() if ratios[colour] < LEAST}
    share = sum(faint.values()) / max(1, sum(colours.values()))
    if share <= _SHARE:
        return None
    behind = max(faint, key=lambda colour: faint[colour])
    return Faint(box.text, box.fill, behind, ratios[behind], share)


def _colours(surface: Image.Image, letters: Image.Image) -> dict[str, int]:
    """How many pixels of each colour are behind the letters."""
    covered = Image.merge("RGBA", (*surface.split(), letters))
    counted: Any = covered.getcolors(covered.width * covered.height)
    return {f"#{red:02x}{green:02x}{blue:02x}": count for count, (red, green, blue, ink) in counted if ink}


def _without_texts(svg: str) -> str:
    return _kept(svg, ("text",))


def _letters(svg: str) -> Image.Image:
    """Which pixels the letters cover: 255 or 0."""
    black = ET.fromstring(_kept(svg, _PAINTED))
    for text in black.iter(f"{_SVG}text"):
        text.set("fill", "#000000")
        for name in ("stroke", "stroke-width", "paint-order"):
            text.attrib.pop(name, None)
    paper = ET.Element(f"{_SVG}rect", width=black.get("width", ""), height=black.get("height", ""), fill="#ffffff")
    black.insert(0, paper)
    shown = pixels(_text_of(black), 1.0).convert("L")
    return ImageChops.invert(shown).point(lambda ink: 255 if ink >= _INK else 0)


def _kept(svg: str, left_out: tuple[str, ...]) -> str:
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.removeprefix(_SVG) in left_out:
                parent.remove(child)
    return _text_of(root)


def _text_of(root: ET.Element) -> str:
    ET.register_namespace("", _SVG[1:-1])
    return ET.tostring(root, encoding="unicode")
