"""What all pictures are made of."""

import string
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.graphics.letters import clusters
from games.graphics.plot import Plot, nice_steps
from games.graphics.svg import (
    add,
    document,
    drawable,
    finish,
    group,
    initials,
    legal,
    number,
    shorten,
    shown_names,
    token,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import DARK, GREY, LIGHT, SEATS, Theme, ink_on

anything = st.text(alphabet=st.characters(), max_size=40)
BARE = replace(LIGHT, has=lambda _: False)  # a machine that has our font and no other
both = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@given(words=anything)
def test_whatever_people_are_called(words: str) -> None:
    """Any text comes back out of the SVG as it went in, but for the characters that XML cannot hold."""
    root = document(10, 10, LIGHT, words)
    write(group(root, title=words), (0, 0), words, 10, "#000000")
    svg = finish(root)
    svg.encode()  # no half of a surrogate pair is left
    parsed = ET.fromstring(svg)
    # a parser reads line ends as one kind
    expected = legal(words).replace("\r\n", "\n").replace("\r", "\n")
    assert [e.text or "" for e in parsed.iter() if e.tag.endswith("text")] == [expected]
    assert all((e.text or "") == expected for e in parsed.iter() if e.tag.endswith("title"))


@pytest.mark.parametrize(("value", "text"), [(1, "1"), (1.0, "1"), (0.25, "0.2"), (-0.04, "0"), (12.34, "12.3")])
def test_numbers(value: float, text: str) -> None:
    """One digit after the point at most, and no minus before a zero."""
    assert number(value) == text


def test_attributes() -> None:
    """Underscores become hyphens, and a value is escaped like any text."""
    root = document(1, 1, LIGHT)
    add(root, "path", stroke_width=2, d='"<&>')
    parsed = ET.fromstring(finish(root))[-1]
    assert parsed.attrib == {"stroke-width": "2", "d": '"<&>'}


# --- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna", "Anna"),
        ("👍🏽 Zoë 🎉", "Zoë"),
        ("測試", "?"),
        ("測試!", "?"),
        ("李雷 (Lei)", "(Lei)"),
        ("a\u0000b\nc", "a b c"),
        ("Анна ∞ Εὐκλείδης", "Анна ∞ Εὐκλείδης"),
        ("𝓐𝓵𝓲𝓬𝓮 ＢＯ", "Alice BO"),
        ("1\ufe0f\u20e3 first", "1 first"),
        ("!!", "!!"),
    ],
)
def test_without_other_fonts(text: str, shown: str) -> None:
    """Only what our font has is drawn, of fancy letters the plain ones; where nothing is left there are other words."""
    assert drawable(text, BARE, "?") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("👍🏽 Zoë 🎉", "👍🏽 Zoë 🎉"),
        ("測試", "測試"),
        ("👩\u200d💻 и अनिल", "👩\u200d💻 и अनिल"),
        ("a\u202egnp.b", "a gnp.b"),
        ("\u2067עומר\u2069", "עומר"),
        ("\ue000\ufffe\u200d", "?"),
        ("Z" + "\u0335" * 30 + "o", "Z\u0335\u0335\u0335o"),
    ],
)
def test_with_all_fonts(text: str, shown: str) -> None:
    """Every script is drawn; what turns the direction of texts, private characters and piles of accents never are."""
    assert drawable(text, LIGHT, "?") == shown


def test_a_part_of_an_emoji() -> None:
    """Where a font has the woman and not the computer, the woman is drawn, and nothing is left that joins nothing."""
    theme = replace(LIGHT, has=lambda character: character == "👩")
    assert drawable("👩\u200d💻!", theme) == "👩!"


wild = st.text(alphabet="aé\u0301測試さ。、👍🏽👩\u200d💻🇩🇪❤\ufe0fअनि्लสวัสดีעומר -", max_size=60)


@given(text=wild, room=st.floats(10, 300))
def test_shorten_between_letters(text: str, room: float) -> None:
    """What is left of a text in any script are whole letters: no accent, flag or family is torn apart."""
    shown = shorten(text, room, 16)
    if shown != text:
        kept = list(clusters(shown.removesuffix("…")))
        assert kept == list(clusters(text))[: len(kept)]
        assert width_of(shown, 16) <= max(room, width_of("…", 16))


