"""Draw the gallery again: the SVGs in this folder, docs/gallery.md and its pictures. Look at what changed.

`python -m tests.gallery --language de FOLDER` draws all of it in another language, into a folder of its own.
"""

import io
import sys
from collections.abc import Iterable
from html import escape
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image

from bot.pictures import fonts
from bot.pictures.painter import rasterise
from games.language import speaking
from tests.gallery.scenes import Scene, scenes

FOLDER = Path(__file__).parent
DOCS = Path(__file__).parents[2] / "docs"
TITLES = {
    "sprint": "The Scrum Game",
    "scrumkin": "Scrumkin",
    "rugby": "Scrum Rugby",
    "retro": "Retrospective",
    "workshop": "Workshop",
}
HEAD = """# Gallery

Every game at its important moments, light and dark. `make gallery` draws them, and `scrum-table draw FILE --png OUT`
any moment of an exported game.
"""
WIDTH = 400  # points
SCALE = 1.0  # pixels a unit


def written(scene: Scene) -> str:
    """The light SVG with one line per element, so that differences are readable; the dark one has other colours."""
    svg = scene.drawing.svg(shape=scene.shape)
    assert svg is not None
    root = ET.fromstring(svg)
    ET.indent(root, " ")
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    return ET.tostring(root, encoding="unicode") + "\n"


def path_of(scene: Scene) -> Path:
    return FOLDER / f"{scene.file}.svg"


def pictures(scene: Scene) -> dict[str, bytes]:
    """The PNG files, light and dark, by name; none if this machine lacks fonts for them."""
    names = (scene.file, f"{scene.file}-dark")
    if scene.drawing.svg(has=fonts.has, shape=scene.shape) != scene.drawing.svg(shape=scene.shape):
        return {}
    return {name: _small_png(scene, dark=dark) for name, dark in zip(names, (False, True), strict=True)}


def _small_png(scene: Scene, *, dark: bool) -> bytes:
    svg = scene.drawing.svg(dark=dark, has=fonts.has, shape=scene.shape)
    assert svg is not None
    picture = Image.open(io.BytesIO(rasterise(svg, SCALE))).convert("RGB")
    out = io.BytesIO()
    picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def files_of(shown: Iterable[Scene]) -> set[str]:
    """The names of all PNG files."""
    return {f"{scene.file}{ending}" for scene in shown for ending in ("", "-dark")}


def page(shown: Iterable[Scene]) -> str:
    parts = [HEAD]
    for game, found in groupby(shown, key=lambda scene: scene.game):
        parts.append(f"\n## {TITLES[game]}\n")
        parts += [_entry(scene) for scene in found]
    return "".join(parts)


def _entry(scene: Scene) -> str:
    """Light beside dark; without a table, so that they wrap on narrow pages."""
    both = (("", escape(scene.caption)), ("-dark", "The same, dark"))
    shown = (f'<img src="pictures/{scene.file}{ending}.png" width="{WIDTH}" alt="{alt}">' for ending, alt in both)
    return f"\n**{scene.caption}**\n\n{' '.join(shown)}\n"


def draw_in(language: str, folder: Path) -> None:
    """The light pictures in a language."""
    folder.mkdir(parents=True, exist_ok=True)
    with speaking(language):
        shown = scenes()
    for scene in shown:
        (folder / f"{scene.file}.png").write_bytes(_small_png(scene, dark=False))


def main() -> None:
    if sys.argv[1:2] == ["--language"]:
        draw_in(sys.argv[2], Path(sys.argv[3]))
        return
    shown = scenes()
    for folder, ending, names in (
        (FOLDER, "svg", {scene.file for scene in shown}),
        (DOCS / "pictures", "png", files_of(shown)),
    ):
        folder.mkdir(exist_ok=True)
        for old in folder.glob(f"*.{ending}"):
            if old.stem not in names:
                old.unlink()
    for scene in shown:
        path_of(scene).write_text(written(scene), "utf-8")
        drawn = pictures(scene)
        if not drawn:
            sys.stderr.write(f"{scene.file}.png is unchanged: this machine has no font for some of its letters\n")
        for name, png in drawn.items():
            (DOCS / "pictures" / f"{name}.png").write_bytes(png)
    (DOCS / "gallery.md").write_text(page(shown), "utf-8")


if __name__ == "__main__":
    main()
