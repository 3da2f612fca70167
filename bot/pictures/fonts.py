"""The fonts of this machine, read by HarfBuzz: which characters each has, and the shape of its glyphs.

Roboto comes as a package and is always the first choice, so pictures in Latin, Greek and Cyrillic look the same
everywhere. All other scripts, and emoji, use the machine's own fonts, and there may be none.
"""

import logging
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path

import uharfbuzz

log = logging.getLogger(__name__)

EM = 2048  # units of all outlines and widths, whatever units the font file uses
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
        self.face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))  # mapped, not read
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


@cache
def roboto() -> Font:
    return Font(Path(str(files("font_roboto") / "files" / "Roboto-Regular.ttf")))


@cache
def others() -> tuple[Font, ...]:
    """The machine's fonts that add characters to those before them: emoji come first, then plain letters."""
    return tuple(_useful(FOLDERS))


@lru_cache(maxsize=4096)
def has(character: str) -> bool:
    """Whether this machine can draw it."""
    return roboto().has(character) or any(font.has(character) for font in others())


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
        for path in Path(os.path.expanduser(folder)).rglob("*")  # noqa: PTH111  # Path's own fails without a home folder
        if path.suffix.lower() in _SUFFIXES and not _SKIPPED.search(path.stem)
    )
    return sorted(found, key=lambda path: (_rank(path.stem), path.name, path))


def _rank(name: str) -> int:
    return next((rank for rank, form in enumerate(_PREFERRED) if form.search(name)), len(_PREFERRED))
