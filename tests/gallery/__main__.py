"""Draw the gallery again: the SVGs in this folder, docs/gallery.md and its pictures. Look at what changed."""

import io
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image

from bot.pictures import fonts
from bot.pictures.painter import rasterise
from tests.gallery.scenes import Scene, scenes

FOLDER = Path(__file__).parent
DOCS = Path(__file__).parents[2] / "docs"
TITLES = {"sprint": "The Scrum Game", "scrumkin": "Scrumkin", "rugby": "Scrum", "retro": "Retrospective"}
HEAD = """# Gallery

Every game at its important moments, drawn by `make gallery`. The same SVGs are in `tests/gallery/`, where a test
compares them; `scrum-table draw FILE --png OUT` draws any moment of an exported game. Emoji, and names and notes in
scripts other than Latin, Greek and Cyrillic, are drawn if the machine has fonts for them
([which ones](deployment.md#fonts)).
"""


def written(scene: Scene) -> str:
    """The SVG with one line per element, so that differences are readable."""
    svg = scene.drawing.svg(dark=scene.dark, shape=scene.shape)
    assert svg is not None
    root = ET.fromstring(svg)
    ET.indent(root, " ")
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    return ET.tostring(root, encoding="unicode") + "\n"


def path_of(scene: Scene) -> Path:
    return FOLDER / f"{scene.file}.svg"


def small_png(scene: Scene) -> bytes | None:
    """A picture the size a page shows, in few colours; None if this machine lacks fonts for it."""
    svg = scene.drawing.svg(dark=scene.dark, has=fonts.has, shape=scene.shape)
    assert svg is not None
    if svg != scene.drawing.svg(dark=scene.dark, shape=scene.shape):
        return None
    picture = Image.open(io.BytesIO(rasterise(svg, 1.25))).convert("RGB")
    out = io.BytesIO()
    picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def page(shown: Iterable[Scene]) -> str:
    parts = [HEAD]
    for game, found in groupby(shown, key=lambda scene: scene.game):
        parts.append(f"\n## {TITLES[game]}\n")
        pairs = list(found)
        parts += [_row(pairs[row : row + 2]) for row in range(0, len(pairs), 2)]
    return "".join(parts)


def _row(pair: Sequence[Scene]) -> str:
    captions = " | ".join(scene.caption for scene in pair)
    rule = " | ".join("---" for _ in pair)
    images = " | ".join(f"![{scene.caption}](pictures/{scene.file}.png)" for scene in pair)
    return f"\n| {captions} |\n| {rule} |\n| {images} |\n"


def main() -> None:
    shown = scenes()
    for folder, ending in ((FOLDER, "svg"), (DOCS / "pictures", "png")):
        folder.mkdir(exist_ok=True)
        for old in folder.glob(f"*.{ending}"):
            if old.stem not in {scene.file for scene in shown}:
                old.unlink()
    for scene in shown:
        path_of(scene).write_text(written(scene), "utf-8")
        if (png := small_png(scene)) is None:
            sys.stderr.write(f"{scene.file}.png is unchanged: this machine has no font for some of its letters\n")
        else:
            (DOCS / "pictures" / f"{scene.file}.png").write_bytes(png)
    (DOCS / "gallery.md").write_text(page(shown), "utf-8")


if __name__ == "__main__":
    main()
