"""The fonts on this machine: which characters each has, and how wide they are.

Roboto comes as a package and is always tried first, so that pictures in Latin, Greek and Cyrillic look the same
everywhere. Other scripts need fonts installed on the machine, and there may be none.
"""

import logging
import os
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

from games.graphics.letters import is_emoji, is_mark

log = logging.getLogger(__name__)

_HOME = Path("~")
FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    _HOME / ".local/share/fonts",
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    _HOME / "Library/Fonts",
    Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",
)
_ENDINGS = {".ttf", ".otf", ".ttc"}
_OTHER_STYLES = re.compile("bold|italic|oblique|light|thin|black|medium|condensed", re.IGNORECASE)
_PLAIN = (
    re.compile("emoji|emj", re.IGNORECASE),
    re.compile("^NotoSans(?!Mono|Math)"),
    re.compile("^(?!.*(Serif|Mono|Math))"),
)
_KEYCAP = "\u20e3"
_WINDOWS, _UNICODE, _ENGLISH = 3, 0, 0x409


@dataclass(frozen=True, eq=False)
class Font:
    """One font file; of a collection only the first font, since the others have the same characters."""

    path: Path
    family: str
    glyphs: dict[int, int]  # by code point
    advances: Sequence[int]  # by glyph; glyphs past the end are as wide as the last
    units: int  # units per em

    def has(self, text: str) -> bool:
        return all(ord(c) in self.glyphs for c in text)

    def width(self, letter: str) -> float:
        """The width at size 1, approximate for scripts that join letters, such as Arabic and Hindi."""
        last = len(self.advances) - 1
        taken = [self.advances[min(self.glyphs.get(ord(c), 0), last)] for c in letter if not is_mark(c) or c == _KEYCAP]
        return (max(taken, default=0) if is_emoji(letter) else sum(taken)) / self.units

    @property
    def bold(self) -> Path | None:
        found = self.path.with_name(self.path.name.replace("Regular", "Bold"))
        return found if found != self.path and found.exists() else None


@cache
def roboto() -> tuple[Font, Font]:
    """Regular and bold."""
    folder = Path(str(files("font_roboto") / "files"))
    regular, bold = (_read(folder / f"Roboto-{style}.ttf") for style in ("Regular", "Bold"))
    return regular, bold


@cache
def others() -> tuple[Font, ...]:
    """The machine's fonts that add characters to the ones before; colour emoji first, then plain letters."""
    return tuple(_useful(FOLDERS))


@lru_cache(maxsize=4096)
def has(character: str) -> bool:
    """Whether this machine can draw it."""
    return roboto()[0].has(character) or any(font.has(character) for font in others())


def _useful(folders: Iterable[Path]) -> Iterator[Font]:
    known: set[int] = set()
    for path in _paths(folders):
        try:
            font = _read(path)
        except (OSError, ValueError, struct.error, LookupError) as fault:  # broken, or a format we don't read
            log.debug("Can't read the font %s: %s", path.name, fault)
            continue
        if not known.issuperset(font.glyphs):
            known.update(font.glyphs)
            yield font


def _paths(folders: Iterable[Path]) -> list[Path]:
    found = (
        path
        for folder in folders
        for path in Path(os.path.expanduser(folder)).rglob("*")  # noqa: PTH111  # Path.expanduser raises if there is no home folder
        if path.suffix.lower() in _ENDINGS and not _OTHER_STYLES.search(path.stem)
    )
    return sorted(found, key=lambda path: (_rank(path.stem), path.name, path))


def _rank(name: str) -> int:
    return next((rank for rank, form in enumerate(_PLAIN) if form.search(name)), len(_PLAIN))


# --- reading font files: OpenType, a directory of tables, all numbers big-endian -----------------------------------


def _read(path: Path) -> Font:
    with path.open("rb") as file:
        tables = _tables(file)
        (units,) = struct.unpack_from(">H", tables["head"], 18)
        (count,) = struct.unpack_from(">H", tables["hhea"], 34)
        advances = struct.unpack_from(f">{2 * count}H", tables["hmtx"])[::2]
        return Font(path, _family(tables["name"]), _glyphs(tables["cmap"]), advances, units)


def _tables(file: BinaryIO) -> dict[str, bytes]:
    start = 0
    if file.read(4) == b"ttcf":
        file.seek(12)
        (start,) = struct.unpack(">L", file.read(4))
    file.seek(start + 4)
    (count,) = struct.unpack(">H6x", file.read(8))
    places = {}
    for tag, _, at, length in struct.iter_unpack(">4sLLL", file.read(16 * count)):
        places[tag.decode("latin-1")] = at, length
    found = {}
    for tag in ("head", "hhea", "hmtx", "name", "cmap"):
        at, length = places[tag]
        file.seek(at)
        found[tag] = file.read(length)
    return found


def _family(table: bytes) -> str:
    """The name the rasteriser uses: that of the whole family if it has many styles."""
    count, texts = struct.unpack_from(">2xHH", table)
    names = {}
    for platform, _, language, kind, length, at in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
        if platform == _WINDOWS and language == _ENGLISH:
            names[kind] = table[texts + at : texts + at + length].decode("utf-16-be")
    return names.get(16) or names[1]


def _glyphs(table: bytes) -> dict[int, int]:
    (count,) = struct.unpack_from(">2xH", table)
    subtables = {}
    for platform, encoding, at in struct.iter_unpack(">HHL", table[4 : 4 + 8 * count]):
        if (platform, encoding) in {(_WINDOWS, 1), (_WINDOWS, 10)} or (platform == _UNICODE and encoding in {3, 4, 6}):
            (form,) = struct.unpack_from(">H", table, at)
            subtables[form] = at
    # the remaining format draws a box for every character (Apple's last resort), so it is ignored
    if 12 in subtables:
        return _ranges(table, subtables[12])
    return _segments(table, subtables[4])


def _ranges(table: bytes, at: int) -> dict[int, int]:
    (count,) = struct.unpack_from(">L", table, at + 12)
    glyphs: dict[int, int] = {}
    for first, last, glyph in struct.iter_unpack(">3L", table[at + 16 : at + 16 + 12 * count]):
        if last > sys.maxunicode:
            raise ValueError("code points outside Unicode")
        glyphs.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
    return glyphs


def _segments(table: bytes, at: int) -> dict[int, int]:
    (double,) = struct.unpack_from(">H", table, at + 6)
    count = double // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", table, at + 14 + part * double + (2 if part else 0)) for part in range(4)
    )
    glyphs: dict[int, int] = {}
    for index in range(count):
        for code in range(starts[index], ends[index] + 1):
            glyph = code
            if offsets[index]:
                place = at + 16 + 3 * double + 2 * index + offsets[index] + 2 * (code - starts[index])
                (glyph,) = struct.unpack_from(">H", table, place)
            if (not offsets[index] or glyph) and (found := (glyph + deltas[index]) & 0xFFFF) and code < 0xFFFF:
                glyphs[code] = found
    return glyphs
