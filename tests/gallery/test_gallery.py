"""The gallery on file is what the games draw now."""

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from bot.pictures.fonts import has
from bot.pictures.painter import rasterise
from games.graphics.svg import LANDSCAPE, PHONE, WIDTH
from tests.gallery.__main__ import DOCS, FOLDER, files_of, page, path_of, written
from tests.gallery.scenes import Scene, scenes

SCENES = scenes()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.file)
def test_the_svg_is_the_one_on_file(scene: Scene) -> None:
    """If the change is intended, run `make gallery` and look at the picture."""
    assert written(scene) == path_of(scene).read_text("utf-8"), "run `make gallery` and look at what changed"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.file)
def test_the_picture_is_drawn_in_full(scene: Scene) -> None:
    """It has the SVG's size, and no quarter of it is blank."""
    svg = scene.drawing.svg(has=has, shape=scene.shape)
    assert svg is not None
    picture = Image.open(io.BytesIO(rasterise(svg, 1.0))).convert("RGB")
    root = ET.fromstring(svg)
    assert picture.width in {WIDTH, LANDSCAPE[0], PHONE}
    assert picture.size == tuple(round(float(root.get(side, "0"))) for side in ("width", "height"))
    wide, high = picture.width // 2, picture.height // 2
    for corner in ((0, 0), (wide, 0), (0, high), (wide, high)):
        part = picture.crop((*corner, corner[0] + wide, corner[1] + high))
        assert len(part.getcolors(1_000_000) or []) > 10, "a quarter of the picture is blank"


def test_the_files_are_those_of_the_scenes() -> None:
    """No picture is left over, and the page shows them all."""
    names = {scene.file for scene in SCENES}
    assert {file.stem for file in FOLDER.glob("*.svg")} == names
    assert {file.stem for file in (DOCS / "pictures").glob("*.png")} == files_of(SCENES)
    assert (DOCS / "gallery.md").read_text("utf-8") == page(SCENES)


def test_the_pictures_are_small() -> None:
    """Each below 150 kB, all together below 3 MB."""
    sizes = [file.stat().st_size for file in Path(DOCS / "pictures").glob("*.png")]
    assert max(sizes) < 150_000
    assert sum(sizes) < 3_000_000
