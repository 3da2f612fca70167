"""SVG for all games, built with the standard library's ElementTree, which escapes people's names."""

import re
from collections.abc import Callable, Hashable, ItemsView, Iterable, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from math import cos, pi, sin
from unicodedata import category, east_asian_width, normalize
from xml.etree import ElementTree as ET

from games.graphics.letters import AS_EMOJI, JOINER, NON_JOINER, clusters, cut, is_emoji, is_mark, parted
from games.graphics.theme import FONT, SEATS, Has, Theme, either, ink_on
from games.language import spoken, t

Element = ET.Element
Point = tuple[float, float]

WIDTH = 576  # units of a portrait picture; a phone shows it at two thirds, so text is at least 13 units high
PHONE = 420  # units of a board on a phone, which shows it 312 to 382 points wide: MIN_TEXT is at least 11 pixels
LANDSCAPE = (600, 400)  # units of a picture for chat, which shows it 350 to 550 points wide
MIN_TEXT = 15.5  # units of the smallest text on a landscape picture: 9 pixels at 350 points
_NAME_LIMIT = 80  # characters of a name that are considered for drawing

# Characters that need another font: ours has Latin, Greek, Cyrillic and common punctuation.
_FOREIGN = re.compile(
    "[^\u0020-\u007e\u00a0-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1e00-\u1fff"
    "\u2010-\u2027\u202f-\u203a\u20a0-\u20be\u2122\u2212\u221e]"
)
_INVISIBLE = {JOINER, NON_JOINER, AS_EMOJI, "\ufe0e"}  # they only change their neighbours
# A pile of accents would cover the lines above and below; no language needs more than three.
_ACCENT = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]"
_PILE = re.compile(f"({_ACCENT}{{3}}){_ACCENT}+")
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
# Widths of the characters from space to ~ in hundredths of the font size; see `_wide` for the others.
_WIDTHS = bytes.fromhex(
    "191a203e38493e1122232b39141c1a293838383838383838383818153337342f5a413e4142393744471b373f36574745"
    "3f453e3b3c4140593f3c3c1b291b2a2d1f363834383523383718183318583739383922342137304b322f3222182244"
)
_SPECIAL = re.compile(r'[&<>"\r\n\t]')
_MARKS = re.compile(r"[&<>\r\n\t]")
_ENTITIES = (
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"),
    ('"', "&quot;"), ("\r", "&#13;"), ("\n", "&#10;"), ("\t", "&#09;"),
)  # fmt: skip
_MARKUP = "markup"  # the tag of an element that stands for its text as it is
_SPACES = re.compile(r"\s{2,}|[^\S\u00a0\u202f]")  # those that are one plain space on a line
_PARTS = re.compile(r"[^ \n-]*-|[^ \n-]+[ \n]*|[ \n]+")  # a line may end after a hyphen or a space that breaks
_KNOWN = {
    "∞": 100, "−": 57, "’": 24, "·": 28, "«": 47, "»": 47, "„": 34, "¿": 47, "¡": 24, "ß": 59, "œ": 91,
    "\u00a0": 25, "\u202f": 25,
    "\ufdfd": 1000,  # a whole sentence
}  # fmt: skip
_EMOJI, _SQUARE, _LETTER, _SIGN = 125, 100, 68, 45


@lru_cache(maxsize=4096)  # the parts of a picture are mostly where they were in the last one
def number(value: float) -> str:
    """A number with at most one decimal, so that a picture is the same on every machine."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def legal(text: str) -> str:
    """The text without characters that XML doesn't allow and those that mark colours (theme.BETWEEN)."""
    return _ILLEGAL.sub("", text)


# --- elements --------------------------------------------------------------------------------------------------------


def document(width: float, height: float, theme: Theme, title: str = "") -> Element:
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
    for name, value in (("width", width), ("height", height)):
        root.set(name, number(value))
    root.set("viewBox", f"0 0 {number(width)} {number(height)}")
    root.set("font-family", FONT)
    if title:
        add(root, "title").text = legal(title)
    add(root, "rect", width=width, height=height, fill=theme.paper)
    return root


