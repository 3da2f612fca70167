"""Sets each text of an SVG in fonts that have its letters.

The rasteriser has a font fallback of its own, but it draws boxes when the fallback font combines several characters
into one glyph (an emoji with a profession, a flag, a Hindi word next to a Latin one). So each text is split here into
runs of one font each, placed one after the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from xml.etree import ElementTree as ET

from bot.pictures.fonts import Font, others, roboto
from games.graphics.letters import clusters, is_emoji, is_mark, reads_leftward
from games.graphics.svg import FOREIGN

_SVG = "http://www.w3.org/2000/svg"
_LEFTWARD = "\u200f"  # text between two of these marks is read from right to left
ET.register_namespace("", _SVG)


@dataclass(frozen=True, slots=True)
class Run:
    words: str
    font: Font


def lettered(svg: str) -> tuple[str, list[str]]:
    """The SVG with a font for every text, and the files of those fonts; ValueError if it isn't an SVG."""
    used = [str(font.path) for font in roboto()]
    if not FOREIGN.search(svg.replace("\n", "")):
        return svg, used
    try:
        root = ET.fromstring(svg)  # noqa: S314  # our own drawing
    except ET.ParseError as fault:
        raise ValueError(f"not an SVG: {fault}") from fault
    for parent in list(root.iter()):
        for text in parent.findall(f"{{{_SVG}}}text"):
            if text.text and FOREIGN.search(text.text):
                for font in _set(parent, text, runs(text.text)):
                    used += [str(path) for path in (font.path, font.bold) if path and str(path) not in used]
    return ET.tostring(root, encoding="unicode"), used


def runs(words: str) -> list[Run]:
    """In reading order; characters that no font has are dropped."""
    fonts: list[tuple[Font, str]] = []
    current = roboto()[0]
    for letter in clusters(words):
        font = _font_for(letter, current)
        if font is None:
            continue
        fonts.append((font, letter))
        if letter[0].isalnum() and not is_emoji(letter):  # in an emoji font, a space is as wide as an emoji
            current = font
    return [Run("".join(letter for _, letter in run), font) for font, run in groupby(fonts, lambda pair: pair[0])]


def _font_for(letter: str, current: Font) -> Font | None:
    """Roboto if possible, but punctuation stays in the font of the word before it."""
    plain = roboto()[0]
    needed = "".join(c for c in letter if not is_mark(c) or c < "\u200b") or letter
    if is_emoji(letter):
        wanted: tuple[Font, ...] = (*others(), plain)
    elif plain.has(needed) and not letter.isalnum():
        wanted = (current, plain)
    else:
        wanted = (plain, current, *others())
    found = (font for part in (needed, needed[0]) for font in wanted if font.has(part))
    return next(found, None)


def _set(parent: ET.Element, text: ET.Element, found: list[Run]) -> list[Font]:
    """Replace the text with its runs, starting where its anchor says."""
    plain, bold = roboto()
    if len(found) == 1:
        text.text = next(_seen(found))[1]
        text.set("font-family", found[0].font.family)
        return [found[0].font]
    size, x = float(text.get("font-size", "16")), float(text.get("x", "0"))
    heavy = text.get("font-weight") == "bold"
    widths = [size * _width(run, bold if heavy and run.font is plain else run.font) for run in found]
    x -= sum(widths) * {"middle": 0.5, "end": 1.0}.get(text.get("text-anchor", ""), 0.0)
    place = list(parent).index(text)
    parent.remove(text)
    for index, words in _seen(found):
        run = found[index]
        element = ET.Element(f"{{{_SVG}}}text", {**text.attrib, "x": f"{x:.2f}", "text-anchor": "start"})
        element.set("font-family", run.font.family)
        element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        element.text = words
        parent.insert(place, element)
        place, x = place + 1, x + widths[index]
    return [run.font for run in found]


def _width(run: Run, font: Font) -> float:
    return sum(font.width(letter) for letter in clusters(run.words))


def _seen(found: list[Run]) -> Iterator[tuple[int, str]]:
    """From left to right: right-to-left passages are reversed, with everything inside them."""
    at = 0
    while at < len(found):
        end = _end_of_leftward(found, at)
        whole = at == 0 and end == len(found) - 1
        for index in range(end, at - 1, -1):
            run = found[index]
            if reads_leftward(run.words) and run.font.has(_LEFTWARD):
                before, after = _LEFTWARD if whole or index > at else "", _LEFTWARD if whole or index < end else ""
                yield index, f"{before}{run.words}{after}"
            else:
                yield index, run.words
        at = end + 1


def _end_of_leftward(found: list[Run], at: int) -> int:
    """The last run of the right-to-left passage starting there, emoji and numbers between its words included."""
    end = at
    for index in range(at, len(found)):
        if reads_leftward(found[index].words):
            end = index
        elif index == at or any(map(str.isalpha, found[index].words)):
            break
    return end
