"""Pictures in a language whose words are longer by two fifths: nothing leaves them, and no text lies on another."""

from collections.abc import Iterator
from functools import cache

import pytest

from games import language
from games.graphics.chart import Burndown, burndown
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, columns
from games.graphics.fitting import fitted
from games.graphics.svg import MIN_TEXT, width_of
from games.graphics.theme import Shape
from games.graphics.trends import Row, Trends, trends
from games.language import ENGLISH, languages, speaking, t
from tests.gallery.scenes import Scene, scenes
from tests.games.graphics.sizes import boxes, check_apart, check_inside
from tests.languages.pseudo import TAG, install

SHAPES: tuple[Shape, ...] = ("landscape", "portrait")
NAMES = [scene.file for scene in scenes() if scene.game in {"sprint", "scrumkin", "rugby", "workshop"}]
HOURS = (400, 378, 272, 226, 240, 190)
CONE = ((131, 178, 226), (70, 140, 226), (11, 102, 199), (0, 64, 177))


@pytest.fixture(scope="module", autouse=True)
def longer() -> Iterator[None]:
    install()
    yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


@pytest.fixture(scope="module")
def shown(longer: None) -> dict[str, Scene]:
    return in_language(TAG)


@cache
def in_language(tag: str) -> dict[str, Scene]:
    with speaking(tag):
        return {scene.file: scene for scene in scenes()}


def check(drawing: Drawing) -> None:
    for shape in SHAPES:
        svg = drawing.svg(shape=shape)
        check_inside(svg)
        check_apart(svg)


@pytest.mark.parametrize("name", NAMES)
def test_boards_hands_and_charts(name: str, shown: dict[str, Scene]) -> None:
    check(shown[name].drawing)


@pytest.mark.parametrize("name", NAMES)
def test_text_boards_and_alt_texts(name: str, shown: dict[str, Scene]) -> None:
    """A phone shows each line of the text board, and platforms take the alt text."""
    drawing = shown[name].drawing
    assert max(columns(line) for line in drawing.text.splitlines()) <= WIDTH, drawing.text
    assert len(drawing.alt) <= ALT_LIMIT or name.startswith("workshop")


@pytest.mark.parametrize("tag", [tag for tag in languages() if tag != ENGLISH])
def test_every_picture_in_every_language(tag: str) -> None:
    """Boards, hands and charts as they are posted."""
    for scene in in_language(tag).values():
        assert scene.drawing.language == tag
        svg = scene.drawing.svg(shape=scene.shape)
        check_inside(svg)
        check_apart(svg)
        assert max(columns(line) for line in scene.drawing.text.splitlines()) <= WIDTH, scene.drawing.text


@pytest.mark.parametrize("cone", [(), CONE], ids=["plain", "forecast"])
def test_the_burndown(cone: tuple[tuple[int, int, int], ...]) -> None:
    """Its legend goes on in another line, below which the plot is as much lower."""
    with speaking(TAG):
        title = t("Sprint burndown, hours per day") * 2
        drawing = burndown(Burndown(title, 375, 10, HOURS, 160, 300, cone))
    check(drawing)
    assert max(columns(line) for line in drawing.text.splitlines()) <= WIDTH, drawing.text


def test_trends() -> None:
    with speaking(TAG):
        rows = (
            Row(t("Worth the time, of 5"), (3.0, 4.5, None, 4.0), 5),
            Row(t("People who took part"), (50, 80, 100, None), 100, "%"),
            Row(t("Agreed actions that were done"), (None,) * 4, 100, "%"),
        )
        note = t("Subjects that come back: deployment, meetings, and what nobody wants to say.")
        drawing = trends(Trends(t("How the retrospectives went"), ("1 Dec 2026", "3 Mar 2027"), rows, note))
    check(drawing)


def test_words_get_smaller_before_they_are_cut() -> None:
    """Down to the smallest that a phone can show."""
    assert fitted("Sprint", 200, 20) == ("Sprint", 20)
    words, size = fitted("Sprint burndown", width_of("Sprint burndown", 17), 20)
    assert (words, round(size, 3)) == ("Sprint burndown", 17)
    words, size = fitted("Sprint burndown", 60, 20)
    assert (words.endswith("…"), size) == (True, MIN_TEXT)
    assert width_of(words, size) <= 60


def test_words_that_fit_when_smaller_are_not_cut() -> None:
    """However much too long they are: a size isn't taken to fit because it should."""
    words = "Sprint burndown"
    for share in range(810, 1000):
        room = width_of(words, 20, bold=True) * share / 1000
        shown, size = fitted(words, room, 20, bold=True)
        assert shown == words
        assert width_of(shown, size, bold=True) <= room


def test_no_text_is_smaller_than_in_english(shown: dict[str, Scene]) -> None:
    for name in NAMES:
        if name.startswith("scrumkin") and shown[name].shape == "landscape":
            sizes = [box.size for box in boxes(shown[name].drawing.svg()) if box.tag == "text"]
            assert min(sizes) >= MIN_TEXT - 0.01, name
