"""What all pictures are made of."""

import string
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.plot import Plot, nice_steps
from games.svg import (
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
from games.theme import DARK, GREY, LIGHT, SEATS, Theme, ink_on

anything = st.text(alphabet=st.characters(), max_size=40)
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
        ("a\u0000b\nc", "a b c"),
        ("Анна ∞ Εὐκλείδης", "Анна ∞ Εὐκλείδης"),
    ],
)
def test_drawable(text: str, shown: str) -> None:
    """Only what the font has is drawn; where nothing is left there are other words."""
    assert drawable(text, "?") == shown


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
        (("測試", "Ben", "!!"), ["P", "B", "3"]),
        (("x", "x", "x"), ["1", "2", "3"]),
    ],
)
def test_initials(names: tuple[str, ...], marks: list[str]) -> None:
    """One letter where that is enough, two where several begin alike, a number where there is no letter."""
    assert initials(names) == marks


@given(names=st.lists(anything, min_size=1, max_size=12))
@example(names=["0", "3", "0"])
def test_initials_are_never_the_same(names: list[str]) -> None:
    """No two players have the same letters, whatever they are called, and nobody is without a name."""
    marks = initials(names)
    assert len(set(marks)) == len(names)
    assert all(1 <= len(mark) <= 4 for mark in marks)
    assert all(shown_names(names))


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
