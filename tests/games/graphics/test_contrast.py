"""Every text of every game's pictures can be read on what lies behind it, light and dark."""

from itertools import groupby

import pytest

from games.graphics.drawing import Drawing
from games.graphics.svg import add, document, finish, group, write
from games.graphics.theme import Shape, Theme, either
from tests.gallery.scenes import Scene, scenes
from tests.games.graphics.contrast import LEAST, contrast, faint_texts

SHAPES: tuple[Shape, ...] = ("landscape", "portrait")
GAMES = {game: list(found) for game, found in groupby(scenes(), key=lambda scene: scene.game)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_has_enough_contrast(game: str, dark: bool) -> None:  # noqa: FBT001  a parameter of pytest
    """Boards, hands and charts from real games: on the pixels behind the letters, in the shape of the gallery."""
    for scene in GAMES[game]:
        assert not list(faint_texts(drawn(scene, scene.shape, dark=dark))), scene.file


@pytest.mark.parametrize("game", GAMES)
def test_texts_for_the_web_have_enough_contrast_too(game: str) -> None:
    """A few of the same in portrait, alternately light and dark."""
    for index, scene in enumerate(GAMES[game][::3]):
        assert not list(faint_texts(drawn(scene, "portrait", dark=index % 2 == 1))), scene.file


def drawn(scene: Scene, shape: Shape, *, dark: bool) -> str:
    svg = scene.drawing.svg(dark=dark, shape=shape)
    assert svg is not None
    return svg


# --- the measurement itself ----------------------------------------------------------------------------------------


def test_contrast_is_that_of_the_guidelines() -> None:
    """Black on white has the most; the grey that is just dark enough on white is known."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") < LEAST < contrast("#767676", "#ffffff")


def test_faint_texts_are_found() -> None:
    """On the paper, on a box in a group, half on a box; a halo counts instead of what it hides."""

    def picture(theme: Theme) -> str:
        root = document(300, 200, theme)
        write(root, (10, 30), "dark on dark", 16, either("#1d222b", "#333333"), anchor="start")
        box = group(root, 100, 50)
        add(box, "rect", width=100, height=40, fill="#888888")
        write(box, (50, 25), "on grey", 16, "#aaaaaa")
        add(root, "rect", x=10, y=100, width=60, height=40, fill="#1d222b")
        write(root, (10, 125), "half of this one", 16, either("#1d222b", "#ffffff"), anchor="start")
        write(root, (10, 125), "with a halo", 16, "#000000", anchor="start", halo="#ffffff")
        return finish(root)

    drawing = Drawing(str, str, picture)
    light, dark = ({found.text for found in faint_texts(drawing.svg(dark=dark) or "")} for dark in (False, True))
    assert light == {"on grey", "half of this one"}
    assert dark == {"dark on dark", "on grey"}