def add(parent: Element, tag: str, **attributes: str | float) -> Element:
    """Add a child element: `stroke_width=2` becomes `stroke-width="2"`."""
    element = ET.SubElement(parent, tag)
    for name, value in attributes.items():
        element.set(_dashed(name), value if isinstance(value, str) else number(value))
    return element


@cache
def _dashed(name: str) -> str:
    return name.replace("_", "-")


def group(parent: Element, x: float = 0, y: float = 0, *, scale: float = 1, title: str = "") -> Element:
    """A group of elements with its origin at (x, y); a browser shows the title as a tooltip."""
    element = ET.SubElement(parent, "g")
    if (x, y, scale) != (0, 0, 1):
        zoom = f" scale({scale:.3f})" if scale != 1 else ""
        element.set("transform", f"translate({number(x)} {number(y)}){zoom}")  # not prose
    if title:
        add(element, "title").text = legal(title)
    return element


def spot(element: Element, name: str) -> Element:
    """Make an element clickable: its name is one of a phrase's `spots`.

    Spots may overlap: a click means the topmost one that continues some choice.
    """
    element.set("data-spot", legal(name))
    return element


def piece(element: Element, name: str) -> Element:
    """Name a part that can move or change: the page carries it from its place in one picture to that in the next.

    No two pieces of a picture share a name, and a piece keeps its name. Pieces aren't nested.
    """
    element.set("data-piece", legal(name))
    return element


def names_card(element: Element, title: str) -> Element:
    """Make an element that names a card open it: a page knows the card by its title (Game.every_card)."""
    element.set("data-card", legal(title))
    return element


def area(parent: Element, left: float, top: float, width: float, height: float) -> Element:
    """An invisible clickable area, for a spot of thin lines or text."""
    return add(parent, "rect", x=left, y=top, width=width, height=height, fill="none", pointer_events="all")


def write(
    parent: Element,
    at: Point,
    words: str,
    size: float,
    fill: str,
    *,
    anchor: str = "middle",
    bold: bool = False,
    halo: str = "",
) -> None:
    """Write one line of text with its baseline at `at`. A halo keeps it legible over lines."""
    element = add(parent, "text", x=at[0], y=at[1], font_size=size, fill=fill)
    if anchor != "start":
        element.set("text-anchor", anchor)
    if bold:
        element.set("font-weight", "bold")
    if halo:
        for name, value in (("paint-order", "stroke"), ("stroke", halo), ("stroke-width", "4")):
            element.set(name, value)
    element.text = legal(words)


def path(parent: Element, shape: str, stroke: str, width: float = 2, fill: str = "none") -> Element:
    return add(
        parent, "path", d=shape, fill=fill, stroke=stroke, stroke_width=width, stroke_linecap="round",
        stroke_linejoin="round",
    )  # fmt: skip


def reuse(parent: Element, draw: Callable[..., None], *given: Hashable) -> None:
    """Draw a part that many pictures have in common: its markup is made once per set of arguments and language."""
    ET.SubElement(parent, _MARKUP).text = _markup(spoken(), draw, *given)


@lru_cache(maxsize=4096)
def _markup(_language: str, draw: Callable[..., None], *given: Hashable) -> str:
    root = ET.Element("g")
    draw(root, *given)
    written: list[str] = []
    for element in root:
        _serialise(element, written)
    return "".join(written)


def finish(root: Element) -> str:
    """The picture as text: the same as ElementTree's, in a third of the time."""
    written: list[str] = []
    _serialise(root, written)
    return "".join(written)


def _serialise(element: Element, written: list[str]) -> None:
    tag, text = element.tag, element.text
    if tag == _MARKUP:
        written.append(text or "")
        return
    attributes = _attributes(element.items())
    if not text and not len(element):
        written.append(f"<{tag}{attributes} />")
        return
    written.append(f"<{tag}{attributes}>")
    if text:
        written.append(_escaped(text))
    for child in element:
        _serialise(child, written)
    written.append(f"</{tag}>")


