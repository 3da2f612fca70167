"""Makes the fonts of the web pages: python -m tests.adapters.web.fonts, with brotli installed.

Boards are measured for Roboto. The pages load the small file; a browser fetches the other one only for letters that
are in it. Other scripts use the fonts of the machine.
"""

from pathlib import Path

from fontTools import subset

from adapters.web.assets import STATIC
from bot.pictures.fonts import roboto

FONTS = STATIC / "fonts"
LATIN = "U+0020-007E,U+00A0-017F,U+2010-2027,U+2030-203A,U+20AC,U+2122,U+2212,U+221E"
GREEK_AND_CYRILLIC = "U+0180-024F,U+0370-03FF,U+0400-052F,U+1E00-1FFF,U+20A0-20AB,U+20AD-20BE"


def make(font: Path, name: str, characters: str) -> Path:
    """A part of a font as WOFF2, with its kerning."""
    file = FONTS / f"{name}.woff2"
    options = ["--flavor=woff2", "--layout-features=kern,mark,mkmk,ccmp", "--no-hinting", f"--output-file={file}"]
    subset.main([str(font), f"--unicodes={characters}", *options])
    return file


def main() -> None:
    FONTS.mkdir(exist_ok=True)
    for font, weight in ((roboto(), "regular"), (roboto().bold, "bold")):
        for part, characters in (("latin", LATIN), ("more", GREEK_AND_CYRILLIC)):
            file = make(font.path, f"roboto-{weight}-{part}", characters)
            print(file.name, file.stat().st_size)  # noqa: T201


if __name__ == "__main__":
    main()
