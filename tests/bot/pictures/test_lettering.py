"""Every letter is drawn in a font that has it, whatever fonts the machine has."""

import io
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.operations.doctor import fonts_check
from bot.pictures import fonts, lettering
from bot.pictures.fonts import EM, roboto
from bot.pictures.lettering import in_sight, lettered, levels, runs, typeset
from bot.pictures.painter import rasterise
from bot.settings import Settings
from games.graphics.drawing import Drawing
from games.graphics.svg import WIDTH, document, drawable, finish, width_of, write
from games.graphics.theme import coloured, theme
from tests.bot.pictures.font_files import bitmap, colour_font, disguised

HAN = {"李": "M", "雷": "W", "，": ","}
HEBREW = {"א": "a", "ב": "b", "ג": "c", " ": " ", "!": "!", "\u200f": "\u200f"}
EMOJI = {"🚀": "R", "👩": "F", "💻": "C", "\u200d": "\u200d", "1": "1", "\u20e3": "O", "☀": "S", " ": " "}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only folder with fonts on this machine; empty until a test puts some there."""
    monkeypatch.setattr(fonts, "_FOLDERS", (tmp_path, tmp_path / "that is not there"))
    _look_again()
    yield tmp_path
    _look_again()


@pytest.fixture
def scripts(folder: Path) -> Path:
    disguised(folder / "NotoSansHan-Regular.ttf", HAN)
    disguised(folder / "NotoSansHebrew-Regular.ttf", HEBREW)
    disguised(folder / "TestEmoji.ttf", EMOJI)
    return folder


def _look_again() -> None:
    fonts.others.cache_clear()
    fonts.has.cache_clear()
    typeset.cache_clear()
    lettering._placed.cache_clear()


def svg_of(words: str, anchor: str = "start") -> str:
    root = document(WIDTH, 60, theme())
    write(root, (WIDTH / 2, 40), words, 30, "#000000", anchor=anchor)
    return coloured(finish(root), dark=False)


def drawn(words: str, anchor: str = "start") -> Image.Image:
    return Image.open(io.BytesIO(rasterise(svg_of(words, anchor), 1.0))).convert("RGB")


def box(picture: Image.Image) -> tuple[int, int, int, int]:
    """The bounding box of the ink."""
    found = ImageChops.difference(picture, drawn("")).getbbox()
    assert found is not None
    return found


def alike(one: str, other: str, anchor: str = "start") -> bool:
    return ImageChops.difference(drawn(one, anchor), drawn(other, anchor)).getbbox() is None


def said(words: str) -> list[tuple[str, str]]:
    return [(run.font.path.stem.removesuffix("-Regular"), run.words) for run in runs(words)]


# --- fonts ---------------------------------------------------------------------------------------------------------


def test_a_machine_without_fonts(folder: Path) -> None:
    """Our own font is always there."""
    assert fonts.others() == ()
    assert [fonts.has(c) for c in "aЯΩ李🚀"] == [True, True, True, False, False]


def test_a_user_without_a_home_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As in a container: then there are no fonts in it, and no error."""
    monkeypatch.setattr(fonts, "_FOLDERS", (Path("~nobody-of-that-name/.local/share/fonts"),))
    assert fonts.others() == ()


def test_fonts_of_the_machine(scripts: Path) -> None:
    """Emoji first, then plain letters by name; broken, unsupported and redundant fonts are skipped."""
    disguised(scripts / "Zzz.ttf", {"李": "X"})
    disguised(scripts / "NotoSansHan-Bold.ttf", HAN)
    (scripts / "Broken.ttf").write_bytes(roboto().path.read_bytes()[:1000])
    (scripts / "Empty.otf").write_bytes(b"")
    (scripts / "notes.txt").write_text("no font")
    assert [font.path.stem for font in fonts.others()] == ["TestEmoji", "NotoSansHan-Regular", "NotoSansHebrew-Regular"]
    assert fonts.others()[1].bold.path == scripts / "NotoSansHan-Bold.ttf"
    assert fonts.has("李")
    assert not fonts.has("測")


# --- runs ----------------------------------------------------------------------------------------------------------


def test_runs(scripts: Path) -> None:
    """Each word in its font; a comma stays with its word, a compound emoji is one run, spaces are in our font."""
    assert said("Anna") == [("Roboto", "Anna")]
    assert said("李雷，Lei") == [("NotoSansHan", "李雷，"), ("Roboto", "Lei")]
    assert said("Anna 👩\u200d💻 x") == [("Roboto", "Anna "), ("TestEmoji", "👩\u200d💻"), ("Roboto", " x")]
    assert said("1\ufe0f\u20e3 1 ☀ x") == [
        ("TestEmoji", "1\ufe0f\u20e3"), ("Roboto", " 1 "), ("TestEmoji", "☀"), ("Roboto", " x"),
    ]  # fmt: skip
    assert said("אב ג!") == [("NotoSansHebrew", "אב ג!")]


def test_characters_that_no_font_has_are_left_out(scripts: Path) -> None:
    """Instead of being drawn as boxes."""
    assert said("李測雷") == [("NotoSansHan", "李雷")]
    assert alike("a測b", "ab")