@given(text=wild, room=st.floats(60, 300), lines=st.integers(1, 5))
def test_wrap_any_script(text: str, room: float, lines: int) -> None:
    """Lines of any script stay within their room, and what fits is all there."""
    rows = wrap(text, room, 16, lines)
    assert len(rows) <= lines
    assert all(width_of(row, 16) <= room for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert "".join("".join(rows).split()) == "".join(text.split())


def test_wrap_where_no_spaces_are() -> None:
    """Chinese is parted after any sign but never before a comma; Thai where the line is full, and between letters."""
    assert wrap("今天很好，明天更好。", 70, 16, 3) == ["今天很", "好，明天", "更好。"]
    rows = wrap("สวัสดีครับทุกคนในทีม", 80, 16, 9)
    assert len(rows) > 1
    assert "".join(rows) == "สวัสดีครับทุกคนในทีม"


@given(text=st.text(alphabet=string.printable, max_size=60), room=st.floats(10, 300), size=st.floats(8, 30))
def test_shorten(text: str, room: float, size: float) -> None:
    """A text that was cut says so and is no wider than its room, unless even an ellipsis is."""
    shown = shorten(text, room, size)
    if shown != text:
        assert shown.endswith("…")
        assert width_of(shown, size) <= max(room, width_of("…", size))


@given(text=st.text(alphabet="abc -", max_size=80), room=st.floats(60, 300), lines=st.integers(1, 4))
def test_wrap(text: str, room: float, lines: int) -> None:
    """No more lines than asked for, each within its room; what fits is all there."""
    rows = wrap(text, room, 10, lines)
    assert len(rows) <= lines
    assert all(width_of(row, 10) <= room for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert "".join("".join(rows).split()) == "".join(text.split())


def test_wrap_at_hyphens() -> None:
    """A long word is parted where it has a hyphen."""
    assert wrap("The Forty-Minute Build", 92, 13, 2) == ["The Forty-", "Minute Build"]


# --- players -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Anna", "Ben"), ["A", "B"]),
        (("Anna", "Anton", "Ben"), ["An", "At", "B"]),
        (("Player 1", "Player 2"), ["P1", "P2"]),
        (("x", "x", "x"), ["1", "2", "3"]),
        (("測試", "Ben", "!!"), ["測", "B", "3"]),
        (("李雷", "李明"), ["李雷", "李明"]),
        (("🚀", "👩\u200d💻 Ann", "e\u0301va"), ["🚀", "A", "E\u0301"]),
        (("अनिल", "नीना"), ["अ", "नी"]),
    ],
)
def test_initials(names: tuple[str, ...], marks: list[str]) -> None:
    """One letter where that is enough, two where several begin alike, a number where there is no letter."""
    assert initials(names, LIGHT) == marks


def test_initials_without_other_fonts() -> None:
    """Whoever has no letter that can be drawn goes by the number of the seat."""
    assert initials(("測試", "Ben", "🚀", "!!"), BARE) == ["P1", "B", "P3", "4"]


@given(names=st.lists(anything, min_size=1, max_size=12))
@example(names=["0", "3", "0"])
def test_initials_are_never_the_same(names: list[str]) -> None:
    """No two players have the same letters, whatever they are called, and nobody is without a name."""
    for theme in (LIGHT, BARE):
        marks = initials(names, theme)
        assert len(set(marks)) == len(names)
        assert all(1 <= len(list(clusters(mark))) <= 4 for mark in marks)
        assert all(shown_names(names, theme))


@both
def test_tokens_differ(theme: Theme) -> None:
    """Twelve pieces with the same letter differ in colour and shape, no two alike."""
    drawn = set()
    for seat in range(12):
        root = document(1, 1, theme)
        token(root, seat, "A", 10, theme)
        drawn.add(finish(root))
    assert len(drawn) == 12


# --- the theme -----------------------------------------------------------------------------------------------------


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it."""

    def light(colour: str) -> float:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@both
def test_words_can_be_read(theme: Theme) -> None:
    """Words stand out from what they are written on at least 4.5 to 1, as WCAG asks for."""
    for surface in (theme.paper, theme.panel):
        for ink in (theme.ink, theme.faint, theme.alarm, theme.accent):
            assert contrast(ink, surface) > 4.5, (ink, surface)
    for colour in (*SEATS, GREY):
        tint = theme.tint(colour)
        assert contrast(tint.line, tint.fill) > 4.5, colour
        assert contrast(ink_on(colour), colour) > 4.5, colour


# --- charts --------------------------------------------------------------------------------------------------------


@given(highest=st.floats(1, 20_000))
def test_nice_steps(highest: float) -> None:
    """A few round values, the last one at least as high as what is shown."""
    steps = nice_steps(highest)
    assert steps[0] == 0
    assert steps[-1] >= highest
    assert 2 <= len(steps) <= 7


def test_plot() -> None:
    """0 is at the lower left, the highest values at the upper right."""
    plot = Plot(10, 20, 110, 220, 5, 50)
    assert plot.at(0, 0) == (10, 220)
    assert plot.at(5, 50) == (110, 20)
