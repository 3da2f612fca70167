"""Sizes and places of what a picture shows, with all transforms applied."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from games.graphics.svg import LANDSCAPE, MIN_TEXT, width_of

_STEP = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
_START = {"start": 0.0, "middle": 0.5, "end": 1.0}
_TOLERANCE = 2.0  # units: widths of letters are estimates


@dataclass(frozen=True, slots=True)
class Box:
    """A text, rectangle or circle on the canvas."""

    tag: str
    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0.0  # of the font
    fill: str = ""
    halo: str = ""  # around the letters

    def overlaps(self, other: "Box") -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > _TOLERANCE
            and min(self.bottom, other.bottom) - max(self.top, other.top) > _TOLERANCE
        )


def boxes(svg: str | None) -> Iterator[Box]:
    assert svg is not None
    yield from _within(ET.fromstring(svg), (0.0, 0.0), 1.0)


def _within(element: ET.Element, at: tuple[float, float], zoom: float) -> Iterator[Box]:
    for kind, values in _STEP.findall(element.get("transform", "")):
        numbers = [float(value) for value in values.split()]
        if kind == "translate":
            at = at[0] + zoom * numbers[0], at[1] + zoom * numbers[1]
        elif kind == "scale":
            zoom *= numbers[0]
    found = _box(element, at, zoom)
    if found:
        yield found
    for child in element:
        yield from _within(child, at, zoom)


def _box(element: ET.Element, at: tuple[float, float], zoom: float) -> Box | None:
    def value(name: str) -> float:
        return zoom * float(element.get(name, "0"))

    tag, text = element.tag.rpartition("}")[2], element.text or ""
    if tag == "text" and text:
        size, bold = value("font-size"), element.get("font-weight") == "bold"
        wide = width_of(text, size, bold=bold)
        left = at[0] + value("x") - wide * _START[element.get("text-anchor", "start")]
        base = at[1] + value("y")
        ink, halo = element.get("fill", ""), element.get("stroke", "")
        return Box(tag, text, left, base - 0.72 * size, left + wide, base + 0.2 * size, size, ink, halo)
    if tag == "rect":
        left, top = at[0] + value("x"), at[1] + value("y")
        return Box(tag, "", left, top, left + value("width"), top + value("height"))
    if tag == "circle":
        x, y, radius = at[0] + value("cx"), at[1] + value("cy"), value("r")
        return Box(tag, "", x - radius, y - radius, x + radius, y + radius)
    return None


def canvas(svg: str | None) -> tuple[float, float]:
    assert svg is not None
    root = ET.fromstring(svg)
    return float(root.get("width", "0")), float(root.get("height", "0"))


def check_inside(svg: str | None) -> None:
    """Nothing reaches over the edge of the canvas."""
    wide, high = canvas(svg)
    for box in boxes(svg):
        assert -_TOLERANCE <= box.left <= box.right <= wide + _TOLERANCE, box
        assert -_TOLERANCE <= box.top <= box.bottom <= high + _TOLERANCE, box


def check_apart(svg: str | None) -> None:
    """No text lies on another."""
    texts = [box for box in boxes(svg) if box.tag == "text"]
    texts.sort(key=lambda box: box.top)
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            if other.top > one.bottom:
                break
            assert not one.overlaps(other), (one, other)


def check_landscape(svg: str | None) -> None:
    """About 3:2, with no text too small for a phone and everything inside."""
    wide, high = canvas(svg)
    assert wide == LANDSCAPE[0]
    assert 360 <= high <= 430
    for box in boxes(svg):
        assert box.tag != "text" or box.size >= MIN_TEXT * wide / LANDSCAPE[0] - 0.01, box
    check_inside(svg)