def _attributes(given: ItemsView[str, str]) -> str:
    written = "".join([f' {name}="{value}"' for name, value in given])
    if written.count('"') == 2 * len(given) and not _MARKS.search(written):  # nearly always
        return written
    return "".join([f' {name}="{_escaped(value, quote=True)}"' for name, value in given])


def _escaped(text: str, *, quote: bool = False) -> str:
    if not _SPECIAL.search(text):
        return text
    for character, entity in _ENTITIES if quote else _ENTITIES[:3]:
        text = text.replace(character, entity)
    return text


# --- words -----------------------------------------------------------------------------------------------------------


def drawable(text: str, theme: Theme, otherwise: str = "", limit: int = _NAME_LIMIT) -> str:
    """As much of a text as can be drawn, on one line; `otherwise` if that is nothing."""
    text = cut(text, limit)
    if _FOREIGN.search(text):
        text = _kept(text, theme.has)
    return _SPACES.sub(" ", _PILE.sub(r"\1", text)).strip() or otherwise


@lru_cache(maxsize=1024)  # a note is tried in several sizes, and drawn again after every move
def _kept(text: str, has: Has) -> str:
    kept = "".join(_drawn(letter, has) if _FOREIGN.search(letter) else letter for letter in clusters(text))
    # don't leave a lone exclamation mark of a sentence that can't be drawn
    return kept if any(category(c)[0] in "LNS" for c in kept) else ""


def _drawn(letter: str, has: Has) -> str:
    """As much of a letter as the fonts have, or its plain form (A for 𝓐), or a space."""

    def available(character: str) -> bool:
        if not _FOREIGN.match(character) or character in _INVISIBLE or "\U000e0020" <= character <= "\U000e007f":
            return True
        return character.isprintable() and has(character)

    for form in (letter, normalize("NFKC", letter)):
        kept = "".join(takewhile(available, form))
        if kept != form:
            kept = kept.rstrip("".join(_INVISIBLE))
        if kept and kept[0] not in _INVISIBLE:
            return kept
    return " "


@lru_cache(maxsize=4096)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The approximate width of a text; for letters that aren't Latin, fonts differ."""
    return sum(map(_wide, clusters(text))) * size / 100 * (1.03 if bold else 1)


@lru_cache(maxsize=4096)
def _wide(letter: str) -> int:
    """The width of a letter in hundredths of the font size."""
    first = letter[0]
    if letter.isascii():
        return _WIDTHS[ord(first) - 32] if " " <= first <= "~" else _LETTER
    if is_emoji(letter):
        return _EMOJI
    return sum(map(_wide_alone, letter))


def _wide_alone(character: str) -> int:
    if " " <= character <= "~":
        return _WIDTHS[ord(character) - 32]
    if character in _KNOWN:
        return _KNOWN[character]
    if "A" <= (plain := normalize("NFD", character)[0]) <= "z":  # an accent takes no room
        return _WIDTHS[ord(plain) - 32]
    if is_mark(character):
        return 0
    if east_asian_width(character) in "WF":
        return _SQUARE
    return {"So": _SQUARE, "Mc": _SIGN}.get(category(character), _LETTER)


