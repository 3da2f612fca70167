"""The texts of an SVG as outlines, shaped by HarfBuzz in fonts that have their letters.

The renderer then needs no fonts: every script is shaped properly, and lines are exactly as wide as their glyphs.
Emoji are set as small images.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from itertools import groupby
from unicodedata import bidirectional
from xml.parsers import expat

import uharfbuzz

from bot.pictures.fonts import EM, Emoji, Font, emoji, others, outline, roboto
from games.graphics.letters import clusters, is_emoji, is_mark
from games.values import value

# --- direction -------------------------------------------------------------------------------------------------------

_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N"}
_LEVELS = {"L": 0, "R": 1, "N": 2}  # even levels read from left to right


def levels(letters: Sequence[str]) -> list[int]:
    """The level of each letter: 0 and 2 run from left to right, 1 from right to left."""
    kinds = [_kind(letter) for letter in letters]
    if "R" not in kinds:
        return [0] * len(letters)
    base = "R" if "L" not in kinds else "L"
    _settle_numbers(kinds, base)
    _settle_neutrals(kinds, base)
    return [_LEVELS[kind] for kind in kinds]


def in_sight(levels: Sequence[int]) -> list[int]:
    """The indexes from left to right as they are seen."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def _kind(letter: str) -> str:
    """The direction of a letter: L, R, N for a number, or "" if it takes that of its neighbours."""
    return next((found for character in letter if (found := _STRONG.get(bidirectional(character)))), "")


def _settle_numbers(kinds: list[str], base: str) -> None:
    """Make a number after a Latin word part of that word."""
    strong = base
    for index, kind in enumerate(kinds):
        if kind == "N" and strong == "L":
            kinds[index] = "L"
        elif kind in {"L", "R"}:
            strong = kind


def _settle_neutrals(kinds: list[str], base: str) -> None:
    """Give what is between two letters of one direction that direction, anything else that of the line."""
    for index, kind in enumerate(kinds):
        if not kind:
            before = _direction(kinds[index - 1]) if index else base
            after = next((_direction(later) for later in kinds[index:] if later), base)
            kinds[index] = before if before == after else base


def _direction(kind: str) -> str:
    return "L" if kind == "L" else "R"


# --- lettering -------------------------------------------------------------------------------------------------------

_TEXT = re.compile("<text\\b([^>]*?)(?:/>|>([^<]*)</text>)")
_ATTRIBUTE = re.compile('([\\w:-]+)="([^"]*)"')
_SPACES = re.compile("[ \t\r\n]+")
_ANCHORS = {"middle": 0.5, "end": 1.0}
_OURS = {"x", "y", "text-anchor", "transform", "paint-order", "stroke", "stroke-width", "xml:space"}


@value
class Run:
    """Letters of one font and one direction."""

    words: str
    font: Font
    leftward: bool = False


@value
class _Line:
    """A line of text from x = 0 on its baseline, in units of `EM` and with y upwards."""

    outline: str
    emoji: tuple[tuple[Emoji, float, float], ...]
    width: float


def lettered(svg: str, scale: float = 1.0) -> str:
    """The SVG with outlines for its texts, and emoji as sharp as that scale needs; ValueError if it isn't SVG."""
    try:
        expat.ParserCreate().Parse(svg, True)  # noqa: FBT003  # takes no names
    except expat.ExpatError as error:
        raise ValueError(f"not an SVG: {error}") from error
    found = _TEXT.sub(lambda match: _placed(match[1], match[2] or "", scale), svg)
    if "<text" in found:
        raise ValueError("a <text> must hold nothing but text")
    return found


@lru_cache(maxsize=2048)  # most texts of a board are there again after the next move
def _placed(attributes: str, escaped: str, scale: float) -> str:
    """The elements that stand for one text; its colours and whatever else it has stay as they are."""
    given = dict(_ATTRIBUTE.findall(attributes))
    line = typeset(_SPACES.sub(" ", unescape(escaped)).strip(" "), bold=given.get("font-weight") == "bold")
    size = float(given.get("font-size", "16")) / EM
    x = float(given.get("x", "0")) - size * line.width * _ANCHORS.get(given.get("text-anchor", ""), 0.0)
    y = float(given.get("y", "0"))
    kept = "".join(
        f' {name}="{value}"' for name, value in given.items() if name not in _OURS and not name.startswith("font-")
    )
    moved = f"{given.get('transform', '')}translate({x:.2f} {y:.2f})scale({size:.6g} {-size:.6g})"  # not prose
    place = f' transform="{moved}"'
    found = ""
    if line.outline:
        shape = f'<path{kept}{place} d="{line.outline}"'
        found = f"{_halo(given, size, shape)}{shape}/>"
    return found + "".join(
        picture.element(x + left * size, y - up * size, size, scale) for picture, left, up in line.emoji
    )


def _halo(given: dict[str, str], size: float, shape: str) -> str:
    """The stroke of a text, always behind it."""
    if "stroke" not in given:
        return ""
    width = float(given.get("stroke-width", "1")) / size
    return f'{shape} stroke="{given["stroke"]}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'  # not prose


@lru_cache(maxsize=2048)
def typeset(words: str, *, bold: bool = False) -> _Line:
    shapes, pictures, x = [], [], 0.0
    for run in runs(words):
        font = run.font.bold if bold else run.font
        for glyph, left, up, advance in _shaped(run, font):
            if font.in_colour and (picture := emoji(font, glyph)):
                pictures.append((picture, x + left, up))
            elif shape := outline(font, glyph):
                shapes.append(f"M{x + left:.0f} {up:.0f}{shape}")
            x += advance
    return _Line("".join(shapes), tuple(pictures), x)


def _shaped(run: Run, font: Font) -> Iterator[tuple[int, float, float, float]]:
    """The glyphs of a run from left to right, each with its offset and its advance; never the box for a missing one."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(run.words)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if run.leftward else "ltr"
    uharfbuzz.shape(font.at_em, buffer)
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.codepoint:
            yield info.codepoint, position.x_offset, position.y_offset, position.x_advance


def runs(words: str) -> list[Run]:
    """The runs from left to right as they are seen, without letters that no font has."""
    letters = [(letter, font) for letter, font in _in_fonts(words) if font]
    found = []
    directed = zip(levels([letter for letter, _ in letters]), letters, strict=True)
    for (level, font), group in groupby(directed, lambda each: (each[0], each[1][1])):
        found.append((level, Run("".join(letter for _, (letter, _) in group), font, leftward=level == 1)))
    return [found[index][1] for index in in_sight([level for level, _ in found])]


def _in_fonts(words: str) -> Iterator[tuple[str, Font | None]]:
    plain = current = roboto()
    if plain.has(words) and not any(map(is_mark, words)):
        yield from ((letter, plain) for letter in words)
        return
    for letter in clusters(words):
        font = _font_for(letter, current)
        yield letter, font
        if font and letter[0].isalnum() and not is_emoji(letter):  # the spaces of emoji fonts are as wide as an emoji
            current = font


def _font_for(letter: str, current: Font) -> Font | None:
    """Roboto if it has the letter, but a comma stays in the font of the word before it."""
    plain = roboto()
    needed = "".join(c for c in letter if not is_mark(c) or c < "\u200b") or letter
    if is_emoji(letter):
        wanted: tuple[Font, ...] = (*others(), plain)
    elif plain.has(needed) and not letter.isalnum():
        wanted = (current, plain)
    else:
        wanted = (plain, current, *others())
    found = (font for part in (needed, needed[0]) for font in wanted if font.has(part))
    return next(found, None)
