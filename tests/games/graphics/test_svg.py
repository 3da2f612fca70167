"""The building blocks of all pictures."""

import re
import string
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.graphics.chart import Plot, nice_steps
from games.graphics.letters import clusters
from games.graphics.svg import (
    Element,
    add,
    area,
    document,
    drawable,
    finish,
    group,
    initials,
    legal,
    number,
    reuse,
    shorten,
    shown_names,
    spot,
    token,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import BETWEEN, GREY, SEATS, THEME, coloured, either, ink_on, mix

anything = st.text(alphabet=st.characters(), max_size=40)
BARE = replace(THEME, has=lambda _: False)  # a machine with our font only


@given(words=anything)
def test_any_text_can_be_written_into_an_svg(words: str) -> None:
    """A parser reads the same text, without the characters that XML doesn't allow."""
    root = document(10, 10, THEME, words)
    write(group(root, title=words), (0, 0), words, 10, "#000000")
    svg = finish(root)
    svg.encode()  # no half of a surrogate pair is left
    parsed = ET.fromstring(svg)
    # a parser normalises line ends
    expected = legal(words).replace("\r\n", "\n").replace("\r", "\n")
    assert [e.text or "" for e in parsed.iter() if e.tag.endswith("text")] == [expected]
    assert all((e.text or "") == expected for e in parsed.iter() if e.tag.endswith("title"))


@pytest.mark.parametrize(("value", "text"), [(1, "1"), (1.0, "1"), (0.25, "0.2"), (-0.04, "0"), (12.34, "12.3")])
def test_numbers_have_at_most_one_decimal(value: float, text: str) -> None:
    """And there is no minus before a zero."""
    assert number(value) == text


def test_attributes_are_hyphenated_and_escaped() -> None:
    """Python's `stroke_width` is SVG's `stroke-width`."""
    root = document(1, 1, THEME)
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
def test_what_can_be_drawn_with_our_font_only(text: str, shown: str) -> None:
    """Fancy letters become plain ones; if nothing is left, the fallback is drawn."""
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
def test_what_can_be_drawn_with_all_fonts(text: str, shown: str) -> None:
    """Every script; but never direction controls, private characters and piles of accents."""
    assert drawable(text, THEME, "?") == shown


def test_an_emoji_is_drawn_as_far_as_the_font_has_it() -> None:
    """If a font has the woman but not the computer, the woman is drawn, without a dangling joiner."""
    theme = replace(THEME, has=lambda character: character == "👩")
    assert drawable("👩\u200d💻!", theme) == "👩!"


wild = st.text(alphabet="aé\u0301測試さ。、👍🏽👩\u200d💻🇩🇪❤\ufe0fअनि्लสวัสดีעומר -", max_size=60)


@given(text=wild, room=st.floats(10, 300))
def test_any_script_is_shortened_between_letters(text: str, room: float) -> None:
    """No accent, flag or family is torn apart, and what fits is complete."""
    shown = shorten(text, room, 16)
    if width_of(text, 16) <= room:
        assert shown == text
    else:
        assert shown.endswith("…")
        kept = list(clusters(shown.removesuffix("…")))
        assert kept == list(clusters(text))[: len(kept)]
        assert width_of(shown, 16) <= max(room, width_of("…", 16))


@given(text=wild, room=st.floats(60, 300), lines=st.integers(1, 5))
def test_lines_of_any_script_stay_within_their_room(text: str, room: float, lines: int) -> None:
    """And a text that fits is complete."""
    rows = wrap(text, room, 16, lines)
    assert len(rows) <= lines
    assert all(width_of(row, 16) <= room for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert "".join("".join(rows).split()) == "".join(text.split())


def test_scripts_without_spaces_wrap() -> None:
    """Chinese after any sign but never before a comma; Thai where the line is full, between letters."""
    assert wrap("今天很好，明天更好。", 70, 16, 3) == ["今天很", "好，明天", "更好。"]
    rows = wrap("สวัสดีครับทุกคนในทีม", 80, 16, 9)
    assert len(rows) > 1
    assert "".join(rows) == "สวัสดีครับทุกคนในทีม"


@given(text=st.text(alphabet=string.printable, max_size=60), room=st.floats(10, 300), size=st.floats(8, 30))
def test_a_shortened_text_ends_with_an_ellipsis(text: str, room: float, size: float) -> None:
    """Is as long as its room allows, and no wider, unless the ellipsis alone is."""
    shown = shorten(text, room, size)
    if width_of(text, size) <= room:
        assert shown == text
    else:
        kept = shown.removesuffix("…")
        assert (text.startswith(kept), shown) == (True, f"{kept}…")
        assert width_of(shown, size) <= max(room, width_of("…", size)) + 1e-9  # sums in another order
        longer = (end for end in range(len(kept) + 1, len(text)) if not text[end - 1].isspace())
        more = next(longer, len(text))
        assert width_of(f"{text[:more]}…", size) > room - 1e-9


@given(text=st.text(alphabet="abc -", max_size=80), room=st.floats(60, 300), lines=st.integers(1, 4))
def test_wrapped_lines_stay_within_their_room(text: str, room: float, lines: int) -> None:
    """There are no more lines than asked for, and a text that fits is complete."""
    rows = wrap(text, room, 10, lines)
    assert len(rows) <= lines
    assert all(width_of(row, 10) <= room for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert "".join("".join(rows).split()) == "".join(text.split())


def test_letters_are_as_wide_as_their_kind() -> None:
    """Chinese signs and symbols are square, emoji wider still, and an accent takes no room of its own."""
    assert [width_of(sign, 10) for sign in ("測", "Ａ", "☃", "☃☃")] == [10, 10, 10, 20]
    assert width_of("🚀", 10) == width_of("❤\ufe0f", 10) == width_of("👩\u200d💻", 10) == 12.5
    assert width_of("e\u0301", 10) == width_of("e", 10) < width_of("m", 10) < width_of("W", 10)
    assert width_of("न", 10) < width_of("नी", 10) < width_of("नन", 10)
    assert width_of("m", 10, bold=True) == pytest.approx(1.03 * width_of("m", 10))
    assert [round(width_of(character, 100)) for character in " ~\x7f"] == [25, 68, 68]


def test_words_wrap_at_hyphens() -> None:
    """As in “Forty-Minute”."""
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
def test_initials_by_example(names: tuple[str, ...], marks: list[str]) -> None:
    """One letter if that is enough, two if several names start alike, a number if there is no letter."""
    assert initials(names, THEME) == marks


def test_initials_with_our_font_only() -> None:
    """A name without a drawable letter is replaced by the number of the seat."""
    assert initials(("測試", "Ben", "🚀", "!!"), BARE) == ["P1", "B", "P3", "4"]


@given(names=st.lists(anything, min_size=1, max_size=12))
@example(names=["0", "3", "0"])
def test_initials_are_unique(names: list[str]) -> None:
    """Whatever the names are; and everybody has a name that can be drawn."""
    for theme in (THEME, BARE):
        marks = initials(names, theme)
        assert len(set(marks)) == len(names)
        assert all(1 <= len(list(clusters(mark))) <= 4 for mark in marks)
        assert all(shown_names(names, theme))


def test_twelve_tokens_with_the_same_letter_differ() -> None:
    """In colour or in shape."""
    drawn = set()
    for seat in range(12):
        root = document(1, 1, THEME)
        token(root, seat, "A", 10, THEME)
        drawn.add(finish(root))
    assert len(drawn) == 12


# --- the theme -----------------------------------------------------------------------------------------------------


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""

    def light(colour: str) -> float:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_has_enough_contrast(*, dark: bool) -> None:
    """At least 4.5 to 1 against its background, as WCAG requires."""

    def legible(ink: str, surface: str) -> bool:
        return contrast(coloured(ink, dark=dark), coloured(surface, dark=dark)) > 4.5

    for surface in (THEME.paper, THEME.panel):
        for ink in (THEME.ink, THEME.faint, THEME.alarm, THEME.accent):
            assert legible(ink, surface), (ink, surface)
    for colour in (*SEATS, GREY):
        tint = THEME.tint(colour)
        assert legible(tint.line, tint.fill), colour
        assert legible(ink_on(colour), colour), colour


def test_a_picture_is_drawn_once_for_both_colours() -> None:
    """Mixed colours and inks follow; a colour that is the same in both stays as it is."""
    pair = either("#ffffff", "#000000")
    root = document(1, 1, THEME)
    for fill in (pair, ink_on(pair), mix(pair, "#808080", 0.5), either(pair, mix(pair, "#808080", 0.5)), "#123456"):
        add(root, "rect", fill=fill)
    fills = [re.findall('rect fill="(.*?)"', coloured(finish(root), dark=dark)) for dark in (False, True)]
    assert fills[0] == ["#ffffff", "#14171c", "#c0c0c0", "#ffffff", "#123456"]
    assert fills[1] == ["#000000", "#ffffff", "#404040", "#404040", "#123456"]


def test_what_people_write_is_no_colour() -> None:
    """A note that looks like a pair of colours is drawn as it was written."""
    root = document(1, 1, THEME, f"#ffffff{BETWEEN}#000000")
    write(root, (0, 0), f"#ffffff{BETWEEN}#000000", 10, "#000000")
    assert coloured(finish(root), dark=True).count("#ffffff#000000") == 2


# --- charts --------------------------------------------------------------------------------------------------------


@given(highest=st.floats(1, 20_000))
def test_the_steps_of_an_axis_reach_the_highest_value(highest: float) -> None:
    """From 0, in two to seven values."""
    steps = nice_steps(highest)
    assert steps[0] == 0
    assert steps[-1] >= highest
    assert 2 <= len(steps) <= 7


@pytest.mark.parametrize(
    ("highest", "steps"),
    [
        *[(0, [0, 1]), (5, [0, 1, 2, 3, 4, 5]), (6, [0, 2, 4, 6]), (21, [0, 5, 10, 15, 20, 25])],
        *[(120, [0, 25, 50, 75, 100, 125]), (300, [0, 100, 200, 300]), (1_200, [0, 250, 500, 750, 1_000, 1_250])],
        *[(10_000, [0, 2_000, 4_000, 6_000, 8_000, 10_000]), (14_000, [0, 5_000, 10_000, 15_000])],
    ],
)
def test_the_steps_of_an_axis_are_round(highest: float, steps: list[float]) -> None:
    """No more of them than needed."""
    assert nice_steps(highest) == steps


def test_a_plot_starts_at_the_lower_left() -> None:
    """And its highest values are at the upper right."""
    plot = Plot(10, 20, 110, 220, 5, 50)
    assert plot.at(0, 0) == (10, 220)
    assert plot.at(5, 50) == (110, 20)


def test_a_picture_is_what_elementtree_makes_of_it() -> None:
    """Our own serialization is quicker, and the same to the byte, whatever people are called."""
    root = document(10, 20, THEME, "a & b")
    write(group(root, 1, 2, title='<"'), (0, 0), 'x < y & "z" > \t\n', 12, "#000000")
    spot(area(root, 0, 0, 1, 1), 'a"b<c>&\n\t\r')
    assert finish(root) == ET.tostring(root, encoding="unicode")


def test_what_is_reused_is_drawn_once() -> None:
    """It appears in every picture as if it had been drawn there."""
    drawn = []

    def star(at: Element, size: float) -> None:
        drawn.append(size)
        add(group(at, 1, 1), "circle", r=size)

    pictures = []
    for _ in range(2):
        root = document(10, 20, THEME)
        reuse(root, star, 3.0)
        reuse(group(root, 5, 5), star, 4.0)
        pictures.append(finish(root))
    assert drawn == [3.0, 4.0]
    plain = document(10, 20, THEME)
    star(plain, 3.0)
    star(group(plain, 5, 5), 4.0)
    assert pictures == [finish(plain)] * 2


def test_french_marks_stay_beside_their_words() -> None:
    """A space that doesn't break is as wide as others, and an accent takes no room."""
    assert width_of("\u00ab\u202fcaf\u00e9\u202f\u00bb", 100) == width_of("cafe  ", 100) + 2 * 47
    rows = wrap("l’outil «\u202fDeux heures\u202f»\u00a0: vas-y", width_of("heures\u202f»\u00a0: ", 16), 16, 9)
    assert rows == ["l’outil", "«\u202fDeux", "heures\u202f»\u00a0:", "vas-y"]
    assert drawable(" Vendredi, 16\u00a0h\u00a040 ", THEME) == "Vendredi, 16\u00a0h\u00a040"
    assert drawable("Anna \u00a0 \u202fB.", THEME) == "Anna B."  # a name has single spaces