def shorten(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it is wider than `room`."""
    if width_of(text, size, bold=bold) <= room:
        return text
    taken, end = width_of("…", size, bold=bold), 0
    for letter in clusters(text):
        taken += width_of(letter, size, bold=bold)
        if taken > room:
            break
        end += len(letter)
    return text[:end].rstrip() + "…"


def wrap(text: str, room: float, size: float, lines: int) -> list[str]:
    """Wrap the text to at most `lines` lines, the last one shortened."""
    return list(_wrapped(text, room, size, lines))


@lru_cache(maxsize=1024)  # the cards of a table are drawn again and again
def _wrapped(text: str, room: float, size: float, lines: int) -> Sequence[str]:
    rows: list[str] = []
    words = _PARTS.findall(text.strip())
    parts = [part for word in words for part in parted(word, lambda word: width_of(word, size) <= room)]
    while parts and len(rows) < lines - 1:
        row, count = parts[0], 1
        while count < len(parts) and width_of((row + parts[count]).rstrip(), size) <= room:
            row, count = row + parts[count], count + 1
        rows.append(shorten(row.rstrip(), room, size))
        parts = parts[count:]
    return [*rows, shorten("".join(parts), room, size)] if parts else rows


# --- players ---------------------------------------------------------------------------------------------------------


def shown_names(names: Sequence[str], theme: Theme) -> list[str]:
    """The names as far as they can be drawn; “Player 2” if nothing of a name can."""
    return [drawable(name, theme, t("Player {number}", number=seat + 1)) for seat, name in enumerate(names)]


def initials(names: Sequence[str], theme: Theme) -> Sequence[str]:
    """One letter per player, two where several names start alike; no two players get the same."""
    return _initials(tuple(names), theme, spoken())


@lru_cache(maxsize=1024)
def _initials(names: Sequence[str], theme: Theme, _language: str) -> Sequence[str]:
    shown = shown_names(names, theme)
    firsts = ["".join(_letters(name)[:1]).upper() for name in shown]
    marks: list[str] = []
    for seat, name in enumerate(shown):
        first = firsts[seat]
        words = [word[0] for word in map(_letters, name.split()[1:]) if word]
        seconds = [*words, *_letters(name)[1:]]
        found = [first] if first and firsts.count(first) == 1 else [first + second for second in seconds if first]
        # if somebody is called 3, the third seat is #3, which no name can be
        marks.append(next(mark for mark in (*found, str(seat + 1), f"#{seat + 1}") if mark not in marks))
    return marks


def _letters(text: str) -> list[str]:
    """The letters and digits of a name; its emoji if it has nothing else."""
    letters = list(clusters(text))
    return [each for each in letters if each[0].isalnum()] or [each for each in letters if is_emoji(each)]


_SHAPES = ("circle", "square", "hexagon", "diamond")


def token(
    parent: Element, seat: int, mark: str, radius: float, theme: Theme, *, turn: bool = False, least: float = 0
) -> None:
    """Draw a player's piece at the origin; each seat has its own combination of colour and shape.

    The mark is at least as large as `least`, even if it then reaches close to the edge; it may be empty.
    """
    colour, shape = SEATS[seat % len(SEATS)], _SHAPES[seat % len(_SHAPES)]
    if turn:
        _outline(parent, shape, radius + 3.5, theme.ink)
    _outline(parent, shape, radius, colour, either("#14171c", "#0c0e12"))
    if mark:
        size = max(least, radius * (1.05 if len(list(clusters(mark))) == 1 else 0.88))
        write(parent, (0, size * 0.36), mark, size, ink_on(colour), bold=True)


def _outline(parent: Element, shape: str, radius: float, fill: str, stroke: str = "none") -> None:
    if shape == "circle":
        add(parent, "circle", r=radius, fill=fill, stroke=stroke, stroke_width=1.5)
    else:
        add(
            parent,
            "path",
            d=_polygon(shape, radius),
            fill=fill,
            stroke=stroke,
            stroke_width=1.5,
            stroke_linejoin="round",
        )


@cache
def _polygon(shape: str, radius: float) -> str:
    corners, turned, factor = {"square": (4, 0.5, 1.28), "hexagon": (6, 0.0, 1.12), "diamond": (4, 0.0, 1.24)}[shape]
    angles = ((corner + turned) * 2 * pi / corners for corner in range(corners))
    return polygon((radius * factor * sin(angle), radius * factor * cos(angle)) for angle in angles)


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def warning(parent: Element, x: float, y: float, radius: float, theme: Theme) -> None:
    """A warning badge, for a player who is stuck."""
    add(parent, "circle", cx=x, cy=y, r=radius, fill=theme.alarm, stroke=theme.paper, stroke_width=1.5)
    stroke, dot = y + radius * 0.08, y + radius * 0.52
    shape = f"M{number(x)} {number(y - radius * 0.52)}V{number(stroke)}M{number(x)} {number(dot)}V{number(dot)}"
    path(parent, shape, ink_on(theme.alarm), radius * 0.3)