def test_latin_looks_the_same_everywhere(scripts: Path) -> None:
    """A drawing in Latin, Greek and Cyrillic uses our font alone, whatever other fonts there are."""
    words = "Zoë, Анна & Εὐκλείδης “…”"
    assert {run.font for run in runs(words)} == {roboto()}
    assert "<text" not in lettered(svg_of(words))


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_runs_are_placed_one_after_the_other(scripts: Path, anchor: str) -> None:
    """As if all the letters were in one font."""
    assert alike("李雷", "MW", anchor)
    assert not alike("李雷", "", anchor)
    one, other = drawn("Hi 李 🚀 on", anchor), drawn("Hi M R on", anchor)
    assert all(abs(a - b) <= 2 for a, b in zip(box(one), box(other), strict=True))


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("אב", "ba"),
        ("אב on", "ba on"),
        ("Hi אב 🚀 גא on", "Hi ac R ba on"),
        ("אב 🚀 ג!", "!c R ba"),
    ],
)
def test_from_right_to_left(scripts: Path, words: str, seen: str) -> None:
    """Hebrew is reversed, with everything inside it; Latin text beside it stays where it is."""
    assert all(abs(a - b) <= 3 for a, b in zip(box(drawn(words)), box(drawn(seen)), strict=True))


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("אב 12 גד", ["דג", "21", "בא"]),
        ("x אב 12", ["x", "21", "בא"]),
        ("x 12 אב", ["x 12", "בא"]),
        ("(אב)", [")בא("]),
        ("אב x", ["בא", "x"]),
    ],
)
def test_numbers_between_two_directions(words: str, seen: list[str]) -> None:
    """A number inside Hebrew reads from left to right, and after a Latin word it stays with that word."""
    found = levels(words)
    shown = [(found[index], words[index]) for index in in_sight(found)]
    parts = ["".join(letter for _, letter in part) for level, part in groupby(shown, lambda each: each[0])]
    assert [part.strip() for part in parts if part.strip()] == [part[::-1] if part == "21" else part for part in seen]


def test_letters_are_shaped() -> None:
    """By the font's own tables: kerning in Roboto brings A and V closer."""
    apart = typeset("A").width + typeset("V").width
    assert typeset("AV").width < apart
    assert typeset("AV", bold=True).width != typeset("AV").width


def test_emoji_in_colour(folder: Path) -> None:
    """A glyph of several colours is drawn in them, where its line has it."""
    colour_font(folder / "TestEmoji.ttf", "🚀", {"red": (1, 0, 0, 1), "blue": (0, 0, 1, 1)})
    _look_again()
    picture = drawn("🚀")
    left, _, right, bottom = box(picture)
    assert (left, right, bottom) == (WIDTH // 2, WIDTH // 2 + 30, 40)
    assert [picture.getpixel((x, 30)) for x in (left + 5, right - 5)] == [(255, 0, 0), (0, 0, 255)]


def test_emoji_from_bitmaps(folder: Path) -> None:
    """Fonts like Apple's hold a PNG for each emoji."""
    bitmap(folder / "TestEmoji.ttf", "🚀", (0, 128, 0))
    _look_again()
    picture = drawn("🚀")
    left, top, right, bottom = box(picture)
    assert picture.getpixel(((left + right) // 2, (top + bottom) // 2)) == (0, 128, 0)


def test_what_a_text_has_besides_letters() -> None:
    """A halo behind it, a transform, and opacity come along; an empty text is nothing."""
    look = 'opacity="0.5" fill="#112233" stroke="#ffffff" paint-order="stroke" stroke-width="4"'
    text = f'<text x="1" y="2" font-size="8" transform="rotate(9)" {look}>M</text>'
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text x="1" />{}</svg>'
    found = lettered(svg.format(text))
    halo, letters = ET.fromstring(found)
    assert halo.get("stroke") == "#ffffff"
    assert float(halo.get("stroke-width", "0")) * 8 / EM == pytest.approx(4, abs=0.01)
    assert letters.get("stroke") is None
    for path in (halo, letters):
        assert (path.get("fill"), path.get("opacity")) == ("#112233", "0.5")
        assert (path.get("transform") or "").startswith("rotate(9)translate(1.00 2.00)scale(")


@pytest.mark.parametrize("inside", ["<text><tspan>a</tspan></text>", "<text>a<title>b</title></text>", "<text>"])
def test_texts_that_cannot_be_set(inside: str) -> None:
    """Rather no picture than one without its words."""
    with pytest.raises(ValueError, match=r"text|not an SVG"):
        lettered(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')


@given(words=st.text(max_size=30) | st.text(alphabet="a 李雷אב!🚀👩\u200d💻1\ufe0f\u20e3é\u0301", max_size=30))
def test_any_text_can_be_drawn(words: str) -> None:
    """Whatever people write, on this machine's fonts too."""
    shown = drawable(words, theme(has=fonts.has), "?")
    assert drawn(shown).size == (WIDTH, 60)


# --- drawings ------------------------------------------------------------------------------------------------------


def test_a_drawing_knows_what_can_be_drawn(folder: Path) -> None:
    """The same drawing has the full name in a browser, and its readable part where no font has the rest."""

    def svg(look: object) -> str:
        return drawable("李雷 Lei", look, "Player 1")  # type: ignore[arg-type]

    drawing = Drawing(lambda: "", lambda: "", svg)
    assert drawing.svg() == "李雷 Lei"
    assert drawing.svg(has=fonts.has) == "Lei"


def test_widths_of_chinese_and_emoji(scripts: Path) -> None:
    """Our estimates are a square for Chinese, and a quarter more for emoji."""
    assert width_of("李雷", 100) == 200
    assert width_of("👩\u200d💻🇩🇪", 100) == 250


async def test_the_doctor_lists_the_scripts(folder: Path) -> None:
    """It says which scripts pictures can show, and where to read about the rest; missing ones are not an error."""
    disguised(folder / "NotoSansKorean-Regular.ttf", {"김": "K", "민": "M"})
    (found,) = await fonts_check(Settings(_env_file=None))  # type: ignore[call-arg]  # pydantic-settings has it
    assert found.ok
    assert "Latin, Greek, Cyrillic and Korean." in found.what
    assert "For Chinese" in found.advice
    assert "docs/deployment.md" in found.advice
